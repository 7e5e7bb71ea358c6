"""The organisers of an event, the share link, and several organisers working at the same time.

For several organisers: what open results could change in a draft, and who has which match open now.
"""

import datetime
from typing import Self

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.accounts.models import User
from crosstable.api.identity import Request
from crosstable.api.loading import (
    match_in,
    round_in,
    tournament_after,
    tournament_to_change,
    tournament_to_run,
)
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text
from crosstable.events import presence
from crosstable.events.actions.event import access
from crosstable.events.models import Match, Role, RoundStatus
from crosstable.events.permissions import LOOK
from crosstable.events.queries.people.tournaments import appointed_in
from crosstable.events.queries.rounds.open_matches import OpenResults, Possible, open_results_of

router = new_router("organising")
conflicts_router = new_router("several organisers")


class DirectorIn(In):
    user: Text = Field(description="Username of an account with a confirmed email address.")
    role: Role = Field(
        Role.ORGANISER,
        description="organiser: everything except deleting the event; judge: decide matches and add time; "
        "desk: enter results and check players in.",
    )


class DirectorOut(Out):
    user_id: int
    username: str
    role: str


class DirectorsOut(Out):
    directors: list[DirectorOut]


@router.get("/{id:tournament_id}/directors", response=DirectorsOut)
def list_directors(request: Request, tournament_id: int) -> DirectorsOut:
    """List the organisers, judges and desk helpers by username. The owner is a field of the event."""
    tournament = tournament_to_run(request, tournament_id)
    rows = appointed_in(tournament)
    return DirectorsOut(directors=[_shown(row.user, row.role) for row in rows])


@router.post("/{id:tournament_id}/directors", response={201: DirectorOut})
def appoint_director(request: Request, tournament_id: int, body: DirectorIn) -> Status[DirectorOut]:
    """Appoint an organiser, judge or desk helper. A new role replaces the old one."""
    tournament = tournament_to_change(request, tournament_id)
    user = access.appoint_by_name(tournament=tournament, name=body.user, by=request.user, role=body.role)
    return Status(201, _shown(user, body.role))


def _shown(user: User, role: str) -> DirectorOut:
    return DirectorOut(user_id=user.pk, username=user.get_username(), role=role)


@router.delete("/{id:tournament_id}/directors/{id:user_id}", response={204: None})
def dismiss_director(request: Request, tournament_id: int, user_id: int) -> Status[None]:
    """Remove an organiser, judge or desk helper."""
    tournament = tournament_to_change(request, tournament_id)
    user = get_object_or_404(User, pk=user_id)
    access.dismiss_director(tournament=tournament, user=user, by=request.user)
    return Status(204, None)


class ShareOut(Out):
    path: str = Field(description="The path of the link on this installation.")
    token: str


@router.post("/{id:tournament_id}/share", response=ShareOut)
def renew_share_link(request: Request, tournament_id: int) -> ShareOut:
    """Create a new share link. The old one stops working."""
    tournament = tournament_to_change(request, tournament_id)
    token = access.share(tournament=tournament, by=request.user)
    return ShareOut(path=f"/s/{token}", token=token)


@router.delete("/{id:tournament_id}/share", response={204: None})
def stop_sharing(request: Request, tournament_id: int) -> Status[None]:
    """Remove the share link. It stops working."""
    tournament_after(request, tournament_id, access.stop_sharing)
    return Status(204, None)


class OpenMatchOut(Out):
    match_id: int
    round_number: int
    table: int | None
    player1: str
    player2: str
    state: str

    @classmethod
    def of(cls, match: Match) -> Self:
        return cls.of_row(
            match,
            match_id=match.pk,
            round_number=match.round.number,
            player1=match.first.display_name,
            player2=match.second.display_name if match.second else "",
        )


class PossibleOut(Out):
    results: list[str] = Field(description="The assumed results of the open matches, as sentences.")
    lost: list[int] = Field(description="The matches of the draft that would be missing.")
    gained: list[str] = Field(description="The matches that would replace them.")
    impossible: bool = Field(description="Whether the rules would allow no complete round.")

    @classmethod
    def of(cls, one: Possible) -> Self:
        return cls.of_row(one, lost=[match.pk for match in one.lost], impossible=one.is_impossible)


class OpenResultsOut(Out):
    open: list[OpenMatchOut]
    possible: list[PossibleOut]
    complete: bool = Field(
        description="Whether every combination was tried. Otherwise each open match was tried alone."
    )
    certain: int = Field(description="Pairings of the draft that stay the same with any result.")
    pairings: int
    assumed: str = Field(
        description="The score assumed for a match without a report; empty in games without victory points."
    )

    @classmethod
    def of(cls, results: OpenResults | None) -> Self:
        if results is None:
            return cls(open=[], possible=[], complete=True, certain=0, pairings=0, assumed="")
        return cls.of_row(
            results,
            open=[OpenMatchOut.of(match) for match in results.open],
            possible=[PossibleOut.of(one) for one in results.possible],
            complete=results.is_complete,
        )


class PresentOut(Out):
    match_id: int
    names: list[str]


class PresenceOut(Out):
    present: list[PresentOut]
    lifetime: datetime.timedelta = Field(
        description="How many seconds a person counts as present after the last request."
    )


@conflicts_router.get("/{id:tournament_id}/rounds/{id:number}/open-results", response=OpenResultsOut)
def get_open_results(request: Request, tournament_id: int, number: int) -> OpenResultsOut:
    """Get what the open matches of earlier rounds could change in a draft. For organisers."""
    tournament = tournament_to_run(request, tournament_id)
    round_ = round_in(request, tournament, number)
    if round_.status != RoundStatus.DRAFT:
        return OpenResultsOut.of(None)
    return OpenResultsOut.of(open_results_of(round_))


@conflicts_router.get("/{id:tournament_id}/presence", response=PresenceOut)
def get_presence(request: Request, tournament_id: int) -> PresenceOut:
    """List which other organisers have which match open at the moment."""
    people = presence.present_at(tournament_to_run(request, tournament_id, needs=LOOK), request.user)
    present = [PresentOut(match_id=match, names=list(names)) for match, names in people.items()]
    return PresenceOut(present=present, lifetime=presence.LIFETIME)


@conflicts_router.post("/{id:tournament_id}/matches/{id:match_id}/presence", response={204: None})
def say_presence(request: Request, tournament_id: int, match_id: int) -> Status[None]:
    """Say that you have this match open. Repeat it every few seconds; it is not in the history."""
    tournament = tournament_to_run(request, tournament_id, needs=LOOK)
    match = match_in(request, tournament, match_id)
    if match.is_bye:
        raise Http404
    presence.arrive(match, request.user)
    return Status(204, None)
