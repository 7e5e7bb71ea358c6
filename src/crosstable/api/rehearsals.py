"""Rehearsing an event: a copy with invented players. Every operation takes the event or its rehearsal."""

from typing import Self

from django.http import HttpResponse
from ninja import Status
from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Whole
from crosstable.events.actions.event.deleting import end_rehearsal
from crosstable.events.actions.event.rehearsal import (
    MOST_ACTS,
    Progress,
    move_rehearsal,
    rehearsal_of,
    start_rehearsal,
)
from crosstable.events.models import Tournament
from crosstable.events.queries.desk.control import control_room

router = new_router("rehearsals")


class RehearsalIn(In):
    players: Whole | None = Field(
        None, description="The number of invented players or teams. Default: as many as in the event."
    )


class MoveIn(In):
    acts: Whole = Field(1, description=f"How many actions to simulate, 1 to {MOST_ACTS}.")
    runs_alone: bool = Field(
        True, description="Whether to simulate the organiser, too: disputes, missing results, next steps."
    )


class RehearsalOut(Out):
    tournament_id: int = Field(description="The id of the rehearsal, which is an event itself.")
    slug: str
    rehearsal_of: int = Field(description="The id of the event that it is a copy of.")
    players: int = Field(description="The number of invented players once all have registered.")
    entered: int
    status: str
    step: str = Field(description="The next step, as in `GET …/next`.")
    acts: int = Field(description="How many actions this request simulated.")
    waits: str = Field(description="Why fewer actions happened than requested; empty if all did.")

    @classmethod
    def of(cls, rehearsal: Tournament, progress: Progress | None = None) -> Self:
        progress = progress or Progress(0)
        assert rehearsal.rehearsal_of_id is not None
        return cls(
            tournament_id=rehearsal.pk,
            slug=rehearsal.slug,
            rehearsal_of=rehearsal.rehearsal_of_id,
            players=rehearsal.rehearsal_players,
            entered=rehearsal.entries.count(),
            status=rehearsal.status,
            step=control_room(rehearsal, journal_length=0).step.value,
            acts=progress.acts,
            waits=str(progress.waits),
        )


@router.get("/{id:tournament_id}/rehearsal", response=RehearsalOut)
def show_rehearsal(request: Request, tournament_id: int) -> RehearsalOut:
    """Get the rehearsal of an event."""
    return RehearsalOut.of(rehearsal_of(tournament_to_run(request, tournament_id)))


@router.post("/{id:tournament_id}/rehearsal", response={201: RehearsalOut})
def create_rehearsal(
    request: Request, response: HttpResponse, tournament_id: int, body: RehearsalIn | None = None
) -> Status[RehearsalOut]:
    """Create a rehearsal: a copy of the event with invented players. It is unrated, unlisted and sends
    nothing. An event has at most one.
    """
    tournament = tournament_to_run(request, tournament_id)
    players = body.players if body else None
    made = start_rehearsal(tournament=tournament, players=players, by=request.user)
    response["Location"] = f"/api/tournaments/{made.pk}"
    return Status(201, RehearsalOut.of(made))


@router.post("/{id:tournament_id}/rehearsal/moves", response=RehearsalOut)
def move(request: Request, tournament_id: int, body: MoveIn | None = None) -> RehearsalOut:
    """Simulate a few actions of the invented players: register, check in, report, confirm, dispute or
    withdraw.
    """
    rehearsal, asked = (
        rehearsal_of(tournament_to_run(request, tournament_id)),
        body or MoveIn(acts=1, runs_alone=True),
    )
    progress = move_rehearsal(
        tournament=rehearsal, by=request.user, acts=asked.acts, runs_alone=asked.runs_alone
    )
    rehearsal.refresh_from_db()
    return RehearsalOut.of(rehearsal, progress)


@router.delete("/{id:tournament_id}/rehearsal", response={204: None})
def delete_rehearsal(request: Request, tournament_id: int) -> Status[None]:
    """End the rehearsal. It and its invented players are deleted permanently."""
    rehearsal = rehearsal_of(tournament_to_run(request, tournament_id))
    end_rehearsal(tournament=rehearsal, by=request.user)
    return Status(204, None)
