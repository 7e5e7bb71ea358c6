"""Clubs and their members (B1, B8)."""

import datetime
from typing import Annotated, Any, Self

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Status
from pydantic import Field

from crosstable.accounts import clubs
from crosstable.accounts import members as membership_actions
from crosstable.accounts.models import GIVEN, Club, Membership
from crosstable.accounts.names import in_name_order
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Name, Out, Page, PageIn, Text, Whole, of_game
from crosstable.events.queries.people.clubs import HistoryEvent, HistoryMatch, member_history

router = new_router("clubs")
members = new_router("clubs")


class ClubIn(In):
    club_name: Annotated[Text, Field(max_length=80)]
    town: Annotated[Text, Field(max_length=80)] = ""
    description: Annotated[Text, Field(max_length=5000)] = ""


class MemberIn(In):
    name: Name = Field("", description="What everybody sees; left out: given and family name.")
    given_name: Name = ""
    family_name: Name = Field("", description="Lists are sorted by it.")
    elo: Whole | None = Field(None, description="1200 where it is left out.")


class MemberOut(Out):
    member_id: int
    name: str
    given_name: str = Field(description="Empty where it is not known.")
    family_name: str
    elo: int
    games: int = Field(description="Rated games played for the club.")
    status: str

    @classmethod
    def of(cls, member: Membership) -> Self:
        return cls.of_row(
            member,
            member_id=member.pk,
            name=member.player.name,
            given_name=member.player.given_name,
            family_name=member.player.family_name,
            elo=member.rating,
        )


class ClubLineOut(Out):
    club_id: int
    club_name: str
    town: str

    @classmethod
    def of(cls, club: Club, **more: Any) -> Self:
        return cls.of_row(club, club_id=club.pk, club_name=club.name, **more)


class ClubOut(ClubLineOut):
    members: list[MemberOut]


def _shown(club: Club) -> ClubOut:
    rows = club.memberships.filter(status__in=GIVEN).select_related("player").order_by("pk")
    return ClubOut.of(club, members=[MemberOut.of(row) for row in rows])


class MatchLineOut(Out):
    match_id: int
    round_number: int
    color: str = Field("", description="Where the game has colours.")
    opponent_id: int | None = Field(description="The opponent's memberId; none if they are not in the club.")
    opponent: str
    result: str
    elo_before: int | None
    elo_after: int | None

    @classmethod
    def of(cls, line: HistoryMatch) -> Self:
        values = {
            "match_id": line.match.pk,
            "round_number": line.match.round.number,
            "color": "white" if line.is_white else "black",
            "opponent_id": line.opponent_member,
            "opponent": line.opponent,
            "result": line.match.result or "pending",
            "elo_before": line.change.before if line.change else None,
            "elo_after": line.change.after if line.change else None,
        }
        return cls(**of_game(line.match.round.tournament, values))


class EventLineOut(Out):
    tournament_id: int
    tournament_name: str
    date: datetime.date
    rank: int | None
    matches: list[MatchLineOut]

    @classmethod
    def of(cls, event: HistoryEvent) -> Self:
        matches = [MatchLineOut.of(line) for line in event.matches]
        played = event.tournament
        return cls.of_row(
            played, tournament_id=played.pk, tournament_name=played.name, rank=event.rank, matches=matches
        )


class HistoryOut(Out):
    member_id: int
    name: str
    elo: int
    tournaments: list[EventLineOut]


@router.get("", response=Page[ClubLineOut], **PUBLIC)
def list_clubs(request: VisitorRequest, response: HttpResponse, page: Query[PageIn]) -> Page[ClubLineOut]:
    """All clubs by name."""
    return Page[ClubLineOut].of(request, response, in_name_order(Club.objects.all()), page, ClubLineOut.of)


@router.post("", response={201: ClubOut})
def create_club(request: Request, response: HttpResponse, body: ClubIn) -> Status[ClubOut]:
    """A new club; you are its first administrator."""
    details = clubs.ClubDetails(name=body.club_name, town=body.town, description=body.description)
    club = clubs.create_club(details=details, by=request.user)
    response["Location"] = f"/api/clubs/{club.pk}"
    return Status(201, _shown(club))


@router.get("/{id:club_id}", response=ClubOut, **PUBLIC)
def get_club(request: VisitorRequest, club_id: int) -> ClubOut:
    """A club with its members."""
    return _shown(get_object_or_404(Club, pk=club_id))


@router.post("/{id:club_id}/members", response={201: MemberOut})
def add_member(request: Request, club_id: int, body: MemberIn) -> Status[MemberOut]:
    """A new member, without an account; their person can claim it later."""
    club = get_object_or_404(Club, pk=club_id)
    member = membership_actions.add_member(club=club, by=request.user, **body.model_dump())
    return Status(201, MemberOut.of(member))


@members.get("/{id:member_id}/history", response=HistoryOut, **PUBLIC)
def get_member_history(request: VisitorRequest, member_id: int) -> HistoryOut:
    """Every match and tournament of a member in the club's own events."""
    rows = Membership.objects.select_related("player", "club").filter(status__in=GIVEN)
    member = get_object_or_404(rows, pk=member_id)
    return HistoryOut(
        member_id=member.pk,
        name=member.player.name,
        elo=member.rating,
        tournaments=[EventLineOut.of(event) for event in member_history(member)],
    )
