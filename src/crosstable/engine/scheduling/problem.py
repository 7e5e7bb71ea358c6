"""The scheduling problem: the meetings, the times, the boards, and their constraints.

Boards are assigned to matches whose times are settled: each entry on a board it may use, all boards about equally.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import Group, Schedule, ScheduleOptions, schedule_groups
from crosstable.engine.pairing.round_robin.groups import shuffled
from crosstable.engine.scheduling.constraints import (
    BadConstraint,
    Constraint,
    LastBye,
    NotBefore,
    OnBoards,
    OnKind,
    Rest,
    Unavailable,
    entries_of,
)

Boards = frozenset[int]


def tight_sets(board_sets: Iterable[Boards]) -> list[Boards]:
    """Return the sets of boards that can run out: those matches are confined to, and their unions.

    Hall's theorem: the matches of a slot fit on their boards exactly if for every set of boards no more matches are
    confined to it than it has. A smallest set that is exceeded is connected: if it consisted of two parts without a
    common board, one of them would be exceeded already. So unions of sets that overlap are enough.
    """
    sets = set(board_sets)
    frontier = list(sets)
    while frontier:
        one = frontier.pop()
        new = {one | other for other in sets if one & other} - sets
        sets |= new
        frontier.extend(new)
    return sorted(sets, key=sorted)


def seat(
    matches: Sequence[tuple[EntryId, EntryId]],
    board_sets: Sequence[Boards],
    uses: Counter[tuple[EntryId, int]],
) -> list[int]:
    """Return a board for each match of a slot, those its players have used least first. One must exist."""
    choices = [
        sorted(boards, key=lambda b: (uses[first, b] + uses[second, b], b))
        for (first, second), boards in zip(matches, board_sets, strict=True)
    ]
    match_at: dict[int, int] = {}
    for match in sorted(range(len(matches)), key=lambda m: (len(choices[m]), m)):
        if not _take(match, choices, match_at, set()):
            raise AssertionError("the boards of a slot do not suffice")
    return _noted(matches, {match: board for board, match in match_at.items()}, uses)


def _take(
    match: int, choices: Sequence[Sequence[int]], match_at: dict[int, int], tried_boards: set[int]
) -> bool:
    """Kuhn's augmenting paths: take a free board, or one whose match can move to another."""
    for board in choices[match]:
        if board not in tried_boards:
            tried_boards.add(board)
            if board not in match_at or _take(match_at[board], choices, match_at, tried_boards):
                match_at[board] = match
                return True
    return False


def _noted(
    matches: Sequence[tuple[EntryId, EntryId]], boards: Mapping[int, int], uses: Counter[tuple[EntryId, int]]
) -> list[int]:
    for match, (first, second) in enumerate(matches):
        uses[first, boards[match]] += 1
        uses[second, boards[match]] += 1
    return [boards[match] for match in range(len(matches))]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A meeting of two entries of a group, in one of the rounds of their leg."""

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
        """The time of each meeting in the plain schedule."""
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
    """Return the meetings of each round of the circle, for entries in their seats or shuffled by a seed."""
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
    """Build the problem. Raises what `schedule_groups` raises, and BadConstraint."""
    plain = schedule_groups(groups, options)
    byes = tuple(LastBye(entry) for entry in options.last_byes)
    problem = Problem(plain, (*constraints, *byes), tuple(board_kinds), extra_slots)
    for constraint in problem.constraints:
        if field := _wrong_field(problem, constraint):
            raise BadConstraint(constraint, field)
    return problem


def _leg(rounds: int, legs: int, number: int) -> range:
    length = rounds // legs
    start = (number - 1) // length * length
    return range(start + 1, start + length + 1)


def _wrong_field(problem: Problem, constraint: Constraint) -> str | None:
    """Return the field that names something that does not exist."""
    if not set(entries_of(constraint)) <= set(problem.entries):
        return "entry"
    if constraint.weight is not None and constraint.weight < 1:
        return "weight"
    match constraint:
        case Unavailable():
            return _wrong_time_field(problem, constraint)
        case NotBefore():
            if constraint.first == constraint.second:
                return "second"
            return None if 1 <= constraint.round <= problem.rounds else "round"
        case OnBoards() | OnKind():
            boards = problem.boards_for(constraint)
            known = boards and max(boards) <= problem.plain.boards and min(boards) > 0
            return None if known else "boards" if isinstance(constraint, OnBoards) else "kind"
        case Rest():
            return None if constraint.slots > 0 else "slots"
        case LastBye():
            return None


def _wrong_time_field(problem: Problem, constraint: Unavailable) -> str | None:
    there = [time.slot for time in problem.times if time.round == constraint.round]
    if not there:
        return "round"
    return None if constraint.slot is None or constraint.slot in there else "slot"
