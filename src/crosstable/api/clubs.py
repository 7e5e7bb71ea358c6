"""Clubs, their members and administrators, requests to join, and contact data of members (B1, B8, E1, E2)."""

import datetime
from typing import Annotated, Any, Self

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Status
from pydantic import Field

from crosstable.accounts import clubs, queries, roles
from crosstable.accounts import members as membership_actions
from crosstable.accounts.errors import NotMember
from crosstable.accounts.models import GIVEN_BY_CLUB, Club, Membership, User
from crosstable.accounts.names import in_name_order
from crosstable.accounts.permissions import check_may, is_club_administrator, may_see_contact
from crosstable.api.accounts import AdministratorOut, ContactOut, MyMembershipOut, UsernameIn
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Name, Out, Page, PageIn, Text, Whole, of_game
from crosstable.events.queries.people.clubs import HistoryEvent, HistoryMatch, member_history
from crosstable.text import tr

router = new_router("clubs")
members = new_router("clubs")


class ClubIn(In):
    club_name: Annotated[Text, Field(max_length=80)]
    town: Annotated[Text, Field(max_length=80)] = ""
    description: Annotated[Text, Field(max_length=5000)] = ""


class MemberIn(In):
    name: Name = Field(
        "", description="The name that everyone sees. Default: the given name and the family name."
    )
    given_name: Name = ""
    family_name: Name = Field("", description="Used to sort lists.")
    elo: Whole | None = Field(None, description="The rating. Default: 1200.")


class MemberOut(Out):
    member_id: int
    name: str
    given_name: str = Field(description="Empty if unknown.")
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
    rows = club.memberships.filter(status__in=GIVEN_BY_CLUB).select_related("player").order_by("pk")
    return ClubOut.of(club, members=[MemberOut.of(row) for row in rows])


class MatchLineOut(Out):
    match_id: int
    round_number: int
    color: str = Field("", description="Only in games with colours.")
    opponent_id: int | None = Field(description="The opponent's memberId. null if they are not in the club.")
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
    """List all clubs by name."""
    return Page[ClubLineOut].of(request, response, in_name_order(Club.objects.all()), page, ClubLineOut.of)


@router.post("", response={201: ClubOut})
def create_club(request: Request, response: HttpResponse, body: ClubIn) -> Status[ClubOut]:
    """Create a club. You are its first administrator."""
    details = clubs.ClubDetails(name=body.club_name, town=body.town, description=body.description)
    club = clubs.create_club(details=details, by=request.user)
    response["Location"] = f"/api/clubs/{club.pk}"
    return Status(201, _shown(club))


@router.get("/{id:club_id}", response=ClubOut, **PUBLIC)
def get_club(request: VisitorRequest, club_id: int) -> ClubOut:
    """Get a club with its members."""
    return _shown(get_object_or_404(Club, pk=club_id))


@router.post("/{id:club_id}/members", response={201: MemberOut})
def add_member(request: Request, club_id: int, body: MemberIn) -> Status[MemberOut]:
    """Add a member without an account. The person can claim the membership later."""
    club = get_object_or_404(Club, pk=club_id)
    member = membership_actions.add_member(club=club, by=request.user, **body.model_dump())
    return Status(201, MemberOut.of(member))


@members.get("/{id:member_id}/history", response=HistoryOut, **PUBLIC)
def get_member_history(request: VisitorRequest, member_id: int) -> HistoryOut:
    """List every match and tournament of a member in the club's own events."""
    rows = Membership.objects.select_related("player", "club").filter(status__in=GIVEN_BY_CLUB)
    member = get_object_or_404(rows, pk=member_id)
    return HistoryOut(
        member_id=member.pk,
        name=member.player.name,
        elo=member.rating,
        tournaments=[EventLineOut.of(event) for event in member_history(member)],
    )


class RequestToJoinOut(Out):
    member: MemberOut
    contact: ContactOut


@router.post("/{id:club_id}/join", response={201: MyMembershipOut})
def join_club(request: Request, club_id: int) -> Status[MyMembershipOut]:
    """Ask to join a club; an administrator of the club decides. An administrator becomes a member
    immediately.
    """
    made = membership_actions.ask_to_join(club=get_object_or_404(Club, pk=club_id), by=request.user)
    return Status(201, MyMembershipOut.of(made))


@router.post("/{id:club_id}/leave", response={204: None})
def leave_club(request: Request, club_id: int) -> Status[None]:
    """Leave a club. Your games stay."""
    club = get_object_or_404(Club, pk=club_id)
    mine = queries.membership_in(club, request.user)
    if mine is None:
        raise NotMember(club=club.name)
    membership_actions.leave(membership=mine, by=request.user)
    return Status(204, None)


@router.get("/{id:club_id}/requests", response=list[RequestToJoinOut])
def list_requests_to_join(request: Request, club_id: int) -> list[RequestToJoinOut]:
    """List the requests to join, with contact data."""
    club = _club_run_by(request, club_id)
    rows = queries.requests_to_join(club)
    return [RequestToJoinOut(member=MemberOut.of(row), contact=ContactOut.of(row.player)) for row in rows]


@members.post("/{id:member_id}/accept", response=MemberOut)
def accept_member(request: Request, member_id: int) -> MemberOut:
    """Accept a request to join. The person is a member from today."""
    member = _member(member_id)
    membership_actions.accept(membership=member, by=request.user)
    return MemberOut.of(_member(member_id))


@members.post("/{id:member_id}/decline", response={204: None})
def decline_member(request: Request, member_id: int) -> Status[None]:
    """Decline a request to join. The person can ask again."""
    membership_actions.decline(membership=_member(member_id), by=request.user)
    return Status(204, None)


@members.get("/{id:member_id}/contact", response=ContactOut)
def get_member_contact(request: Request, member_id: int) -> ContactOut:
    """Get the contact data of a member. For the member and the administrators of the club."""
    member = _member(member_id)
    check_may(
        may_see_contact(request.user, member.player),
        tr("Only the member and the administrators of their clubs can see these contact details."),
    )
    return ContactOut.of(member.player)


@router.get("/{id:club_id}/administrators", response=list[AdministratorOut])
def list_club_administrators(request: Request, club_id: int) -> list[AdministratorOut]:
    """List the administrators of a club."""
    club = _club_run_by(request, club_id)
    return [AdministratorOut.of(role.user) for role in queries.administrators_of(club)]


@router.post("/{id:club_id}/administrators", response={201: AdministratorOut})
def appoint_club_administrator(request: Request, club_id: int, body: UsernameIn) -> Status[AdministratorOut]:
    """Appoint an administrator of the club by username."""
    club = _club_run_by(request, club_id)
    user = roles.account_called(body.username, by=request.user)
    roles.appoint_club_administrator(club=club, user=user, by=request.user)
    return Status(201, AdministratorOut.of(user))


@router.delete("/{id:club_id}/administrators/{id:user_id}", response={204: None})
def dismiss_club_administrator(request: Request, club_id: int, user_id: int) -> Status[None]:
    """Remove an administrator of the club. You can remove yourself if another one stays."""
    club = _club_run_by(request, club_id)
    roles.dismiss_club_administrator(club=club, user=get_object_or_404(User, pk=user_id), by=request.user)
    return Status(204, None)


def _member(member_id: int) -> Membership:
    return get_object_or_404(Membership.objects.select_related("club", "player__user"), pk=member_id)


def _club_run_by(request: Request, club_id: int) -> Club:
    """Load the club, and check the permission before anything about an account is revealed.

    Raises NotAllowed.
    """
    club = get_object_or_404(Club, pk=club_id)
    check_may(
        is_club_administrator(request.user, club), tr("Only the administrators of the club can do this.")
    )
    return club
