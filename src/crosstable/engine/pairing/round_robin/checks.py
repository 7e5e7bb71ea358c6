"""The checks an organiser sees beside a schedule (C5), counted from the schedule itself, as data."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin.schedule import GroupSchedule, Schedule


@dataclass(frozen=True, slots=True)
class GroupChecks:
    """One group: what there should be, what there is, and who is not as it should be."""

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
    """Boards with two matches at once, as (round, slot, board)."""

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
