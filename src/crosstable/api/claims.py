"""Claims to entries without an account: the person says that's me, the organiser agrees or sends the link."""

from typing import Self

from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_change, tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text
from crosstable.events.actions.people import self_registration
from crosstable.events.models import EntryClaim
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.entries import claims_of, unclaimed

router = new_router("players")
C = "/{id:tournament_id}/claims"


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
        description="Below the address of this installation; it works until the entry has an account."
    )


class ClaimsOut(Out):
    claims: list[EntryClaimOut]
    links: list[ClaimLinkOut] = Field(description="One for each player without an account.")


class ClaimEntryIn(In):
    token: Text = Field(
        "", description="The end of the player's claim link; left out: the organiser is asked."
    )


class ClaimedOut(Out):
    player_id: int
    claimed: bool = Field(description="Whether the entry is yours; otherwise the organiser is asked.")


@router.get(C, response=ClaimsOut)
def list_claims(request: Request, tournament_id: int) -> ClaimsOut:
    """Who says to be which player, and a claim link for each player without an account."""
    tournament = tournament_to_run(request, tournament_id)
    links = [
        ClaimLinkOut(
            player_id=e.pk, display_name=e.display_name, path=f"/claim/{self_registration.claim_token(e)}"
        )
        for e in unclaimed(tournament)
    ]
    return ClaimsOut(claims=[EntryClaimOut.of(claim) for claim in claims_of(tournament)], links=links)


@router.post("/{id:tournament_id}/players/{id:player_id}/claim", response=ClaimedOut)
def claim_player(
    request: Request, tournament_id: int, player_id: int, body: ClaimEntryIn | None = None
) -> ClaimedOut:
    """That's me: yours at once by the link or an equal confirmed e-mail address; otherwise the organiser is asked."""
    tournament = tournament_to_change(request, tournament_id)
    entry = entry_in(tournament, player_id)
    if body is not None and body.token:
        entry = self_registration.claim_by_link(token=body.token, by=request.user)
        return ClaimedOut(player_id=entry.pk, claimed=True)
    return ClaimedOut(
        player_id=entry.pk, claimed=self_registration.say_thats_me(entry=entry, by=request.user)
    )


@router.post(C + "/{id:claim_id}/agree", response={204: None})
def agree_to_claim(request: Request, tournament_id: int, claim_id: int) -> Status[None]:
    """The account is that player."""
    self_registration.agree_to_claim(claim=_claim(request, tournament_id, claim_id), by=request.user)
    return Status(204, None)


@router.post(C + "/{id:claim_id}/decline", response={204: None})
def decline_claim(request: Request, tournament_id: int, claim_id: int) -> Status[None]:
    """The account is not that player."""
    self_registration.decline_claim(claim=_claim(request, tournament_id, claim_id), by=request.user)
    return Status(204, None)


def _claim(request: Request, tournament_id: int, claim_id: int) -> EntryClaim:
    tournament = tournament_to_run(request, tournament_id)
    return get_object_or_404(claims_of(tournament).select_related("entry__tournament"), pk=claim_id)
