"""The implementation of `crosstable pair, explain, standings, generate`.

Separate from the commands, so no other command loads the engine. Generated files have their ranks and the list of
tie-breaks that give them.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import typer

from crosstable.cli.files import ENDINGS, ExitCode, read_document, read_player_list, stop, write_output
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
from crosstable.engine.generator import GeneratorOptions, generate_tournament
from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId, RoundPlan
from crosstable.engine.pairing.check import absentees, with_rounds_counted
from crosstable.engine.pairing.fide.dutch import pair_dutch
from crosstable.engine.pairing.fide.explain import Explanation, explain_pairing
from crosstable.engine.pairing.fide.options import initial_color
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.standings import standings
from crosstable.engine.tie_breaks import UnknownTieBreak, find_tie_break
from crosstable.engine.trf import (
    PlayerDetails,
    TrfDocument,
    TrfEdition,
    TrfRecord,
    write_tie_breaks,
    write_trf,
)
from crosstable.text import tr, trn


def generate_files(
    options: GeneratorOptions,
    seeds: Sequence[int],
    tie_breaks: Sequence[str],
    edition: TrfEdition,
    output: Path | None,
) -> None:
    """One tournament a seed. Each of several is a separate file in the directory `output`, named by its seed."""
    try:
        codes = [find_tie_break(code).code for code in tie_breaks]
    except UnknownTieBreak as error:
        stop(ExitCode.INVALID_FILE, str(error))
    if len(seeds) > 1 and output is None:
        stop(ExitCode.INVALID_FILE, tr("several tournaments need a directory to be written to: --output DIR"))
    for seed in seeds:
        try:
            text = write_trf(random_document(options, seed, codes), edition)
        except PairingImpossible as error:
            stop(ExitCode.NO_PAIRING_OR_DIFFERENCES, why_impossible(error))
        write_output(text, output if output is None or len(seeds) == 1 else _file(output, seed))


def _file(directory: Path, seed: int) -> Path:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        stop(ExitCode.UNREADABLE_FILE, f"{directory}: {error.strerror}")
    return directory / f"{seed}.trf"


def random_document(options: GeneratorOptions, seed: int, codes: Sequence[str]) -> TrfDocument:
    tournament, dutch = generate_tournament(options, seed)
    records = {
        "012": f"Random tournament {seed}",
        "042": "2026/03/01",
        "092": "Individual: Swiss-System",
        # Without the year: older programs know no code with 2026 in it, and the date above identifies the rules.
        "192": "FIDE_DUTCH",
        "212": write_tie_breaks(codes),
    }
    ranks = {row.entry.id: PlayerDetails(rank=row.rank) for row in standings(tournament, codes)}
    rows = tuple(TrfRecord(code, text) for code, text in records.items())
    return TrfDocument(tournament, dutch, details=ranks, records=rows)


def pair_file(file: Path, output: Path | None, as_json: bool, system: str) -> None:
    is_list = file.suffix.lower() in ENDINGS
    document = read_player_list(file) if is_list else read_document(file)
    tournament = document.tournament
    if tournament.rounds and len(tournament.rounds) == tournament.total_rounds:
        problem = trn(
            "{file}: the {count} round is already paired",
            "{file}: all {count} rounds are already paired",
            tournament.total_rounds,
            file=file,
        )
        stop(ExitCode.INVALID_FILE, problem)
    try:
        plan = _plan(document, system)
    except PairingImpossible as error:
        stop(ExitCode.NO_PAIRING_OR_DIFFERENCES, f"{file}: {why_impossible(error)}")
    write_output(plan_as_data(plan) if as_json else plan_as_text(plan), output)
    for notice in plan.warnings:
        # Programs read this line: it is the same in every language.
        typer.echo(" ".join(("review:", notice.rule, *map(str, notice.entries))), err=True)


def _plan(document: TrfDocument, system: str) -> RoundPlan:
    """The other systems are imported here: they need the weighted matching, and the Dutch one should start quickly."""
    tournament = document.tournament
    if system == "dutch":
        return pair_dutch(tournament, document.next_byes, document.options)
    from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions

    away = {bye.entry for bye in document.next_byes}
    active = [entry.id for entry in tournament.entries if entry.id not in away]
    conditions = RoundConditions(forbidden=frozenset(_forbidden_pairs(document)))
    return SYSTEMS[f"swiss-{system}"].pair_round(tournament, active, conditions)


def _forbidden_pairs(document: TrfDocument) -> Iterator[tuple[EntryId, EntryId]]:
    number = len(document.tournament.rounds) + 1
    for group in document.options.forbidden:
        if group.applies_to(number):
            yield from combinations(sorted(group.entries), 2)


def explain_file(file: Path, white: int, black: int, round_number: int, as_json: bool) -> None:
    document = read_document(file)
    tournament = document.tournament
    known = {entry.id for entry in tournament.entries}
    for number in (white, black):
        if number not in known:
            stop(ExitCode.INVALID_FILE, tr("{file}: there is no player {number}", file=file, number=number))
    if white == black or round_number > len(tournament.rounds) + 1:
        problem = tr(
            "{file}: give two players and a round up to {last}", file=file, last=len(tournament.rounds) + 1
        )
        stop(ExitCode.INVALID_FILE, problem)
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


def print_standings(
    file: Path, codes: list[str], usual: tuple[str, ...], after_round: int | None, as_json: bool
) -> None:
    """By the codes given, or else by those in the file, or else by the usual ones."""
    document = read_document(file)
    codes = codes or list(document.tie_breaks) or list(usual)
    tournament = document.tournament
    history = history_of(tournament if after_round is None else tournament.until(after_round))
    try:
        rows = standings(tournament, codes, history=history)
    except UnknownTieBreak as error:
        stop(ExitCode.INVALID_FILE, str(error))
    if as_json:
        typer.echo(json.dumps(standings_as_data(rows, codes, history)))
    else:
        typer.echo(standings_as_text(rows, codes, history))
