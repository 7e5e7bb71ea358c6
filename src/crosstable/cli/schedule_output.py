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
from crosstable.text import tr, trn

GROUP_CHECKED = tr(
    "Group {group}: {matches} of {matches_expected} matches, {rounds} of {rounds_expected} rounds, every pair once, "
    "no player in two places"
)
GROUP_CHECKED_TWICE = tr(
    "Group {group}: {matches} of {matches_expected} matches, {rounds} of {rounds_expected} rounds, every pair twice, "
    "no player in two places"
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
        "given_up": list(map(str, given_up)),
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
        say(tr("Shuffled with seed {seed}.", seed=seed))
    for line in given_up:
        say(tr("Given up: {constraint}", constraint=line))
    _print_checks(check_schedule(schedule), schedule.legs)
    report = equality(schedule)
    say(f"  {tr('Times each player is at each table: {range}', range=_range(report.boards))}")
    say(f"  {tr('Being named first minus second: {range}', range=_range(report.colours))}")
    say(f"  {tr('Longest wait between two matches, in slots: {range}', range=_range(report.longest_wait))}")


def _table(group: GroupSchedule, labels: Labels) -> Table:
    size = len(group.group.entries)
    name = group.group.name
    title = trn("Group {name} ({count} player)", "Group {name} ({count} players)", size, name=name)
    headings = (tr("Round"), tr("Slot"), tr("Table"), tr("Match"), tr("Out"))
    table = Table(*headings, title=title, box=box.SIMPLE, title_justify="left")
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
    _say_check(checks.sizes_within_one, tr("Group sizes within one: {sizes}", sizes=sizes))
    for group in checks.groups:
        sentence = (GROUP_CHECKED if legs == 1 else GROUP_CHECKED_TWICE).filled(
            group=group.group,
            matches=group.matches,
            matches_expected=group.matches_expected,
            rounds=group.rounds,
            rounds_expected=group.rounds_expected,
        )
        _say_check(group.ok, sentence)
    _say_check(not checks.double_bookings, tr("No table has two matches at the same time"))


def _say_check(ok: bool, sentence: str) -> None:
    say(f"{'[green]✓[/]' if ok else '[bold red]✗[/]'} {sentence}", markup=True)


def _range(spread: Spread) -> str:
    return (
        str(spread.least)
        if spread.least == spread.most
        else tr("{least} to {most}", least=spread.least, most=spread.most)
    )
