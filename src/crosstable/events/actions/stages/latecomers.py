"""Somebody joins a pool everybody has seen: the free seat of a pool in whose every round one sits out.

No match that is there moves. The new ones are those of the last number of a Berger table: against whoever sits out,
second in the first round, first in the next, and so on.
"""

from collections import Counter
from collections.abc import Collection

from django.db import transaction
from django.db.models import Max

from crosstable.accounts.models import User
from crosstable.events.actions.frame.acting import acting
from crosstable.events.actions.hall.evenings import give_times_to
from crosstable.events.actions.people.late import bring_in
from crosstable.events.actions.stages.schedules import store_boards
from crosstable.events.actions.stages.stages import fresh_stage, require_stage, save_stage
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Match, Pool, PoolSeat, Round, Stage, StageKind, Status
from crosstable.events.play_errors import NoFreeSeat, NoFreeSeatAnywhere, NoSeatsOfPools
from crosstable.events.queries.stages.pool_people import DRAWN, FreeSeat, PoolPeople
from crosstable.events.records.entries import EntryDetails
from crosstable.events.records.settings.hall_settings import open_boards
from crosstable.events.records.settings.stage_settings import PoolSettings


@transaction.atomic
def join_pool(
    *,
    stage: Stage,
    pool: Pool,
    by: User,
    entry: Entry | None = None,
    details: EntryDetails | None = None,
    confirmed: Collection[str] = (),
) -> Entry:
    """Enter somebody new, or take somebody registered, and give them the free seat: all of it or nothing.

    Raises NoFreeSeat, NoFreeSeatAnywhere, StageFixed, BadValue, and whatever adding a player raises.
    """
    require_pools(stage)
    joining = arrived(stage, entry, details, by, confirmed)
    with acting(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage)
        require_stage(fresh, "Joining a pool", *DRAWN)
        people = PoolPeople(fresh)
        if any(joining.pk == seat.entry.pk for seat in people.taken_seats):
            raise BadValue(f"{joining} is in a pool of {fresh} already.", "entry")
        seat = next((s for s in people.free_seats if s.pool.pk == pool.pk), None)
        if seat is None:
            if not people.free_seats:
                raise NoFreeSeatAnywhere(pool=pool.name)
            raise NoFreeSeat(pool=pool.name, names=[s.pool.name for s in people.free_seats])
        made = _new_matches(fresh, seat, joining, people.matches)
        Match.objects.bulk_create(made)
        if act.tournament.has_boards:
            store_boards(made, act.tournament.team_boards)
        _take_seat(fresh, pool, joining)
        give_times_to(fresh, made, act.now)
        save_stage(fresh)
        after = {"pool": pool.name, "matches": len(made)}
        act.record("pools.joined", joining.display_name, after=after, entry=joining, stage=fresh)
    return joining


def wait_for_a_seat(
    *,
    stage: Stage,
    by: User,
    entry: Entry | None = None,
    details: EntryDetails | None = None,
    confirmed: Collection[str] = (),
) -> Entry:
    """In the event, here, and in no pool: the waiting list. Whoever is let in from it takes a free seat (join_pool).

    Raises StageFixed, BadValue, and whatever adding a player raises.
    """
    require_pools(stage)
    require_stage(stage, "Waiting for a seat", *DRAWN)
    if entry is not None and stage.pool_seats.filter(entry=entry).exists():
        raise BadValue(f"{entry} is in a pool of {stage} already.", "entry")
    return arrived(stage, entry, details, by, confirmed)


INSTEAD = {
    StageKind.SWISS: "Whoever comes late gets a place in the round that is on, or in the next.",
    StageKind.KNOCKOUT: "Until the bracket is published, the seat of somebody who has withdrawn goes to whoever comes "
    "next; after that the other side goes on.",
}


def require_pools(stage: Stage) -> None:
    """Raises NoSeatsOfPools, with what there is instead."""
    if stage.kind != StageKind.POOLS:
        raise NoSeatsOfPools(stage=stage.name, instead=INSTEAD[StageKind(stage.kind)])


def arrived(
    stage: Stage,
    entry: Entry | None,
    details: EntryDetails | None,
    by: User,
    confirmed: Collection[str] = (),
) -> Entry:
    """In the event, and here once people are checked in."""
    if entry is not None and stage.tournament.status == Status.REGISTRATION:
        return entry
    return bring_in(stage.tournament, entry, details, by, confirmed)


def _new_matches(stage: Stage, seat: FreeSeat, entry: Entry, there: list[Match]) -> list[Match]:
    """One for each who has not left."""
    made = []
    for number, (round_, opponent) in enumerate(seat.meets, start=1):
        if opponent.is_dropped:
            continue
        table, slot = _place(stage, seat.pool, [m for m in there if m.round_id == round_.pk])
        sides = (opponent, entry) if number % 2 else (entry, opponent)
        made.append(_match(round_, seat.pool, sides, table, slot))
    return made


def _match(round_: Round, pool: Pool, sides: tuple[Entry, Entry], table: int, slot: int) -> Match:
    return Match(round=round_, pool=pool, first=sides[0], second=sides[1], table=table, slot=slot)


def _place(stage: Stage, pool: Pool, in_round: list[Match]) -> tuple[int, int]:
    """The board of the pool with the fewest matches in the round, after the last of them."""
    settings = PoolSettings.of(stage)
    offset = (pool.number - 1) * settings.boards if settings.own_boards else 0
    own = range(offset + 1, offset + settings.boards + 1)
    boards = [board for board in open_boards(stage) if board in own] or own
    used = Counter(match.table for match in in_round)
    table = min(boards, key=lambda board: (used[board], board))
    return table, max((match.slot for match in in_round if match.table == table), default=0) + 1


def _take_seat(stage: Stage, pool: Pool, entry: Entry) -> None:
    last = pool.seats.aggregate(last=Max("seat"))["last"] or 0
    PoolSeat.objects.create(stage=stage, pool=pool, entry=entry, seat=last + 1)
