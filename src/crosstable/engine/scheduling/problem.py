"""A schedule to be found: the meetings, the times, the boards, and what they must respect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import Group, Schedule, ScheduleOptions, schedule_groups
from crosstable.engine.pairing.round_robin.groups import shuffled
from crosstable.engine.scheduling.constraints import (
    Constraint,
    LastBye,
    NotBefore,
    OnBoards,
    OnKind,
    Rest,
    Unavailable,
    entries_of,
)
from crosstable.engine.scheduling.errors import BadConstraint


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two of a group meet, in one of the rounds of their leg."""

    group: int
    first: EntryId
    second: EntryId
    rounds: range


@dataclass(frozen=True, slots=True)
class Time:
    """`index` counts the slots from the start of play."""

    round: int
    slot: int
    index: int


@dataclass(frozen=True)
class Problem:
    """`plain` is the schedule without constraints: the meetings and their sides are taken from it."""

    plain: Schedule
    constraints: tuple[Constraint, ...]
    board_kinds: tuple[str, ...] = ()
    extra_slots: int = 0

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        return tuple(
            Meeting(
                number, match.first, match.second, _leg(len(group.rounds), self.plain.legs, round_.number)
            )
            for number, group in enumerate(self.plain.groups)
            for round_ in group.rounds
            for match in round_.matches
        )

    @cached_property
    def times(self) -> tuple[Time, ...]:
        times: list[Time] = []
        for number in range(1, self.rounds + 1):
            rounds = [g.rounds[number - 1] for g in self.plain.groups if number <= len(g.rounds)]
            slots = max(match.slot for round_ in rounds for match in round_.matches) + self.extra_slots
            times += [Time(number, slot, len(times) + slot) for slot in range(1, slots + 1)]
        return tuple(times)

    @cached_property
    def plain_times(self) -> Mapping[int, Time]:
        """When the plain schedule plays each meeting."""
        index = {(time.round, time.slot): time for time in self.times}
        played = (
            index[round_.number, match.slot]
            for group in self.plain.groups
            for round_ in group.rounds
            for match in round_.matches
        )
        return dict(enumerate(played))

    @cached_property
    def rounds(self) -> int:
        return max(len(group.rounds) for group in self.plain.groups)

    @property
    def entries(self) -> tuple[EntryId, ...]:
        return tuple(entry for group in self.plain.groups for entry in group.group.entries)

    def last_round(self, entry: EntryId) -> int:
        return next(len(g.rounds) for g in self.plain.groups if entry in g.group.entries)

    def boards_for(self, constraint: OnBoards | OnKind) -> frozenset[int]:
        if isinstance(constraint, OnBoards):
            return frozenset(constraint.boards)
        return frozenset(b for b, kind in enumerate(self.board_kinds, start=1) if kind == constraint.kind)

    def with_only(self, constraints: Sequence[Constraint]) -> Problem:
        return replace(self, constraints=tuple(constraints))


def arrangement(problem: Problem, seed: int | None = None) -> list[list[int]]:
    """Meetings that the circle puts into one round, for entries in their seats or shuffled by a seed."""
    mixed = [replace(g.group, entries=tuple(shuffled(g.group.entries, seed))) for g in problem.plain.groups]
    rounds = schedule_groups(mixed, ScheduleOptions()).groups
    together: dict[tuple[int, int, int], list[int]] = {}
    place = {
        (number, match.entries): round_.number
        for number, group in enumerate(rounds)
        for round_ in group.rounds
        for match in round_.matches
    }
    for number, m in enumerate(problem.meetings):
        key = (m.group, m.rounds.start, place[m.group, frozenset((m.first, m.second))])
        together.setdefault(key, []).append(number)
    return list(together.values())


def make_problem(
    groups: Sequence[Group],
    options: ScheduleOptions,
    constraints: Sequence[Constraint],
    board_kinds: Sequence[str] = (),
    extra_slots: int = 0,
) -> Problem:
    """Raises what `schedule_groups` raises, and BadConstraint."""
    plain = schedule_groups(groups, options)
    byes = tuple(LastBye(entry) for entry in options.last_byes)
    problem = Problem(plain, (*constraints, *byes), tuple(board_kinds), extra_slots)
    for constraint in problem.constraints:
        if field := _fault(problem, constraint):
            raise BadConstraint(constraint, field)
    return problem


def _leg(rounds: int, legs: int, number: int) -> range:
    length = rounds // legs
    start = (number - 1) // length * length
    return range(start + 1, start + length + 1)


def _fault(problem: Problem, constraint: Constraint) -> str | None:
    """The field that names something which is not there."""
    if not set(entries_of(constraint)) <= set(problem.entries):
        return "entry"
    if constraint.weight is not None and constraint.weight < 1:
        return "weight"
    match constraint:
        case Unavailable():
            return _time_fault(problem, constraint)
        case NotBefore():
            return (
                "second" if constraint.first == constraint.second else _round_fault(problem, constraint.round)
            )
        case OnBoards() | OnKind():
            boards = problem.boards_for(constraint)
            known = boards and max(boards) <= problem.plain.boards and min(boards) > 0
            return None if known else "boards" if isinstance(constraint, OnBoards) else "kind"
        case Rest():
            return None if constraint.slots > 0 else "slots"
        case LastBye():
            return None


def _time_fault(problem: Problem, constraint: Unavailable) -> str | None:
    there = [time.slot for time in problem.times if time.round == constraint.round]
    if not there:
        return "round"
    return None if constraint.slot is None or constraint.slot in there else "slot"


def _round_fault(problem: Problem, number: int) -> str | None:
    return None if 1 <= number <= problem.rounds else "round"
