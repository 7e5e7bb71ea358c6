"""Seconds to schedule groups, plain and under constraints, and to draw and play brackets: engine only.

The targets: 32 groups of 32 under 1 s; 16 teams on 4 boards with 30 constraints under 10 s.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from rich.console import Console
from rich.table import Table

from crosstable.engine.model import EntryId, Outcome, Result
from crosstable.engine.pairing.knockout import Elimination, KnockoutOptions, Status, build_bracket, play
from crosstable.engine.pairing.round_robin import (
    GroupOptions,
    ScheduleOptions,
    check_schedule,
    equality,
    form_groups,
    schedule_groups,
)
from crosstable.engine.scheduling import (
    Constraint,
    NotBefore,
    OnBoards,
    Unavailable,
    schedule_with_constraints,
)
from crosstable.engine.scheduling.constraints import ConstraintsClash

TRIES = 10


def run() -> None:
    table = Table("what", "best, s", "worst, s", "notes")
    for what, measure in (
        ("32 groups of 32, 64 boards", _plain),
        ("… with checks and report", _checked),
        ("16 teams, 4 boards, 30 constraints", _constrained),
        ("bracket of 128, double, played", _bracket),
    ):
        seconds, notes = zip(*(_timed(measure, seed) for seed in range(TRIES)), strict=True)
        table.add_row(what, f"{min(seconds):.3f}", f"{max(seconds):.3f}", ", ".join(sorted(set(notes))))
    Console().print(table)


def _timed(measure: Callable[[int], str], seed: int) -> tuple[float, str]:
    start = time.perf_counter()
    notes = measure(seed)
    return time.perf_counter() - start, notes


def _plain(seed: int) -> str:
    groups = form_groups([EntryId(i) for i in range(1024)], GroupOptions(32, shuffle_seed=seed))
    schedule = schedule_groups(groups, ScheduleOptions(64))
    return f"{sum(1 for group in schedule.groups for _ in group.matches):,} matches"


def _checked(seed: int) -> str:
    groups = form_groups([EntryId(i) for i in range(1024)], GroupOptions(32, shuffle_seed=seed))
    schedule = schedule_groups(groups, ScheduleOptions(64))
    equality(schedule)
    return "ok" if check_schedule(schedule).ok else "not ok"


def _constrained(seed: int) -> str:
    groups = form_groups([EntryId(i) for i in range(1, 17)], GroupOptions())
    try:
        found = schedule_with_constraints(groups, ScheduleOptions(4), _wishes(Random(seed)))
    except ConstraintsClash as clash:
        return f"clash of {len(clash.constraints)} named"
    return f"cost {found.cost}" + ("" if found.proven else " unproven")


def _wishes(rng: Random) -> list[Constraint]:
    """Return 18 requirements of time, 4 of place, 8 preferences; some random sets cannot be met together."""

    def team() -> EntryId:
        return EntryId(rng.randint(1, 16))

    away = [Unavailable(team(), rng.randint(1, 15), rng.randint(1, 2)) for _ in range(10)]
    pairs = [rng.sample(range(1, 17), 2) for _ in range(8)]
    late = [NotBefore(EntryId(a), EntryId(b), rng.randint(2, 8)) for a, b in pairs]
    placed = [OnBoards(team(), (1, 2)) for _ in range(4)]
    soft = [Unavailable(team(), rng.randint(1, 15), rng.randint(1, 2), weight=3) for _ in range(8)]
    return [*away, *late, *placed, *soft]


def _bracket(seed: int) -> str:
    rng = Random(seed)
    bracket = build_bracket([EntryId(i) for i in range(128)], KnockoutOptions(Elimination.DOUBLE))
    results: dict[int, list[Result]] = {}
    while ready := [s for s in play(bracket, results).matches.values() if s.status is Status.READY]:
        for state in ready:
            sides = rng.sample((Outcome.WIN, Outcome.LOSS), 2)
            results[state.match.number] = [Result(sides[0], sides[1])]
    return f"{len(bracket.matches)} matches"
