"""Who runs the event with its owner."""

from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.accounts.models import User
from crosstable.api.frame import new_router
from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_change
from crosstable.api.shapes import In, Out, Text
from crosstable.events.actions.event import directors

router = new_router("organising")


class DirectorIn(In):
    user: Text = Field(description="Username of somebody whose email address is confirmed.")


class DirectorOut(Out):
    user_id: int
    username: str


@router.post("/{id:tournament_id}/directors", response={201: DirectorOut})
def appoint_director(request: Request, tournament_id: int, body: DirectorIn) -> Status[DirectorOut]:
    """Somebody runs the event with you."""
    tournament = tournament_to_change(request, tournament_id)
    user = directors.appoint_by_name(tournament=tournament, name=body.user, by=request.user)
    return Status(201, DirectorOut(user_id=user.pk, username=user.get_username()))


@router.delete("/{id:tournament_id}/directors/{id:user_id}", response={204: None})
def dismiss_director(request: Request, tournament_id: int, user_id: int) -> Status[None]:
    """They run it no longer."""
    tournament = tournament_to_change(request, tournament_id)
    user = get_object_or_404(User, pk=user_id)
    directors.dismiss_director(tournament=tournament, user=user, by=request.user)
    return Status(204, None)
