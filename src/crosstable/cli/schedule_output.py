"""A schedule as a table for people or as JSON for programs, with the checks of C5 and its balance."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from crosstable.cli.say import say
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import (
    EqualityReport,
    GroupChecks,
    GroupSchedule,
    Schedule,
    ScheduleChecks,
    ScheduledRound,
    Spread,
    check_schedule,
    equality,
)

Labels = Sequence[int | str]
"""What each player is called, by entry number less one: the number, or the name from a file."""


def print_json(schedule: Schedule, labels: Labels, seed: int | None, given_up: Sequence[str]) -> None:
    document = {
        "groups": [_group(group, labels) for group in schedule.groups],
        "checks": _checks(check_schedule(schedule), equality(schedule), seed, given_up),
    }
    json.dump(document, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def _group(group: GroupSchedule, labels: Labels) -> dict[str, Any]:
    return {
        "name": group.group.name,
        "players": [labels[entry - 1] for entry in group.group.entries],
        "rounds": [_round(round_, labels) for round_ in group.rounds],
    }


def _round(round_: ScheduledRound, labels: Labels) -> dict[str, Any]:
    return {
        "round": round_.number,
        "bye": None if round_.bye is None else labels[round_.bye - 1],
        "matches": [
            {"board": m.board, "slot": m.slot, "players": [labels[m.first - 1], labels[m.second - 1]]}
            for m in round_.matches
        ],
    }


def _checks(
    checks: ScheduleChecks, report: EqualityReport, seed: int | None, given_up: Sequence[str]
) -> dict[str, Any]:
    return {
        "ok": checks.ok,
        "seed": seed,
        "group_sizes": list(checks.sizes),
        "sizes_within_one": checks.sizes_within_one,
        "no_board_twice_at_once": not checks.double_bookings,
        "groups": [_group_checks(group) for group in checks.groups],
        "equality": {
            name: asdict(getattr(report, name))
            for name in ("boards", "colours", "longest_wait", "total_wait")
        },
        "given_up": list(given_up),
    }


def _group_checks(group: GroupChecks) -> dict[str, Any]:
    return {
        "name": group.group,
        "ok": group.ok,
        "size": group.size,
        "matches": group.matches,
        "matches_expected": group.matches_expected,
        "rounds": group.rounds,
        "rounds_expected": group.rounds_expected,
        "every_pair_as_often": not group.wrong_pairs,
        "byes_equal": not group.uneven_byes,
        "no_entry_twice_in_a_slot": not group.twice_in_a_slot,
    }


def print_tables(schedule: Schedule, labels: Labels, seed: int | None, given_up: Sequence[str]) -> None:
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 200)
    for group in schedule.groups:
        console.print(_table(group, labels))
    if seed is not None:
        say(f"Shuffled with seed {seed}.")
    for line in given_up:
        console.print(Text(f"Given up: {line}"))
    _print_checks(check_schedule(schedule), schedule.legs)
    report = equality(schedule)
    say(f"  Each player is at each table {_range(report.boards)} times")
    say(f"  Being named first minus second: {_range(report.colours)}")
    say(f"  Longest wait between two matches: {_range(report.longest_wait)} slots")


def _table(group: GroupSchedule, labels: Labels) -> Table:
    size = len(group.group.entries)
    title = f"Group {group.group.name} ({size} players)"
    table = Table("Round", "Slot", "Table", "Match", "Out", title=title, box=box.SIMPLE, title_justify="left")
    for round_ in group.rounds:
        for number, match in enumerate(round_.matches):
            pair = Text(f"{_name(labels, match.first)} – {_name(labels, match.second)}")
            head, out = ("", "") if number else (str(round_.number), _name(labels, round_.bye))
            table.add_row(head, str(match.slot), str(match.board), pair, Text(out))
    return table


def _name(labels: Labels, entry: EntryId | None) -> str:
    return "" if entry is None else str(labels[entry - 1])


def _print_checks(checks: ScheduleChecks, legs: int) -> None:
    sizes = ", ".join(map(str, checks.sizes))
    say(f"{_mark(checks.sizes_within_one)} Group sizes within one: {sizes}")
    times = "once" if legs == 1 else "twice"
    for group in checks.groups:
        say(
            f"{_mark(group.ok)} Group {group.group}: {group.matches} of {group.matches_expected} matches,"
            f" {group.rounds} of {group.rounds_expected} rounds, every pair {times}, no player in two places"
        )
    say(f"{_mark(not checks.double_bookings)} No table has two matches at the same time")


def _mark(ok: bool) -> str:
    return "[green]✓[/]" if ok else "[bold red]✗[/]"


def _range(spread: Spread) -> str:
    return str(spread.least) if spread.least == spread.most else f"{spread.least} to {spread.most}"
