"""The players of a drawn pool stage: absent players, players in no pool, pools with a free seat."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from crosstable.engine.hall import Progress
from crosstable.events.bridge.hall import progress_of
from crosstable.events.bridge.results.scores import PLAYED
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Entry, Match, Pool, Round, Stage, StageKind, StageStatus
from crosstable.events.queries.stages.pool_schedule import matches_of_stage
from crosstable.games import Use
from crosstable.text import tr

ON = (Progress.CALLED, Progress.IN_PLAY)
DRAWN = (StageStatus.PUBLISHED, StageStatus.STARTED)


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A seat of a pool with its entry and all their matches, in the order of play."""

    entry: Entry
    pool: Pool
    matches: Sequence[Match]

    @property
    def open(self) -> list[Match]:
        """Matches without a report."""
        return [match for match in self.matches if match.is_open and not match.is_void]

    @property
    def played(self) -> int:
        """The number of matches played or reported."""
        return sum(m.result in PLAYED or m.is_claimed or m.is_disputed for m in self.matches)

    @property
    def next(self) -> Match | None:
        """The match they are called to, or the first open one."""
        return min(self.open, key=lambda match: progress_of(match) not in ON, default=None)

    @property
    def next_opponent(self) -> Entry | None:
        match = self.next
        return None if match is None else match.second if match.first_id == self.entry.pk else match.first

    @property
    def is_called(self) -> bool:
        return self.next is not None and progress_of(self.next) is Progress.CALLED


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A pool with one bye in every round: a new entry meets the player with the bye in each."""

    pool: Pool
    meets: Sequence[tuple[Round, Entry]]

    @property
    def opponents(self) -> list[str]:
        """The opponents by round; withdrawn ones are marked."""
        return [
            tr("{name} (withdrawn)", name=entry.display_name) if entry.is_dropped else entry.display_name
            for _, entry in self.meets
        ]


@dataclass(frozen=True)
class PoolPeople:
    stage: Stage
    # The matches of the stage, if the caller has read them.
    known: list[Match] | None = None

    @cached_property
    def matches(self) -> list[Match]:
        return matches_of_stage(self.stage) if self.known is None else self.known

    @cached_property
    def taken_seats(self) -> list[TakenSeat]:
        seats = self.stage.pool_seats.select_related("pool", "entry").defer("entry__list_text")
        matches: dict[int | None, list[Match]] = defaultdict(list)
        for match in self.matches:
            matches[match.first_id].append(match)
            matches[match.second_id].append(match)
        return [
            TakenSeat(seat.entry, seat.pool, matches[seat.entry_id])
            for seat in seats.order_by("pool__number", "seat")
        ]

    @cached_property
    def away(self) -> list[TakenSeat]:
        """Seats of absent entries, or of entries not checked in where the game has a check-in."""
        return [s for s in self.taken_seats if not s.entry.is_dropped and not s.entry.is_active]

    @cached_property
    def here(self) -> list[TakenSeat]:
        return [s for s in self.taken_seats if s.entry.is_active]

    @cached_property
    def seats_to_give(self) -> list[TakenSeat]:
        """Seats of absent or withdrawn entries, free for another. Before play, check-in is not required."""
        if self.stage.is_being_played:
            return [s for s in self.taken_seats if not s.entry.is_active]
        return [s for s in self.taken_seats if s.entry.is_dropped or s.entry.is_absent]

    @cached_property
    def without_seat(self) -> list[Entry]:
        """Entries of the event in no pool. Empty in later stages, where that means eliminated."""
        if self.stage.number > 1:
            return []
        there = self.stage.tournament.entries.filter(dropped_at__isnull=True).defer("list_text")
        return list(there.exclude(pk__in=self.stage.pool_seats.values("entry")).order_by("seed"))

    @cached_property
    def unseated(self) -> list[Entry]:
        """The waiting list: entries in no pool that are not absent."""
        return [entry for entry in self.without_seat if not entry.is_absent]

    @cached_property
    def free_seats(self) -> list[FreeSeat]:
        if self.stage.status not in DRAWN:
            return []
        by_pool: dict[int, list[TakenSeat]] = defaultdict(list)
        for seat in self.taken_seats:
            by_pool[seat.pool.pk].append(seat)
        free = (_free_seat(seats) for seats in by_pool.values())
        return [seat for seat in free if seat is not None]


def _free_seat(seats: Sequence[TakenSeat]) -> FreeSeat | None:
    """The free seat of the pool with these seats, if any."""
    members = {seat.entry.pk: seat.entry for seat in seats}
    rounds: dict[int, tuple[Round, set[int]]] = {}
    for seat in seats:
        for match in seat.matches:
            rounds.setdefault(match.round_id, (match.round, set()))[1].add(seat.entry.pk)
    in_order = sorted(rounds.values(), key=lambda one: one[0].number)
    out = [(round_, members.keys() - playing) for round_, playing in in_order]
    if not out or any(len(sitting) != 1 for _, sitting in out):
        return None
    return FreeSeat(seats[0].pool, [(round_, members[pk]) for round_, (pk,) in out])


def drawn_pools(stage: Stage) -> PoolPeople | None:
    """Return the people of a published pool stage; None for any other stage."""
    return PoolPeople(stage) if stage.kind == StageKind.POOLS and stage.status in DRAWN else None


def not_checked_in(people: PoolPeople) -> list[Entry]:
    """Return the entries that would start as absent; none if the game has no check-in."""
    if Use.CHECK_IN not in rules_of(people.stage.tournament).uses:
        return []
    return [s.entry for s in people.away if not s.entry.is_checked_in]
