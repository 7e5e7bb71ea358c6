"""Who runs the event with its owner."""

from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.accounts.models import User
from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_change, tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text
from crosstable.events.actions.event import access
from crosstable.events.models import Role
from crosstable.events.queries.people.tournaments import appointed_in

router = new_router("organising")


class DirectorIn(In):
    user: Text = Field(description="Username of somebody whose email address is confirmed.")
    role: Role = Field(
        Role.ORGANISER,
        description="organiser does everything but delete the event; judge rules on matches and gives time; desk "
        "enters results and checks people in.",
    )


class DirectorOut(Out):
    user_id: int
    username: str
    role: str


class DirectorsOut(Out):
    directors: list[DirectorOut]


@router.get("/{id:tournament_id}/directors", response=DirectorsOut)
def list_directors(request: Request, tournament_id: int) -> DirectorsOut:
    """Those appointed, by username, each with the role; the owner is named with the event."""
    tournament = tournament_to_run(request, tournament_id, "see who runs the event")
    rows = appointed_in(tournament)
    return DirectorsOut(directors=[_shown(row.user, row.role) for row in rows])


@router.post("/{id:tournament_id}/directors", response={201: DirectorOut})
def appoint_director(request: Request, tournament_id: int, body: DirectorIn) -> Status[DirectorOut]:
    """Somebody runs the event with you, in a role; said again with another role, it changes."""
    tournament = tournament_to_change(request, tournament_id)
    user = access.appoint_by_name(tournament=tournament, name=body.user, by=request.user, role=body.role)
    return Status(201, _shown(user, body.role))


def _shown(user: User, role: str) -> DirectorOut:
    return DirectorOut(user_id=user.pk, username=user.get_username(), role=role)


@router.delete("/{id:tournament_id}/directors/{id:user_id}", response={204: None})
def dismiss_director(request: Request, tournament_id: int, user_id: int) -> Status[None]:
    """They run it no longer."""
    tournament = tournament_to_change(request, tournament_id)
    user = get_object_or_404(User, pk=user_id)
    access.dismiss_director(tournament=tournament, user=user, by=request.user)
    return Status(204, None)
