"""The share link: an address that needs no account."""

from ninja import Status
from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_after, tournament_to_change
from crosstable.api.router import new_router
from crosstable.api.schemas import Out
from crosstable.events.actions.event import access

router = new_router("organising")


class ShareOut(Out):
    path: str = Field(description="The address below this installation.")
    token: str


@router.post("/{id:tournament_id}/share", response=ShareOut)
def renew_share_link(request: Request, tournament_id: int) -> ShareOut:
    """A new share link; one given out before stops working."""
    tournament = tournament_to_change(request, tournament_id)
    token = access.share(tournament=tournament, by=request.user)
    return ShareOut(path=f"/s/{token}", token=token)


@router.delete("/{id:tournament_id}/share", response={204: None})
def stop_sharing(request: Request, tournament_id: int) -> Status[None]:
    """The share link stops working."""
    tournament_after(request, tournament_id, access.stop_sharing)
    return Status(204, None)
