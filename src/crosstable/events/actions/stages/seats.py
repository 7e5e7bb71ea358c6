"""Giving the seat of an absent or withdrawn player to another player, who plays all its matches.

A forfeited match is open again. The former holder's played matches no longer count; the organiser must confirm that.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import Max

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.hall.evenings import give_times_to
from crosstable.events.actions.people.late import enter_as_present
from crosstable.events.actions.results.settling import clear_boards, reopen
from crosstable.events.actions.stages.schedules import store_boards
from crosstable.events.actions.stages.stages import fresh_stage, require_stage, save_stage
from crosstable.events.actions.stages.withdrawals import take_out
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.settings.hall_settings import open_boards
from crosstable.events.bridge.settings.stage_settings import PoolSettings
from crosstable.events.errors import BadValue
from crosstable.events.models import (
    Entry,
    Match,
    Pool,
    PoolSeat,
    Stage,
    StageKind,
    Status,
    WithdrawalKind,
)
from crosstable.events.play_errors import (
    HolderHasPlayed,
    NoFreeSeat,
    NoFreeSeatAnywhere,
    NoSeatsOfPools,
    SeatIsHeld,
)
from crosstable.events.queries.stages.pool_people import DRAWN, FreeSeat, PoolPeople, TakenSeat
from crosstable.text import tr


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
    """Enter a new player, or take a registered one, and give them the free seat: all of it or nothing.

    Raises NoFreeSeat, NoFreeSeatAnywhere, StageFixed, BadValue, and whatever adding a player raises.
    """
    require_pools(stage)
    joining = arrived(stage, entry, details, by, confirmed)
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage)
        require_stage(fresh, tr("Add to a pool"), *DRAWN)
        people = PoolPeople(fresh)
        if any(joining.pk == seat.entry.pk for seat in people.taken_seats):
            raise BadValue(
                tr("{joining} is in a pool of {fresh} already.", joining=joining, fresh=fresh), "entry"
            )
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


def join_waiting_list(
    *,
    stage: Stage,
    by: User,
    entry: Entry | None = None,
    details: EntryDetails | None = None,
    confirmed: Collection[str] = (),
) -> Entry:
    """Add a player to the waiting list: in the event, present, and in no pool. From there they get a free seat
    (join_pool).

    Raises StageFixed, BadValue, and whatever adding a player raises.
    """
    require_pools(stage)
    require_stage(stage, tr("Join the waiting list"), *DRAWN)
    if entry is not None and stage.pool_seats.filter(entry=entry).exists():
        raise BadValue(tr("{entry} is in a pool of {stage} already.", entry=entry, stage=stage), "entry")
    return arrived(stage, entry, details, by, confirmed)


INSTEAD = {
    StageKind.SWISS: tr("A late entry joins the round in progress, or the next one."),
    StageKind.KNOCKOUT: tr(
        "Until the bracket is published, the seat of a withdrawn player goes to the next player; "
        "after that the opponent advances."
    ),
}


def require_pools(stage: Stage) -> None:
    """Refuse a stage without pools. Raises NoSeatsOfPools, with what there is instead."""
    if stage.kind != StageKind.POOLS:
        raise NoSeatsOfPools(stage=stage.shown_name, instead=INSTEAD[StageKind(stage.kind)])


def arrived(
    stage: Stage,
    entry: Entry | None,
    details: EntryDetails | None,
    by: User,
    confirmed: Collection[str] = (),
) -> Entry:
    """Enter the player, and mark them present once players are checked in."""
    if entry is not None and stage.tournament.status == Status.REGISTRATION:
        return entry
    return enter_as_present(stage.tournament, entry, details, by, confirmed)


def _new_matches(stage: Stage, seat: FreeSeat, entry: Entry, there: list[Match]) -> list[Match]:
    """Return one match for each entry that has not left."""
    made = []
    for number, (round_, opponent) in enumerate(seat.meets, start=1):
        if opponent.is_dropped:
            continue
        table, slot = _place(stage, seat.pool, [m for m in there if m.round_id == round_.pk])
        sides = (opponent, entry) if number % 2 else (entry, opponent)
        made.append(
            Match(round=round_, pool=seat.pool, first=sides[0], second=sides[1], table=table, slot=slot)
        )
    return made


def _place(stage: Stage, pool: Pool, in_round: list[Match]) -> tuple[int, int]:
    """Return the pool's board with the fewest matches in the round, and the slot after the last of them."""
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


@transaction.atomic
def give_seat(
    *,
    stage: Stage,
    holder: Entry,
    by: User,
    entry: Entry | None = None,
    details: EntryDetails | None = None,
    replay: bool = False,
    confirmed: Collection[str] = (),
) -> Entry:
    """Give the holder's seat to a new player or one from the waiting list: all of it or nothing. `replay` also replays
    the holder's played matches. Raises SeatIsHeld, HolderHasPlayed, NoSeatsOfPools, StageFixed, BadValue, and what an
    entry raises."""
    require_pools(stage)
    joining = arrived(stage, entry, details, by, confirmed)
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage)
        require_stage(fresh, tr("Give the seat"), *DRAWN)
        seat = _seat_to_give(PoolPeople(fresh), holder, joining, replay=replay)
        open_ = _take_over(act, fresh, seat, joining)
        fresh.pool_seats.filter(entry=holder).update(entry=joining)
        _leave(act, fresh, seat.entry)
        overdue = [match for match in open_ if match.planned_at is not None and match.planned_at < act.now]
        give_times_to(fresh, overdue, act.now)
        save_stage(fresh)
        act.record(
            "pools.seat-given",
            joining.display_name,
            before={"entry": holder.display_name, "played": seat.played},
            after={"pool": seat.pool.name, "next_matches": [match.pk for match in open_]},
            entry=joining,
            stage=fresh,
        )
    return joining


def _seat_to_give(people: PoolPeople, holder: Entry, joining: Entry, *, replay: bool) -> TakenSeat:
    of = {seat.entry.pk: seat for seat in people.taken_seats}
    if holder.pk not in of:
        raise BadValue(tr("{holder} takes no part in {stage}.", holder=holder, stage=people.stage), "seat_of")
    if joining.pk in of:
        raise BadValue(
            tr("{joining} is in a pool of {stage} already.", joining=joining, stage=people.stage), "entry"
        )
    seat = of[holder.pk]
    if seat not in people.seats_to_give:
        raise SeatIsHeld(name=holder.display_name)
    if seat.played and not replay:
        raise HolderHasPlayed(name=holder.display_name, count=seat.played)
    return seat


def _take_over(act: Action, stage: Stage, seat: TakenSeat, joining: Entry) -> Sequence[Match]:
    """Reopen every match, except against withdrawn entries: their withdrawal applies to it. Return the matches to
    play."""
    left = {row.entry_id: row for row in stage.withdrawals.exclude(entry=seat.entry).select_related("entry")}
    for match in seat.matches:
        _change_side(match, seat.entry, joining)
        other = match.first_id if match.second_id == joining.pk else match.second_id
        if (row := left.get(other or 0)) is not None:
            row.touched |= take_out(act, [match], row.entry, WithdrawalKind(row.how))
            row.save(update_fields=["touched"])
    return [match for match in seat.matches if match.is_open and not match.is_void]


def _change_side(match: Match, holder: Entry, joining: Entry) -> None:
    side = "first" if match.first_id == holder.pk else "second"
    setattr(match, side, joining)
    match.claims.all().delete()
    clear_boards(match)
    match.parts.update(**{f"{side}_member": None})
    match.called_at = match.game_started_at = match.game_stopped_at = None
    match.disputed_at, match.dispute_reason, match.is_void = None, "", False
    reopen(match)


def _leave(act: Action, stage: Stage, holder: Entry) -> None:
    """Mark the holder absent: if they arrive late, they join the waiting list."""
    stage.withdrawals.filter(entry=holder).delete()
    if not holder.is_dropped and not holder.is_absent:
        holder.absent_since = act.now
        holder.save(update_fields=["absent_since"])
