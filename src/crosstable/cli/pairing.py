"""`crosstable pair, check, generate, explain, standings`: the engine on TRF files. No database, no Django; each command
imports what it needs when it runs.
"""

from enum import Enum
from pathlib import Path
from secrets import randbelow
from typing import Annotated

import typer

from crosstable.text import tr

pairing_commands = typer.Typer()

TrfFile = Annotated[
    Path, typer.Argument(metavar="FILE.trf", help=tr("A tournament report file, TRF16 or TRF26."))
]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", help=tr("The file to write, instead of the terminal."))
]
AsJson = Annotated[bool, typer.Option("--json", help=tr("Print JSON instead of text."))]
Rate = Annotated[float, typer.Option(min=0, max=1, help=tr("A rate, see above."))]


class Edition(Enum):
    TRF16 = "16"
    TRF26 = "26"


class SystemName(Enum):
    DUTCH = "dutch"
    CLUB = "club"
    MONRAD = "monrad"


HIGHEST_SEED = 1_000_000
CLUB_TIE_BREAKS = ("PTS", "BH/C1", "BH", "SB", "WIN", "DE")


@pairing_commands.command(
    help=tr(
        "Pair the next round.\n\n"
        "The first line is the number of pairings. Each further line is `white black` in board order, with 0 as the"
        " opponent for the bye. Pairings of the club system that need a review are listed on standard error."
    )
)
def pair(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=tr("A .trf file, or a .csv or .json of players."))
    ],
    output: Output = None,
    as_json: AsJson = False,
    system: Annotated[SystemName, typer.Option(help=tr("The pairing system."))] = SystemName.DUTCH,
) -> None:
    from crosstable.cli.trf_files import pair_file

    pair_file(file, output, as_json, system.value)


@pairing_commands.command(help=tr("Pair every round of each file again and print where the file differs."))
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.trf…", help=tr("Tournament report files."))],
    jobs: Annotated[int, typer.Option(min=1, help=tr("How many files to check in parallel."))] = 1,
    as_json: AsJson = False,
    times: Annotated[bool, typer.Option("--times", help=tr("Also print seconds per round by size."))] = False,
) -> None:
    from crosstable.cli.checking import check_files

    raise typer.Exit(check_files(files, jobs, as_json, times))


@pairing_commands.command(
    help=tr(
        "Write a random tournament, paired by the Dutch system, with ranks and the tie-breaks they are based on.\n\n"
        "Rates are from 0 to 1: draws, forfeits and odd results (½-0, 0-0) per game, withdrawals and byes per player"
        " and round, upsets per decided game."
    )
)
def generate(
    players: Annotated[int, typer.Option(min=2, max=9999, help=tr("The number of players."))],
    rounds: Annotated[int, typer.Option(min=1, max=99, help=tr("The number of rounds."))],
    seed: Annotated[
        int | None, typer.Option(help=tr("The same seed gives the same tournament. Default: a random one."))
    ] = None,
    output: Output = None,
    count: Annotated[
        int,
        typer.Option(
            min=1, help=tr("Write this many tournaments, with consecutive seeds, into a directory.")
        ),
    ] = 1,
    rounds_played: Annotated[
        int | None, typer.Option(min=0, help=tr("Stop after this many rounds, for an unfinished event."))
    ] = None,
    tie_breaks: Annotated[
        str, typer.Option(help=tr("The tie-breaks that the ranks are based on, comma separated."))
    ] = ",".join(CLUB_TIE_BREAKS),
    draws: Rate = 0.3,
    forfeits: Rate = 0.02,
    withdrawals: Rate = 0.005,
    half_point_byes: Rate = 0.02,
    zero_point_byes: Rate = 0,
    full_point_byes: Rate = 0,
    odd_results: Rate = 0,
    upsets: Rate = 0.2,
    accelerated: Annotated[bool, typer.Option("--accelerated", help=tr("Baku acceleration."))] = False,
    edition: Annotated[Edition, typer.Option(help=tr("The edition of the format."))] = Edition.TRF26,
) -> None:
    from crosstable.cli.trf_files import generate_files
    from crosstable.engine.generator import GeneratorOptions
    from crosstable.engine.trf import TrfEdition

    options = GeneratorOptions(
        players,
        rounds,
        draws,
        forfeits,
        withdrawals,
        half_point_byes,
        upsets,
        accelerated=accelerated,
        zero_point_byes=zero_point_byes,
        full_point_byes=full_point_byes,
        odd_results=odd_results,
        rounds_played=rounds_played,
    )
    first = randbelow(HIGHEST_SEED) if seed is None else seed
    generate_files(options, range(first, first + count), _codes(tie_breaks), TrfEdition[edition.name], output)


@pairing_commands.command(help=tr("Explain why two players were paired in a round, or why not."))
def explain(
    file: TrfFile,
    white: Annotated[int, typer.Argument(help=tr("The starting number of one player."))],
    black: Annotated[int, typer.Argument(help=tr("The starting number of the other."))],
    round_number: Annotated[int, typer.Option("--round", min=1, help=tr("The number of the round."))],
    as_json: AsJson = False,
) -> None:
    from crosstable.cli.trf_files import explain_file

    explain_file(file, white, black, round_number, as_json)


@pairing_commands.command(
    help=tr(
        "Print the standings.\n\n"
        "Without --tie-breaks, the list in the file is used, otherwise PTS, BH/C1, BH, SB, WIN, DE."
    )
)
def standings(
    file: TrfFile,
    tie_breaks: Annotated[
        str, typer.Option(help=tr("Codes in order, comma separated, e.g. PTS,BH/C1,DE."))
    ] = "",
    after_round: Annotated[
        int | None, typer.Option(min=0, help=tr("The standings after this round."))
    ] = None,
    as_json: AsJson = False,
) -> None:
    from crosstable.cli.trf_files import print_standings

    print_standings(file, _codes(tie_breaks), CLUB_TIE_BREAKS, after_round, as_json)


def _codes(tie_breaks: str) -> list[str]:
    return [code.strip() for code in tie_breaks.split(",") if code.strip()]
