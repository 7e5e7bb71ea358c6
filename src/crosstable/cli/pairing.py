"""`crosstable pair, check, generate, explain, standings`: the engine on TRF files. No database, no Django."""

import json
from collections.abc import Iterator
from enum import Enum
from itertools import combinations
from pathlib import Path
from secrets import randbelow
from typing import Annotated

import typer

from crosstable.cli.checking import check_files
from crosstable.cli.files import ExitCode, read_document, stop, write_output
from crosstable.cli.generating import generate_files
from crosstable.cli.player_lists import ENDINGS, read_player_list
from crosstable.cli.wording import (
    explanation_as_data,
    explanation_as_text,
    plan_as_data,
    plan_as_text,
    standings_as_data,
    standings_as_text,
    why_impossible,
)
from crosstable.engine.errors import PairingImpossible
from crosstable.engine.formats.trf import TrfDocument, TrfEdition
from crosstable.engine.generator import GeneratorOptions
from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId, RoundPlan
from crosstable.engine.pairing.check import absentees, with_rounds_counted
from crosstable.engine.pairing.fide.dutch import pair_dutch
from crosstable.engine.pairing.fide.explain import Explanation, explain_pairing
from crosstable.engine.pairing.fide.initial_color import initial_color
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.standings import standings as engine_standings
from crosstable.engine.tie_breaks import UnknownTieBreak

pairing_commands = typer.Typer()

TrfFile = Annotated[
    Path, typer.Argument(metavar="FILE.trf", help="A tournament report file, TRF16 or TRF26.")
]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Write here instead of the terminal.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]
Rate = Annotated[float, typer.Option(min=0, max=1)]


class Edition(Enum):
    TRF16 = "16"
    TRF26 = "26"


class SystemName(Enum):
    DUTCH = "dutch"
    CLUB = "club"
    MONRAD = "monrad"


HIGHEST_SEED = 1_000_000
CLUB_TIE_BREAKS = ("PTS", "BH/C1", "BH", "SB", "WIN", "DE")


@pairing_commands.command()
def pair(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .trf file, or a .csv or .json of players.")],
    output: Output = None,
    as_json: AsJson = False,
    system: Annotated[SystemName, typer.Option(help="The pairing system.")] = SystemName.DUTCH,
) -> None:
    """Pair the next round.

    First line: the number of pairings. Then one line per board, `white black`, 0 for the bye. What the club
    system wants reviewed is said on the error output.
    """
    is_list = file.suffix.lower() in ENDINGS
    document = read_player_list(file) if is_list else read_document(file)
    tournament = document.tournament
    if tournament.rounds and len(tournament.rounds) == tournament.total_rounds:
        stop(ExitCode.INVALID_FILE, f"{file}: all {tournament.total_rounds} rounds are already paired")
    try:
        plan = _plan(document, system)
    except PairingImpossible as error:
        stop(ExitCode.NO_PAIRING_OR_DIFFERENCES, f"{file}: {why_impossible(error)}")
    write_output(plan_as_data(plan) if as_json else plan_as_text(plan), output)
    for notice in plan.warnings:
        typer.echo(f"review: {notice.rule} {' '.join(map(str, notice.entries))}", err=True)


def _plan(document: TrfDocument, system: SystemName) -> RoundPlan:
    """Imported here: the other systems need the weighted matching, and the Dutch one should start quickly."""
    tournament = document.tournament
    if system is SystemName.DUTCH:
        return pair_dutch(tournament, document.next_byes, document.options)
    from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions

    away = {bye.entry for bye in document.next_byes}
    active = [entry.id for entry in tournament.entries if entry.id not in away]
    conditions = RoundConditions(forbidden=frozenset(_forbidden_pairs(document)))
    return SYSTEMS[f"swiss-{system.value}"].pair_round(tournament, active, conditions)


def _forbidden_pairs(document: TrfDocument) -> Iterator[tuple[EntryId, EntryId]]:
    number = len(document.tournament.rounds) + 1
    for group in document.options.forbidden:
        if group.applies_to(number):
            yield from combinations(sorted(group.entries), 2)


@pairing_commands.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.trf…")],
    jobs: Annotated[int, typer.Option(min=1, help="How many files at once.")] = 1,
    as_json: AsJson = False,
    times: Annotated[bool, typer.Option("--times", help="Also print seconds per round by size.")] = False,
) -> None:
    """Pair every round of each file again and print where the file differs."""
    raise typer.Exit(check_files(files, jobs, as_json, times))


@pairing_commands.command()
def generate(
    players: Annotated[int, typer.Option(min=2, max=9999)],
    rounds: Annotated[int, typer.Option(min=1, max=99)],
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same tournament; without it one is drawn.")
    ] = None,
    output: Output = None,
    count: Annotated[
        int, typer.Option(min=1, help="So many tournaments, with the seeds that follow, into a directory.")
    ] = 1,
    rounds_played: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many rounds: an event that goes on.")
    ] = None,
    tie_breaks: Annotated[
        str, typer.Option(help="The list the ranks follow from, comma separated.")
    ] = ",".join(CLUB_TIE_BREAKS),
    draws: Rate = 0.3,
    forfeits: Rate = 0.02,
    withdrawals: Rate = 0.005,
    half_point_byes: Rate = 0.02,
    zero_point_byes: Rate = 0,
    full_point_byes: Rate = 0,
    odd_results: Rate = 0,
    upsets: Rate = 0.2,
    accelerated: Annotated[bool, typer.Option("--accelerated", help="Baku acceleration.")] = False,
    edition: Annotated[Edition, typer.Option(help="The edition of the format.")] = Edition.TRF26,
) -> None:
    """Write a random tournament, paired by the Dutch system, with ranks and the tie-breaks they follow from.

    Rates are from 0 to 1: draws, forfeits and odd results (½-0, 0-0) per game, withdrawals and byes per player and
    round, upsets per decided game.
    """
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
    codes = [code.strip() for code in tie_breaks.split(",") if code.strip()]
    generate_files(options, range(first, first + count), codes, TrfEdition[edition.name], output)


@pairing_commands.command()
def explain(
    file: TrfFile,
    white: Annotated[int, typer.Argument(help="Starting number of one player.")],
    black: Annotated[int, typer.Argument(help="Starting number of the other.")],
    round_number: Annotated[int, typer.Option("--round", min=1)],
    as_json: AsJson = False,
) -> None:
    """Say why two players were paired in a round, or why not."""
    document = read_document(file)
    tournament = document.tournament
    known = {entry.id for entry in tournament.entries}
    for number in (white, black):
        if number not in known:
            stop(ExitCode.INVALID_FILE, f"{file}: there is no player {number}")
    if white == black or round_number > len(tournament.rounds) + 1:
        stop(
            ExitCode.INVALID_FILE, f"{file}: give two players and a round up to {len(tournament.rounds) + 1}"
        )
    try:
        explanation = explain_round(document, round_number, EntryId(white), EntryId(black))
    except PairingImpossible as error:
        stop(ExitCode.NO_PAIRING_OR_DIFFERENCES, f"{file}: {why_impossible(error)}")
    typer.echo(explanation_as_data(explanation) if as_json else explanation_as_text(explanation, tournament))


def explain_round(document: TrfDocument, round_number: int, one: EntryId, two: EntryId) -> Explanation:
    """Explain with what was known before the round: the results so far and its byes."""
    tournament = document.tournament
    book = Scorebook(with_rounds_counted(tournament), document.options)
    for round_ in tournament.rounds[: round_number - 1]:
        book.add(round_)
    if round_number <= len(tournament.rounds):
        absent = absentees(tournament.rounds[round_number - 1])
    else:
        absent = [bye.entry for bye in document.next_byes]
    return explain_pairing(book, absent, initial_color(tournament, document.options), one, two)


@pairing_commands.command()
def standings(
    file: TrfFile,
    tie_breaks: Annotated[str, typer.Option(help="Codes in order, comma separated, e.g. PTS,BH/C1,DE.")] = "",
    after_round: Annotated[int | None, typer.Option(min=0, help="As they were after this round.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print the standings.

    Without --tie-breaks the list in the file counts, else PTS, BH/C1, BH, SB, WIN, DE.
    """
    document = read_document(file)
    codes = [code.strip() for code in tie_breaks.split(",") if code.strip()]
    codes = codes or list(document.tie_breaks) or list(CLUB_TIE_BREAKS)
    tournament = document.tournament
    history = history_of(tournament if after_round is None else tournament.until(after_round))
    try:
        rows = engine_standings(tournament, codes, history=history)
    except UnknownTieBreak as error:
        stop(ExitCode.INVALID_FILE, str(error))
    if as_json:
        typer.echo(json.dumps(standings_as_data(rows, codes, history)))
    else:
        typer.echo(standings_as_text(rows, codes, history))
