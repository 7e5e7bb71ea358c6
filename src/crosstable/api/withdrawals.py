"""Withdrawals from a stage of pools: the preview of each way, the decision, reverting it. Absences and late entries."""

from typing import Any, Literal

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import match_in, tournament_to_run
from crosstable.api.players import NewcomerIn
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Reason, Text, Whole, check_fields
from crosstable.api.stage_schemas import StageWithPoolsOut
from crosstable.api.stages import STAGE_PATH, stage_in, stage_to_run, with_pools
from crosstable.events.actions.stages import seats, withdrawals
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.errors import BadValue
from crosstable.events.permissions import RULE
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.stages.pool_people import PoolPeople
from crosstable.events.queries.stages.withdrawals import preview_withdrawal
from crosstable.text import tr

router = new_router("stages")


class WithdrawIn(In):
    player_id: Whole
    how: Literal["keep", "forfeit", "void"] | None = Field(
        None,
        description="Default: FIDE's rule, void if fewer than half of the games were played, otherwise "
        "forfeit; always void with the BWF tie-breaks.",
    )
    reason: Reason = ""


class StandingOut(Out):
    name: str
    rank: int
    points: str
    would_rank: int | None
    would_have: str


class EffectOut(Out):
    how: str
    by_rule: bool
    standings: list[StandingOut]


class WithdrawalPreviewOut(Out):
    pool: str
    played: int
    total: int
    effects: list[EffectOut]


@router.get(STAGE_PATH + "/withdrawals/{id:player_id}", response=WithdrawalPreviewOut)
def preview_withdrawal_of(
    request: Request, tournament_id: int, number: int, player_id: int
) -> WithdrawalPreviewOut:
    """Preview what `keep`, `forfeit` and `void` would do to the standings. Nothing changes."""
    stage = stage_to_run(request, tournament_id, number)
    seen = preview_withdrawal(stage, entry_in(stage.tournament, player_id))
    if seen is None:
        raise Http404
    return WithdrawalPreviewOut.of_row(seen)


@router.post(STAGE_PATH + "/withdrawals", response={201: StageWithPoolsOut})
def withdraw(
    request: Request, tournament_id: int, number: int, body: WithdrawIn
) -> Status[StageWithPoolsOut]:
    """Withdraw a player from the stage. Played games count and the rest are forfeited, or no game counts."""
    stage = stage_to_run(request, tournament_id, number)
    withdrawals.withdraw_entry(
        stage=stage,
        entry=entry_in(stage.tournament, body.player_id),
        how=body.how,
        reason=body.reason,
        by=request.user,
    )
    return Status(201, with_pools(request, stage.tournament, number))


@router.delete(STAGE_PATH + "/withdrawals/{id:player_id}", response=StageWithPoolsOut)
def undo_withdrawal(request: Request, tournament_id: int, number: int, player_id: int) -> StageWithPoolsOut:
    """Undo a withdrawal. Every match is as it was before."""
    stage = stage_to_run(request, tournament_id, number)
    withdrawals.undo_withdrawal(stage=stage, entry=entry_in(stage.tournament, player_id), by=request.user)
    return with_pools(request, stage.tournament, number)


class PoolWalkoverIn(In):
    player_id: Whole = Field(description="The absent player.")
    match_id: Whole | None = Field(None, description="Default: every match without a report.")
    reason: Reason = ""


@router.post(STAGE_PATH + "/walkovers", response=StageWithPoolsOut)
def give_walkovers(
    request: Request, tournament_id: int, number: int, body: PoolWalkoverIn
) -> StageWithPoolsOut:
    """Record a no-show: the opponent wins one match, or all that are left. To leave the event, a player
    withdraws instead.
    """
    stage = stage_to_run(request, tournament_id, number, needs=RULE)
    entry = entry_in(stage.tournament, body.player_id)
    if body.match_id is None:
        withdrawals.give_matches_of(stage=stage, entry=entry, by=request.user, reason=body.reason)
    else:
        match = match_in(request, stage.tournament, body.match_id)
        withdrawals.give_match_of(stage=stage, entry=entry, match=match, by=request.user, reason=body.reason)
    return with_pools(request, stage.tournament, number)


class LatecomerIn(NewcomerIn):
    pool: Text | None = Field(
        None,
        description="The name of a pool with a free seat, that is, with a bye in every round. Default: the "
        "waiting list.",
    )
    seat_of: Whole | None = Field(
        None,
        description="Instead of a pool: the absent or withdrawn player whose seat the new player gets.",
    )
    replay: bool = Field(
        False, description="With `seatOf`: the matches of that player no longer count and are replayed."
    )
    player_id: Whole | None = Field(None, description="A registered player. Leave it out for a new one.")

    def details(self) -> EntryDetails | None:
        named = any((self.display_name, self.given_name, self.family_name))
        return self.newcomer() if named and self.player_id is None else None


@router.post(STAGE_PATH + "/latecomers", response={201: StageWithPoolsOut})
def join_pool(
    request: Request, tournament_id: int, number: int, body: LatecomerIn
) -> Status[StageWithPoolsOut]:
    """Give a late entry a free seat of a published pool or the seat of an absent player, or add it to the
    waiting list. Existing matches do not move.
    """
    tournament = tournament_to_run(request, tournament_id)
    check_fields(tournament, body)
    stage = stage_in(request, tournament, number, None)
    entry = entry_in(tournament, body.player_id) if body.player_id is not None else None
    who: dict[str, Any] = {"entry": entry, "details": body.details(), "by": request.user}
    who["confirmed"] = body.confirm
    if body.pool is not None and body.seat_of is not None:
        raise BadValue(tr("Name a pool or a seat, not both."), "seat_of")
    if body.seat_of is not None:
        holder = entry_in(tournament, body.seat_of)
        seats.give_seat(stage=stage, holder=holder, replay=body.replay, **who)
    elif body.pool is not None:
        seats.join_pool(stage=stage, pool=get_object_or_404(stage.pools, name=body.pool), **who)
    else:
        seats.join_waiting_list(stage=stage, **who)
    return Status(201, with_pools(request, tournament, number))


class WaitingOut(Out):
    player_id: int
    display_name: str


class FreeSeatOut(Out):
    pool: str
    meets: list[str] = Field(description="The opponents of this seat, round by round.")


class SeatToGiveOut(Out):
    player_id: int
    display_name: str
    pool: str
    played: int = Field(description="Matches played from this seat. The new player replays them.")


class LatecomersOut(Out):
    waiting: list[WaitingOut] = Field(description="Entries without a pool, in the order of registration.")
    free_seats: list[FreeSeatOut]
    seats_to_give: list[SeatToGiveOut] = Field(
        description="The seats of players who are absent or have withdrawn."
    )


@router.get(STAGE_PATH + "/latecomers", response=LatecomersOut)
def get_latecomers(request: Request, tournament_id: int, number: int) -> LatecomersOut:
    """Get the waiting list, the pools with a free seat, and the seats that can be given to another player."""
    stage = stage_to_run(request, tournament_id, number, None)
    seats.require_pools(stage)
    people = PoolPeople(stage)
    return LatecomersOut(
        waiting=[WaitingOut(player_id=e.pk, display_name=e.display_name) for e in people.unseated],
        free_seats=[
            FreeSeatOut(pool=seat.pool.name, meets=[str(entry) for _, entry in seat.meets])
            for seat in people.free_seats
        ],
        seats_to_give=[
            SeatToGiveOut(player_id=s.entry.pk, display_name=str(s.entry), pool=s.pool.name, played=s.played)
            for s in people.seats_to_give
        ],
    )
