"""The seat of somebody who is not here, or has left, is given to somebody else, who plays every match of it.

A match that was given away is to be played again. What the one before has played no longer counts; that must be wanted.
"""

from collections.abc import Collection, Sequence

from django.db import transaction

from crosstable.accounts.models import User
from crosstable.events.actions.frame.acting import Act, acting
from crosstable.events.actions.hall.evenings import give_times_to
from crosstable.events.actions.results.settling import clear_boards, reopen
from crosstable.events.actions.stages.latecomers import arrived, require_pools
from crosstable.events.actions.stages.stages import fresh_stage, require_stage, save_stage
from crosstable.events.actions.stages.withdrawals import take_out
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Match, Stage, WithdrawalKind
from crosstable.events.play_errors import HolderHasPlayed, SeatIsHeld
from crosstable.events.queries.stages.pool_people import DRAWN, PoolPeople, TakenSeat
from crosstable.events.records.entries import EntryDetails


@transaction.atomic
def give_seat(
    *,
    stage: Stage,
    holder: Entry,
    by: User,
    entry: Entry | None = None,
    details: EntryDetails | None = None,
    anew: bool = False,
    confirmed: Collection[str] = (),
) -> Entry:
    """Somebody new, or somebody of the waiting list, plays in place of the holder: all of it or nothing. `anew`: what
    the holder has played, too. Raises SeatIsHeld, HolderHasPlayed, NoSeatsOfPools, StageFixed, BadValue, and what an
    entry raises."""
    require_pools(stage)
    joining = arrived(stage, entry, details, by, confirmed)
    with acting(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage)
        require_stage(fresh, "Giving a seat", *DRAWN)
        seat = _seat_to_give(PoolPeople(fresh), holder, joining, anew=anew)
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


def _seat_to_give(people: PoolPeople, holder: Entry, joining: Entry, *, anew: bool) -> TakenSeat:
    of = {seat.entry.pk: seat for seat in people.taken_seats}
    if holder.pk not in of:
        raise BadValue(f"{holder} takes no part in {people.stage}.", "seat_of")
    if joining.pk in of:
        raise BadValue(f"{joining} is in a pool of {people.stage} already.", "entry")
    seat = of[holder.pk]
    if seat not in people.seats_to_give:
        raise SeatIsHeld(name=holder.display_name)
    if seat.played and not anew:
        raise HolderHasPlayed(name=holder.display_name, count=seat.played)
    return seat


def _take_over(act: Act, stage: Stage, seat: TakenSeat, joining: Entry) -> Sequence[Match]:
    """Every match is open, unless the other side has left: that match is what it would be, had they met before.
    Those that are to be played."""
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


def _leave(act: Act, stage: Stage, holder: Entry) -> None:
    """Whoever comes after all stands on the waiting list once they are marked as here."""
    stage.withdrawals.filter(entry=holder).delete()
    if not holder.is_dropped and not holder.is_absent:
        holder.absent_since = act.now
        holder.save(update_fields=["absent_since"])
