"""How people get their own entry: self-registration with a code or QR on site, and claims to existing entries.

Organisers open and close self-registration, and accept or decline claims; a claim link needs no decision.
"""

from typing import Annotated, Self

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.accounts import limits
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_change, tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Name, Out, Text, check_fields
from crosstable.events.actions.people import self_registration
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.models import EntryClaim, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.entries import claims_of, unclaimed

router = new_router("organising")
SELF_REGISTRATION_PATH = "/{id:tournament_id}/door"
# Per address: wrong codes in 15 minutes, entries in an hour.
MOST_WRONG, MOST = 20, 300
claims_router = new_router("players")
CLAIMS_PATH = "/{id:tournament_id}/claims"


class SelfRegistrationIn(In):
    open: bool


class SelfRegistrationOut(Out):
    open: bool
    path: str = Field(description="The path on this installation that its QR code opens; empty while closed.")
    code: str

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        code = tournament.door_token or ""
        return cls(open=bool(code), path=f"/door/{code}" if code else "", code=code)


class RegisterWithCodeIn(In):
    code: Text
    display_name: Name
    faction: Name = ""
    members: list[Annotated[Text, Field(max_length=80)]] = Field(
        default_factory=list, max_length=40, description="The members of a team, in the order of boards."
    )


class EnteredOut(Out):
    player_id: int
    display_name: str
    waits: bool = Field(
        description="Whether the entry is on the waiting list, because the pools are published."
    )


@router.get(SELF_REGISTRATION_PATH, response=SelfRegistrationOut)
def get_self_registration(request: Request, tournament_id: int) -> SelfRegistrationOut:
    """Get whether self-registration is open, and its code."""
    return SelfRegistrationOut.of(tournament_to_run(request, tournament_id))


@router.put(SELF_REGISTRATION_PATH, response=SelfRegistrationOut)
def change_self_registration(
    request: Request, tournament_id: int, body: SelfRegistrationIn
) -> SelfRegistrationOut:
    """Open or close self-registration. Its code stops working when it is closed."""
    tournament = tournament_to_run(request, tournament_id)
    change = (
        self_registration.open_self_registration if body.open else self_registration.close_self_registration
    )
    change(tournament=tournament, by=request.user)
    tournament.refresh_from_db()
    return SelfRegistrationOut.of(tournament)


@router.post(SELF_REGISTRATION_PATH + "/entries", response={201: EnteredOut}, **PUBLIC)
def register_at_venue(
    request: VisitorRequest, tournament_id: int, body: RegisterWithCodeIn
) -> Status[EnteredOut]:
    """Register yourself or your team with the code. Needs no account."""
    tournament = get_object_or_404(Tournament, pk=tournament_id)
    if not self_registration.is_registration_code(tournament, body.code):
        limits.take("registration-code", limits.address_of(request), most=MOST_WRONG, within=limits.WINDOW)
        raise Http404
    limits.take("registrations-by-code", tournament.pk, limits.address_of(request), most=MOST)
    check_fields(tournament, body)
    details = EntryDetails(body.display_name, faction=body.faction)
    entry = self_registration.register_with_code(
        tournament=tournament, code=body.code, details=details, members=body.members
    )
    waits = self_registration.waiting_list_of(tournament) is not None
    return Status(201, EnteredOut(player_id=entry.pk, display_name=entry.display_name, waits=waits))


class EntryClaimOut(Out):
    claim_id: int
    player_id: int
    display_name: str
    username: str

    @classmethod
    def of(cls, claim: EntryClaim) -> Self:
        return cls(
            claim_id=claim.pk,
            player_id=claim.entry_id,
            display_name=claim.entry.display_name,
            username=claim.user.get_username(),
        )


class ClaimLinkOut(Out):
    player_id: int
    display_name: str
    path: str = Field(
        description="The path of the link on this installation. It works until the entry has an account."
    )


class ClaimsOut(Out):
    claims: list[EntryClaimOut]
    links: list[ClaimLinkOut] = Field(description="A claim link for each player without an account.")


class ClaimEntryIn(In):
    token: Text = Field(
        "", description="The last part of the player's claim link. Without it an organiser is asked."
    )


class ClaimedOut(Out):
    player_id: int
    claimed: bool = Field(description="Whether the entry is yours now. Otherwise an organiser is asked.")


@claims_router.get(CLAIMS_PATH, response=ClaimsOut)
def list_claims(request: Request, tournament_id: int) -> ClaimsOut:
    """List the claims of accounts to players, and a claim link for each player without an account."""
    tournament = tournament_to_run(request, tournament_id)
    links = [
        ClaimLinkOut(
            player_id=e.pk, display_name=e.display_name, path=f"/claim/{self_registration.claim_token(e)}"
        )
        for e in unclaimed(tournament)
    ]
    return ClaimsOut(claims=[EntryClaimOut.of(claim) for claim in claims_of(tournament)], links=links)


@claims_router.post("/{id:tournament_id}/players/{id:player_id}/claim", response=ClaimedOut)
def claim_player(
    request: Request, tournament_id: int, player_id: int, body: ClaimEntryIn | None = None
) -> ClaimedOut:
    """Claim an entry as yours: immediately with the claim link or the same confirmed email address, otherwise
    an organiser is asked.
    """
    tournament = tournament_to_change(request, tournament_id)
    entry = entry_in(tournament, player_id)
    if body is not None and body.token:
        entry = self_registration.claim_by_link(token=body.token, by=request.user)
        return ClaimedOut(player_id=entry.pk, claimed=True)
    return ClaimedOut(
        player_id=entry.pk, claimed=self_registration.claim_own_entry(entry=entry, by=request.user)
    )


@claims_router.post(CLAIMS_PATH + "/{id:claim_id}/agree", response={204: None})
def agree_to_claim(request: Request, tournament_id: int, claim_id: int) -> Status[None]:
    """Accept a claim: the account is that player."""
    self_registration.agree_to_claim(claim=_claim(request, tournament_id, claim_id), by=request.user)
    return Status(204, None)


@claims_router.post(CLAIMS_PATH + "/{id:claim_id}/decline", response={204: None})
def decline_claim(request: Request, tournament_id: int, claim_id: int) -> Status[None]:
    """Decline a claim: the account is not that player."""
    self_registration.decline_claim(claim=_claim(request, tournament_id, claim_id), by=request.user)
    return Status(204, None)


def _claim(request: Request, tournament_id: int, claim_id: int) -> EntryClaim:
    tournament = tournament_to_run(request, tournament_id)
    return get_object_or_404(claims_of(tournament).select_related("entry__tournament"), pk=claim_id)
