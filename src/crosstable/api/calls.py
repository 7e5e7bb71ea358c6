"""Calls for an organiser: players call from their match, organisers take and close calls."""

import datetime
from typing import Self

from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import match_in, tournament_to_change, tournament_to_run
from crosstable.api.result_entry import match_of_code
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text
from crosstable.events.actions.hall import calls as actions
from crosstable.events.models import CallReason, OrganiserCall
from crosstable.events.permissions import ENTER_RESULTS
from crosstable.events.queries.desk.calls import call_queue

router = new_router("clock")
CALLS = "/{id:tournament_id}/calls"
OF_MATCH = "/{id:tournament_id}/matches/{id:match_id}/call"


class OrganiserCallIn(In):
    reason: Text = Field(description=f"One of {', '.join(CallReason.values)}.")
    message: Text = Field("", description="One line of at most 120 characters.")


class CallByCodeIn(OrganiserCallIn):
    code: Text = Field(description="The code of the match, from its slip or its table.")


class CallOut(Out):
    call_id: int
    match_id: int
    table: int | None
    reason: str
    message: str
    at: datetime.datetime
    taken_by: str = Field(description="The name of the person who took the call; empty before.")
    taken_at: datetime.datetime | None
    closed_at: datetime.datetime | None

    @classmethod
    def of(cls, call: OrganiserCall) -> Self:
        return cls.of_row(call, call_id=call.pk, table=call.match.table, taken_by=call.taker)


class CallsOut(Out):
    waiting: list[CallOut]
    taken: list[CallOut]
    closed: list[CallOut] = Field(description="The last ten closed calls.")
    usual_wait: int | None = Field(
        description="The usual wait in minutes, of the last twenty calls that were taken."
    )


@router.get(CALLS, response=CallsOut)
def list_calls(request: Request, tournament_id: int) -> CallsOut:
    """List the calls for an organiser, the longest waiting first."""
    queue = call_queue(tournament_to_run(request, tournament_id, ENTER_RESULTS))
    return CallsOut(
        waiting=[CallOut.of(call) for call in queue.waiting],
        taken=[CallOut.of(call) for call in queue.taken],
        closed=[CallOut.of(call) for call in queue.closed],
        usual_wait=queue.usual_wait,
    )


@router.post(OF_MATCH, response={201: CallOut})
def call_organiser(
    request: Request, tournament_id: int, match_id: int, body: OrganiserCallIn
) -> Status[CallOut]:
    """Call an organiser to your match. A match has at most one open call."""
    match = match_in(request, tournament_to_change(request, tournament_id), match_id)
    call = actions.call_organiser(match=match, by=request.user, reason=body.reason, message=body.message)
    return Status(201, CallOut.of(call))


@router.delete(OF_MATCH, response={204: None})
def cancel_call(request: Request, tournament_id: int, match_id: int) -> Status[None]:
    """Cancel the open call of your match."""
    match = match_in(request, tournament_to_change(request, tournament_id), match_id)
    actions.cancel_call(match=match, by=request.user)
    return Status(204, None)


@router.post(OF_MATCH + "/by-code", response={201: CallOut}, **PUBLIC)
def call_by_code(
    request: VisitorRequest, tournament_id: int, match_id: int, body: CallByCodeIn
) -> Status[CallOut]:
    """Call an organiser with the code of the match. Needs no account."""
    match = match_of_code(request, tournament_id, match_id, body.code)
    call = actions.call_by_code(match=match, code=body.code, reason=body.reason, message=body.message)
    return Status(201, CallOut.of(call))


@router.post(CALLS + "/{id:call_id}/take", response=CallOut)
def take_call(request: Request, tournament_id: int, call_id: int) -> CallOut:
    """Take a call: the players see that you are coming. To add minutes, use `…/matches/{matchId}/extend`."""
    return CallOut.of(actions.take_call(call=_call(request, tournament_id, call_id), by=request.user))


@router.post(CALLS + "/{id:call_id}/close", response=CallOut)
def close_call(request: Request, tournament_id: int, call_id: int) -> CallOut:
    """Close a call, whether it was taken or not."""
    return CallOut.of(actions.close_call(call=_call(request, tournament_id, call_id), by=request.user))


def _call(request: Request, tournament_id: int, call_id: int) -> OrganiserCall:
    tournament = tournament_to_run(request, tournament_id, ENTER_RESULTS)
    rows = OrganiserCall.objects.select_related("match__round__tournament", "taken_by__player")
    return get_object_or_404(rows, pk=call_id, match__round__tournament=tournament)
