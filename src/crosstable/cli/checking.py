"""`crosstable check`: many files, several in parallel, with a progress bar on a terminal."""

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import Progress

from crosstable.cli import use_language
from crosstable.cli.files import ExitCode, reason
from crosstable.cli.wording import check_as_data, check_as_text, explained_as_text, rank_as_text, rules_used
from crosstable.engine.pairing.check import RoundCheck
from crosstable.engine.tie_breaks import UnknownTieBreak
from crosstable.engine.trf import (
    CheckedRound,
    RankDifference,
    TrfDocument,
    TrfError,
    check_document,
    check_ranks,
    read_trf,
)
from crosstable.text import Text, tr, trn


@dataclass
class FileCheck:
    """What came out for one file; `problem` if it could not be read."""

    path: Path
    rounds: int = 0
    players: int = 0
    seconds: float = 0.0
    differences: list[RoundCheck] = field(default_factory=list)
    explained: list[CheckedRound] = field(default_factory=list)
    ranks: tuple[RankDifference, ...] = ()
    note: str = ""
    problem: str | None = None
    code: ExitCode = ExitCode.DONE


# By whether ranks differ, and whether the files explain rounds.
SUMMARIES: dict[tuple[bool, bool], Text] = {
    (False, False): tr("checked {tournaments}, {rounds}: {differ} differ"),
    (True, False): tr("checked {tournaments}, {rounds}: {differ} differ, and {ranks}"),
    (False, True): tr(
        "checked {tournaments}, {rounds}: {differ} differ; {explained} explained by the file itself"
    ),
    (True, True): tr(
        "checked {tournaments}, {rounds}: {differ} differ, and {ranks}; {explained} explained by the file itself"
    ),
}


def check_file(path: Path) -> FileCheck:
    """Read one file and pair all its rounds again; the time includes the reading."""
    started = time.perf_counter()
    result = FileCheck(path)
    try:
        document = read_trf(path.read_bytes())
    except OSError as error:
        return FileCheck(path, problem=reason(error), code=ExitCode.UNREADABLE_FILE)
    except TrfError as error:
        return FileCheck(path, problem=str(error), code=ExitCode.INVALID_FILE)
    if document.is_of_teams:
        return FileCheck(path, problem=tr("team files are not read"), code=ExitCode.INVALID_FILE)
    result.players = len(document.tournament.entries)
    if document.tournament.is_round_robin:
        result.note = tr("a round robin: its ranks are checked, its pairings are not")
    else:
        _check_pairings(document, result)
    _check_ranks(document, result)
    if result.differences or result.ranks:
        result.code = ExitCode.NO_PAIRING_OR_DIFFERENCES
    result.seconds = time.perf_counter() - started
    return result


def _check_pairings(document: TrfDocument, result: FileCheck) -> None:
    for checked in check_document(document):
        result.rounds += 1
        if checked.is_explained:
            result.explained.append(checked)
        elif checked.check.differs:
            result.differences.append(checked.check)


def _check_ranks(document: TrfDocument, result: FileCheck) -> None:
    try:
        result.ranks = check_ranks(document)
    except UnknownTieBreak as error:
        result.note = tr("its ranks are not checked: there is no tie-break {code}", code=repr(error.code))


def check_files(paths: list[Path], jobs: int, as_json: bool, times: bool) -> ExitCode:
    """Check all files and print what differs. The gravest finding decides the exit code."""
    results: list[FileCheck] = []
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(str(tr("checking")), total=len(paths))
        for result in _in_order(paths, jobs):
            results.append(result)
            progress.advance(task)
            if not as_json:
                _print_result(result)
    if as_json:
        typer.echo(
            json.dumps(
                [
                    check_as_data(r.path, r.rounds, r.differences, r.problem, r.ranks, r.explained)
                    for r in results
                ]
            )
        )
    else:
        if times:
            _print_times(results)
        typer.echo(str(rules_used()))
        typer.echo(summary(results))
    return max((result.code for result in results), default=ExitCode.DONE)


def summary(results: list[FileCheck]) -> str:
    ranks = sum(len(result.ranks) for result in results)
    explained = sum(len(result.explained) for result in results)
    return str(
        SUMMARIES[bool(ranks), bool(explained)].filled(
            tournaments=trn(
                "{count} tournament", "{count} tournaments", sum(result.problem is None for result in results)
            ),
            rounds=trn("{count} round", "{count} rounds", sum(result.rounds for result in results)),
            differ=sum(len(result.differences) for result in results),
            ranks=trn("{count} rank", "{count} ranks", ranks),
            explained=explained,
        )
    )


def _in_order(paths: list[Path], jobs: int) -> Iterator[FileCheck]:
    if jobs == 1:
        yield from map(check_file, paths)
        return
    with ProcessPoolExecutor(jobs, initializer=use_language) as pool:
        yield from pool.map(check_file, paths, chunksize=4)


def _print_result(result: FileCheck) -> None:
    if result.problem is not None:
        typer.echo(f"{result.path}: {result.problem}", err=True)
    if result.note:
        typer.echo(f"{result.path}: {result.note}", err=True)
    for explained in result.explained:
        typer.echo(f"{result.path}: {explained_as_text(explained)}")
    for difference in result.differences:
        typer.echo(f"{result.path}: {check_as_text(difference)}")
    for rank in result.ranks:
        typer.echo(f"{result.path}: {rank_as_text(rank)}")


def _print_times(results: Iterable[FileCheck]) -> None:
    """Seconds per round, reading included, by size of the field."""
    groups: dict[int, list[FileCheck]] = defaultdict(list)
    for result in results:
        step = 10 if result.players < 100 else 100
        groups[result.players // step * step].append(result)
    for size in sorted(groups):
        rounds = sum(result.rounds for result in groups[size])
        seconds = sum(result.seconds for result in groups[size])
        if rounds:
            typer.echo(
                str(
                    tr(
                        "{size:>5} players and more: {rounds:>5} rounds, {seconds:.4f} s per round",
                        size=size,
                        rounds=rounds,
                        seconds=seconds / rounds,
                    )
                )
            )
