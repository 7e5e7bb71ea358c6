"""How equally a schedule shares out what is scarce: boards, colours (being named first) and waiting (C3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin.schedule import GroupSchedule, Schedule


@dataclass(frozen=True, slots=True)
class Spread:
    least: int
    most: int

    @property
    def difference(self) -> int:
        return self.most - self.least


@dataclass(frozen=True, slots=True)
class Share:
    """What one entry gets. `waits` are the slots spent between one match and the next."""

    entry: EntryId
    boards: tuple[int, ...]
    first: int
    second: int
    waits: tuple[int, ...]

    @property
    def board_spread(self) -> Spread:
        return _spread(self.boards)


@dataclass(frozen=True, slots=True)
class EqualityReport:
    """`boards`: how often an entry uses a board, over all entries and boards; `colours`: being first minus
    being second; `longest_wait` and `total_wait`: slots, over the entries."""

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


def _slots_per_round(schedule: Schedule) -> list[int]:
    """The slot before the first of each round, counted from the start of play."""
    starts, before = [], 0
    for number in range(max(len(group.rounds) for group in schedule.groups)):
        starts.append(before)
        rounds = [group.rounds[number] for group in schedule.groups if number < len(group.rounds)]
        before += max((match.slot for round_ in rounds for match in round_.matches), default=0)
    return starts


def _spread(counts: Iterable[int]) -> Spread:
    known = list(counts)
    return Spread(min(known), max(known)) if known else Spread(0, 0)
