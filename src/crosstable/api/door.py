"""The door: opened and closed by organisers; whoever has its code enters, without an account."""

from typing import Annotated, Self

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.accounts import limits
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Name, Out, Text, check_fields
from crosstable.events.actions.people import self_registration
from crosstable.events.models import Tournament
from crosstable.events.records.entries import EntryDetails

router = new_router("organising")
D = "/{id:tournament_id}/door"
# Of one address: wrong codes in a quarter of an hour, entries in an hour.
MOST_WRONG, MOST = 20, 300


class DoorIn(In):
    open: bool


class DoorOut(Out):
    open: bool
    path: str = Field(
        description="The address below this installation that its QR code opens; empty while closed."
    )
    code: str

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        code = tournament.door_token or ""
        return cls(open=bool(code), path=f"/door/{code}" if code else "", code=code)


class AtTheDoorIn(In):
    code: Text
    display_name: Name
    faction: Name = ""
    members: list[Annotated[Text, Field(max_length=80)]] = Field(
        default_factory=list, max_length=40, description="Of a team, in the order of boards."
    )


class EnteredOut(Out):
    player_id: int
    display_name: str
    waits: bool = Field(description="On the waiting list: the pools are published.")


@router.get(D, response=DoorOut)
def get_door(request: Request, tournament_id: int) -> DoorOut:
    """Whether whoever has the code of the door enters by themselves, and the code."""
    return DoorOut.of(tournament_to_run(request, tournament_id))


@router.put(D, response=DoorOut)
def turn_door(request: Request, tournament_id: int, body: DoorIn) -> DoorOut:
    """Open the door, or close it: then its code is worth nothing any more."""
    tournament = tournament_to_run(request, tournament_id)
    turn = self_registration.open_door if body.open else self_registration.close_door
    turn(tournament=tournament, by=request.user)
    tournament.refresh_from_db()
    return DoorOut.of(tournament)


@router.post(D + "/entries", response={201: EnteredOut}, **PUBLIC)
def enter_at_the_door(request: VisitorRequest, tournament_id: int, body: AtTheDoorIn) -> Status[EnteredOut]:
    """Whoever has the code of the door enters themselves or their team; needs no account."""
    tournament = get_object_or_404(Tournament, pk=tournament_id)
    if not self_registration.is_code_of_door(tournament, body.code):
        limits.take("door-code", limits.address_of(request), most=MOST_WRONG, within=limits.WINDOW)
        raise Http404
    limits.take("door", tournament.pk, limits.address_of(request), most=MOST)
    check_fields(tournament, body)
    details = EntryDetails(body.display_name, faction=body.faction)
    entry = self_registration.enter_at_the_door(
        tournament=tournament, code=body.code, details=details, members=body.members
    )
    waits = self_registration.waiting_list_of(tournament) is not None
    return Status(201, EnteredOut(player_id=entry.pk, display_name=entry.display_name, waits=waits))
