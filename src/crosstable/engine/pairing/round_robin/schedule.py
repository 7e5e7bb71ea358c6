"""From groups to a schedule: rounds, boards, time slots (C3) and byes (C4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from crosstable.engine.model import EntryId, Pairing, RoundPlan
from crosstable.engine.pairing.round_robin.errors import (
    EntryTwice,
    GroupTooSmall,
    LastByeInEvenGroup,
    LastByeTwice,
    LastByeUnknown,
    NoBoards,
)
from crosstable.engine.pairing.round_robin.groups import Group
from crosstable.engine.pairing.round_robin.options import ONE_BOARD, ScheduleOptions
from crosstable.engine.pairing.round_robin.tables import TableRound, table


@dataclass(frozen=True, slots=True)
class ScheduledMatch:
    """Boards and slots count from 1; slots start anew in each round. The first has White."""

    first: EntryId
    second: EntryId
    board: int
    slot: int

    @property
    def entries(self) -> frozenset[EntryId]:
        return frozenset((self.first, self.second))


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    number: int
    matches: tuple[ScheduledMatch, ...]
    bye: EntryId | None = None

    def plan(self) -> RoundPlan:
        """The round as every pairing system hands it over. Who sits out is no Bye there: everybody does so
        equally often, and it is worth neither a win nor points."""
        return RoundPlan(self.number, tuple(Pairing(m.first, m.second, m.board) for m in self.matches))


@dataclass(frozen=True, slots=True)
class GroupSchedule:
    group: Group
    rounds: tuple[ScheduledRound, ...]

    @property
    def matches(self) -> Iterable[ScheduledMatch]:
        return (match for round_ in self.rounds for match in round_.matches)


@dataclass(frozen=True, slots=True)
class Schedule:
    groups: tuple[GroupSchedule, ...]
    boards: int
    legs: int = 1
    own_boards: bool = False


def schedule_groups(groups: Sequence[Group], options: ScheduleOptions = ONE_BOARD) -> Schedule:
    """The schedule of all groups. Raises NoBoards, GroupTooSmall, EntryTwice and the LastBye errors."""
    _check(groups, options)
    shared = _Boards(options.boards, options.count_on)
    scheduled = tuple(
        _schedule_group(group, options, _Boards(options.boards) if options.own_boards else shared)
        for group in groups
    )
    return Schedule(scheduled, options.boards, 2 if options.double else 1, options.own_boards)


def schedule_group(group: Group, options: ScheduleOptions = ONE_BOARD) -> GroupSchedule:
    """One group that has the boards to itself."""
    return schedule_groups((group,), options).groups[0]


@dataclass
class _Boards:
    """C3: board = (match index + round index) mod boards + 1. A board's matches take its slots in turn.

    The index counts the matches of a group. Groups that share boards then start a round at the same one, and wait
    there while others stand free; with `count_on` they share the count as well.
    """

    boards: int
    count_on: bool = False
    taken: Counter[tuple[int, int]] = field(default_factory=Counter)
    counted: Counter[int] = field(default_factory=Counter)

    def next(self, round_index: int, match_index: int) -> tuple[int, int]:
        """The board and the slot of the next match of a round."""
        number = self.counted[round_index] if self.count_on else match_index
        self.counted[round_index] += 1
        board = (number + round_index) % self.boards + 1
        self.taken[round_index, board] += 1
        return board, self.taken[round_index, board]


def _schedule_group(group: Group, options: ScheduleOptions, boards: _Boards) -> GroupSchedule:
    last = next((seat for seat, entry in enumerate(group.entries) if entry in options.last_byes), None)
    rounds = table(len(group.entries), options.rounds, last, options.double)
    return GroupSchedule(
        group,
        tuple(_seated(group, index, round_, boards) for index, round_ in enumerate(rounds)),
    )


def _seated(group: Group, index: int, round_: TableRound, boards: _Boards) -> ScheduledRound:
    matches = tuple(
        ScheduledMatch(group.entries[a], group.entries[b], *boards.next(index, number))
        for number, (a, b) in enumerate(round_.matches)
    )
    bye = None if round_.bye is None else group.entries[round_.bye]
    return ScheduledRound(index + 1, matches, bye)


def _check(groups: Sequence[Group], options: ScheduleOptions) -> None:
    if options.boards < 1:
        raise NoBoards(options.boards)
    for group in groups:
        if len(group.entries) < 2:
            raise GroupTooSmall(len(group.entries))
    everybody = Counter(entry for group in groups for entry in group.entries)
    if twice := [entry for entry, times in everybody.items() if times > 1]:
        raise EntryTwice(twice)
    for entry in options.last_byes:
        if entry not in everybody:
            raise LastByeUnknown(entry)
    for group in groups:
        _check_last_bye(group, [entry for entry in options.last_byes if entry in group.entries])


def _check_last_bye(group: Group, chosen: Sequence[EntryId]) -> None:
    if len(chosen) > 1:
        raise LastByeTwice(chosen, group.name)
    if chosen and len(group.entries) % 2 == 0:
        raise LastByeInEvenGroup(chosen[0], group.name)
