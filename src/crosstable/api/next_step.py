"""The one next step of an event, said and done: a program runs any event in the same loop."""

from typing import Literal, Self

from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_after, tournament_to_change, tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text
from crosstable.events.actions.event.flow import finish_now, take_next_step
from crosstable.events.models import Tournament
from crosstable.events.permissions import LOOK
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.steps import Step

router = new_router("tournaments")


class NextStepIn(In):
    seen: Text = Field(description="The step you saw; refused if the event has moved on.")
    check_in: Literal["all"] | None = Field(
        None,
        description="“all” checks in everybody who has not dropped, where the event starts with this step.",
    )

    lock_lists: bool = Field(
        True, description="Whether starting the event locks the lists, where the game has any."
    )


class StepWayOut(Out):
    code: str = Field(
        description="fewest-rematches, by-hand (both POST …/rounds), finish-now (POST …/finish-now), fewer-rounds or "
        "round-robin."
    )
    label: str


class NextStepOut(Out):
    step: str = Field(description=f"One of {', '.join(step.value for step in Step)}.")
    sentence: str
    text: str = Field(
        description="What the control room says besides: who is left out, what to look at; or empty."
    )
    blocked: str | None = Field(description="Why it cannot be done now, in a sentence; null if it can.")
    open_matches: list[int] = Field(description="Being played, without an agreed result.")
    ways: list[StepWayOut] = Field(description="What can be done instead; empty for most.")

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        room = control_room(tournament, journal_length=0)
        return cls(
            step=room.step.value,
            sentence=room.announcement.title,
            text=" ".join(filter(None, (room.announcement.text, room.announcement.warning))),
            blocked=room.blocked or None,
            open_matches=[match.pk for match in room.desk.open_matches],
            ways=[StepWayOut(code=way.code, label=way.label) for way in room.announcement.ways],
        )


@router.get("/{id:tournament_id}/next", response=NextStepOut)
def get_next_step(request: Request, tournament_id: int) -> NextStepOut:
    """The one thing to do next, whatever the stages of the event."""
    tournament = tournament_to_run(request, tournament_id, "see what is next", LOOK)
    return NextStepOut.of(tournament)


@router.post("/{id:tournament_id}/next", response=NextStepOut)
def post_next_step(request: Request, tournament_id: int, body: NextStepIn) -> NextStepOut:
    """Do it: open registration, start, pair, schedule, draw, publish, close, complete. Answers what is next then."""
    tournament = tournament_to_change(request, tournament_id)
    take_next_step(
        tournament=tournament,
        seen_step=body.seen,
        by=request.user,
        check_in=body.check_in == "all",
        lock_lists=body.lock_lists,
    )
    tournament.refresh_from_db()
    return NextStepOut.of(tournament)


@router.post("/{id:tournament_id}/finish-now", response=NextStepOut)
def post_finish_now(request: Request, tournament_id: int) -> NextStepOut:
    """End the Swiss with the rounds that are closed; the event is complete then, unless a stage follows."""
    tournament = tournament_after(request, tournament_id, finish_now)
    tournament.refresh_from_db()
    return NextStepOut.of(tournament)
