"""From groups to a schedule: rounds, boards, time slots (C3) and byes (C4)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from crosstable.engine.model import EntryId, Pairing, RoundPlan
from crosstable.engine.pairing.round_robin.balanced import Deal, deal_balanced
from crosstable.engine.pairing.round_robin.groups import (
    ONE_BOARD,
    BoardRule,
    EntryTwice,
    Group,
    GroupTooSmall,
    LastByeInEvenGroup,
    LastByeTwice,
    LastByeUnknown,
    NoBoards,
    Rounds,
    ScheduleOptions,
)
from crosstable.engine.pairing.round_robin.tables import TableRound, sides_in_turn, table


@dataclass(frozen=True, slots=True)
class ScheduledMatch:
    """Boards and slots count from 1; slots restart in each round. The first entry has White."""

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
        """Return the round as a pairing system does.

        The free entry of a round gets no Bye: each entry is free equally often, and it is worth neither a win nor
        points.
        """
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
    """Schedule all groups. Raises NoBoards, GroupTooSmall, EntryTwice and the LastBye errors."""
    _check(groups, options)
    sharing = [[group] for group in groups] if options.own_boards else [groups]
    scheduled = tuple(made for together in sharing for made in _schedule_together(together, options))
    return Schedule(scheduled, options.boards, 2 if options.double else 1, options.own_boards)


def schedule_group(group: Group, options: ScheduleOptions = ONE_BOARD) -> GroupSchedule:
    """Schedule one group that has the boards to itself."""
    return schedule_groups((group,), options).groups[0]


def _schedule_together(groups: Sequence[Group], options: ScheduleOptions) -> Iterable[GroupSchedule]:
    """Schedule groups that share the boards."""
    tables = [_table(group, options) for group in groups]
    dealt = _DEALS[options.board_rule](tables, options)
    slots = _Slots()
    shares = options.share_sides and options.rounds is Rounds.CIRCLE
    for group, rounds, boards in zip(groups, tables, dealt, strict=True):
        sided = sides_in_turn(len(group.entries), rounds) if shares else rounds
        seated = (
            _seated(group, index, round_, row, slots)
            for index, (round_, row) in enumerate(zip(sided, boards, strict=True))
        )
        yield GroupSchedule(group, tuple(seated))


def _table(group: Group, options: ScheduleOptions) -> list[TableRound]:
    last = next((seat for seat, entry in enumerate(group.entries) if entry in options.last_byes), None)
    return table(len(group.entries), options.rounds, last, options.double)


def _by_formula(tables: Sequence[Sequence[TableRound]], options: ScheduleOptions) -> Deal:
    """C3: board = (match index + round index) mod boards + 1.

    The index counts the matches of a group. Groups that share boards then start a round at the same one, and wait there
    while others are free; with `count_on` they share the count as well.
    """
    counted: Counter[int] = Counter()
    dealt = []
    for rounds in tables:
        rows = []
        for index, round_ in enumerate(rounds):
            begin = counted[index] if options.count_on else 0
            rows.append([(begin + i + index) % options.boards for i in range(len(round_.matches))])
            counted[index] += len(round_.matches)
        dealt.append(rows)
    return dealt


def _balanced(tables: Sequence[Sequence[TableRound]], options: ScheduleOptions) -> Deal:
    seats = tuple(tuple(round_.matches for round_ in rounds) for rounds in tables)
    return deal_balanced(seats, options.boards, 2 if options.double else 1, options.rounds)


_DEALS: Mapping[BoardRule, Callable[[Sequence[Sequence[TableRound]], ScheduleOptions], Deal]] = {
    BoardRule.FORMULA: _by_formula,
    BoardRule.BALANCED: _balanced,
}


@dataclass
class _Slots:
    """Assign the slots of each board in order."""

    counts: Counter[tuple[int, int]] = field(default_factory=Counter)

    def next(self, round_index: int, board: int) -> int:
        self.counts[round_index, board] += 1
        return self.counts[round_index, board]


def _seated(
    group: Group, index: int, round_: TableRound, boards: Sequence[int], slots: _Slots
) -> ScheduledRound:
    matches = tuple(
        ScheduledMatch(group.entries[a], group.entries[b], board + 1, slots.next(index, board))
        for (a, b), board in zip(round_.matches, boards, strict=True)
    )
    bye = None if round_.bye is None else group.entries[round_.bye]
    return ScheduledRound(index + 1, matches, bye)


def _check(groups: Sequence[Group], options: ScheduleOptions) -> None:
    if options.boards < 1:
        raise NoBoards(options.boards)
    for group in groups:
        if len(group.entries) < 2:
            raise GroupTooSmall(len(group.entries))
    counts = Counter(entry for group in groups for entry in group.entries)
    if twice := [entry for entry, times in counts.items() if times > 1]:
        raise EntryTwice(twice)
    for entry in options.last_byes:
        if entry not in counts:
            raise LastByeUnknown(entry)
    for group in groups:
        _check_last_bye(group, [entry for entry in options.last_byes if entry in group.entries])


def _check_last_bye(group: Group, last_byes: Sequence[EntryId]) -> None:
    if len(last_byes) > 1:
        raise LastByeTwice(last_byes, group.name)
    if last_byes and len(group.entries) % 2 == 0:
        raise LastByeInEvenGroup(last_byes[0], group.name)
