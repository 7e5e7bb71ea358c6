"""Checks of a schedule (C5) and how equally it distributes boards, colours and waiting (C3).

Both are counted from the finished schedule alone, as data; pages and commands word them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin.balanced import least_excess
from crosstable.engine.pairing.round_robin.schedule import GroupSchedule, Schedule


@dataclass(frozen=True, slots=True)
class GroupChecks:
    """One group: expected counts, actual counts, and the entries that differ."""

    group: str
    size: int
    rounds: int
    rounds_expected: int
    matches: int
    matches_expected: int
    wrong_pairs: tuple[frozenset[EntryId], ...]
    uneven_byes: tuple[EntryId, ...]
    twice_in_a_slot: tuple[EntryId, ...]

    @property
    def ok(self) -> bool:
        counts = (self.rounds, self.matches) == (self.rounds_expected, self.matches_expected)
        return counts and not (self.wrong_pairs or self.uneven_byes or self.twice_in_a_slot)


@dataclass(frozen=True, slots=True)
class ScheduleChecks:
    sizes: tuple[int, ...]
    groups: tuple[GroupChecks, ...]
    double_bookings: tuple[tuple[int, int, int], ...]
    """Boards with two matches at the same time, as (round, slot, board)."""

    @property
    def sizes_within_one(self) -> bool:
        return max(self.sizes) - min(self.sizes) <= 1

    @property
    def ok(self) -> bool:
        return self.sizes_within_one and not self.double_bookings and all(group.ok for group in self.groups)


def check_schedule(schedule: Schedule) -> ScheduleChecks:
    groups = tuple(_check_group(group, schedule.legs) for group in schedule.groups)
    return ScheduleChecks(tuple(group.size for group in groups), groups, _double_booked(schedule))


def _check_group(group: GroupSchedule, legs: int) -> GroupChecks:
    entries = group.group.entries
    size = len(entries)
    return GroupChecks(
        group=group.group.name,
        size=size,
        rounds=len(group.rounds),
        rounds_expected=legs * (size - 1 + size % 2),
        matches=sum(1 for _ in group.matches),
        matches_expected=legs * size * (size - 1) // 2,
        wrong_pairs=_wrong_pairs(group, legs),
        uneven_byes=_uneven_byes(group, legs),
        twice_in_a_slot=_twice_in_a_slot(group),
    )


def _wrong_pairs(group: GroupSchedule, legs: int) -> tuple[frozenset[EntryId], ...]:
    met = Counter(match.entries for match in group.matches)
    entries = group.group.entries
    wanted = {frozenset((a, b)) for i, a in enumerate(entries) for b in entries[:i]}
    return tuple(sorted((p for p in wanted | set(met) if p not in wanted or met[p] != legs), key=sorted))


def _uneven_byes(group: GroupSchedule, legs: int) -> tuple[EntryId, ...]:
    byes = Counter(round_.bye for round_ in group.rounds)
    expected = legs * (len(group.group.entries) % 2)
    return tuple(entry for entry in group.group.entries if byes[entry] != expected)


def _twice_in_a_slot(group: GroupSchedule) -> tuple[EntryId, ...]:
    seen = Counter(
        (entry, round_.number, match.slot)
        for round_ in group.rounds
        for match in round_.matches
        for entry in (match.first, match.second)
    )
    return tuple(sorted({entry for (entry, _, _), times in seen.items() if times > 1}))


def _double_booked(schedule: Schedule) -> tuple[tuple[int, int, int], ...]:
    sets: Sequence[Sequence[GroupSchedule]] = (
        [[group] for group in schedule.groups] if schedule.own_boards else [schedule.groups]
    )
    return tuple(place for together in sets for place in _clashes(together))


def _clashes(groups: Sequence[GroupSchedule]) -> list[tuple[int, int, int]]:
    used = Counter(
        (round_.number, match.slot, match.board)
        for group in groups
        for round_ in group.rounds
        for match in round_.matches
    )
    return sorted(place for place, times in used.items() if times > 1)


@dataclass(frozen=True, slots=True)
class Spread:
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Share:
    """The share of one entry. `waits` are the slots between one match and the next."""

    entry: EntryId
    boards: tuple[int, ...]
    first: int
    second: int
    waits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EqualityReport:
    """`boards`: how often an entry uses a board, over all entries and boards.

    `colours`: being first minus being second; `longest_wait` and `total_wait`: slots, over the entries.
    """

    shares: tuple[Share, ...]
    boards: Spread
    colours: Spread
    longest_wait: Spread
    total_wait: Spread


def equality(schedule: Schedule) -> EqualityReport:
    slots = _slots_per_round(schedule)
    shares = tuple(
        _share(entry, group, schedule.boards, slots)
        for group in schedule.groups
        for entry in group.group.entries
    )
    return EqualityReport(
        shares,
        boards=_spread(count for share in shares for count in share.boards),
        colours=_spread(share.first - share.second for share in shares),
        longest_wait=_spread(max(share.waits, default=0) for share in shares),
        total_wait=_spread(sum(share.waits) for share in shares),
    )


def _share(entry: EntryId, group: GroupSchedule, boards: int, slots: Sequence[int]) -> Share:
    used, first, second, times = [0] * boards, 0, 0, []
    for round_, start in zip(group.rounds, slots, strict=False):
        for match in round_.matches:
            if entry in (match.first, match.second):
                used[match.board - 1] += 1
                first += match.first == entry
                second += match.second == entry
                times.append(start + match.slot)
    waits = tuple(later - sooner - 1 for sooner, later in pairwise(times))
    return Share(entry, tuple(used), first, second, waits)


@dataclass(frozen=True, slots=True)
class BoardBalance:
    """`uneven`: entries on one board two more times than on another, counting only boards in use."""

    uneven: int
    entries: int
    is_proven_best: bool


def board_balance(schedule: Schedule) -> BoardBalance:
    shares = {share.entry: share for share in equality(schedule).shares}
    groups = [[shares[entry] for entry in made.group.entries] for made in schedule.groups]
    sharing = [[group] for group in groups] if schedule.own_boards else [groups]
    counts = [used for together in sharing for used in _used_boards(together)]
    excess = sum(_excess(times) for group in counts for times in group)
    bound = sum(_least(group, schedule.legs, alone=len(groups) == 1) for group in counts)
    uneven = sum(max(times) - min(times) > 1 for group in counts for times in group)
    return BoardBalance(uneven, len(shares), excess <= bound)


def _used_boards(groups: Sequence[Sequence[Share]]) -> list[list[list[int]]]:
    """Count how often each entry of these groups is on each board in use."""
    used = [
        any(column) for column in zip(*(share.boards for group in groups for share in group), strict=True)
    ]
    return [
        [[times for times, is_used in zip(share.boards, used, strict=True) if is_used] for share in group]
        for group in groups
    ]


def _excess(times: Sequence[int]) -> int:
    """Return the excess of the squares over those of counts that differ by one at most.

    The same as in `balancing.excess_of`.
    """
    each, over = divmod(sum(times), len(times))
    return sum(n * n for n in times) - (len(times) - over) * each * each - over * (each + 1) ** 2


def _least(group: Sequence[Sequence[int]], legs: int, alone: bool) -> int:
    """Return the lower bound of any schedule. The bound of four on two boards is for a single group."""
    return least_excess(len(group), len(group[0]), legs) if alone or len(group) != 4 else 0


def _slots_per_round(schedule: Schedule) -> list[int]:
    """Return the slot before the first of each round, counted from the start of play."""
    starts, before = [], 0
    for number in range(max(len(group.rounds) for group in schedule.groups)):
        starts.append(before)
        rounds = [group.rounds[number] for group in schedule.groups if number < len(group.rounds)]
        before += max((match.slot for round_ in rounds for match in round_.matches), default=0)
    return starts


def _spread(counts: Iterable[int]) -> Spread:
    known = list(counts)
    return Spread(min(known), max(known)) if known else Spread(0, 0)
