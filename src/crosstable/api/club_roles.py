"""Joining a club and answering who asks (E1), contact data of its members, and its administrators (E2)."""

from django.shortcuts import get_object_or_404
from ninja import Status

from crosstable.accounts import members, queries, roles
from crosstable.accounts.errors import NotMember
from crosstable.accounts.models import Club, Membership, User
from crosstable.accounts.permissions import check_may, is_club_administrator, may_see_contact
from crosstable.api.accounts import AdministratorOut, ContactOut, MyMembershipOut, UsernameIn
from crosstable.api.clubs import MemberOut
from crosstable.api.identity import Request
from crosstable.api.router import new_router
from crosstable.api.schemas import Out

clubs = new_router("clubs")
of_members = new_router("clubs")


class RequestToJoinOut(Out):
    member: MemberOut
    contact: ContactOut


@clubs.post("/{id:club_id}/join", response={201: MyMembershipOut})
def join_club(request: Request, club_id: int) -> Status[MyMembershipOut]:
    """Ask to become a member; an administrator of the club answers. Who runs the club is a member at once."""
    made = members.ask_to_join(club=get_object_or_404(Club, pk=club_id), by=request.user)
    return Status(201, MyMembershipOut.of(made))


@clubs.post("/{id:club_id}/leave", response={204: None})
def leave_club(request: Request, club_id: int) -> Status[None]:
    """You are no longer a member; your games stay."""
    club = get_object_or_404(Club, pk=club_id)
    mine = queries.membership_in(club, request.user)
    if mine is None:
        raise NotMember(club=club.name)
    members.leave(membership=mine, by=request.user)
    return Status(204, None)


@clubs.get("/{id:club_id}/requests", response=list[RequestToJoinOut])
def list_requests_to_join(request: Request, club_id: int) -> list[RequestToJoinOut]:
    """Who asks to join, with their contact data."""
    club = _club_run_by(request, club_id, "see who asks to join")
    rows = queries.requests_to_join(club)
    return [RequestToJoinOut(member=MemberOut.of(row), contact=ContactOut.of(row.player)) for row in rows]


@of_members.post("/{id:member_id}/accept", response=MemberOut)
def accept_member(request: Request, member_id: int) -> MemberOut:
    """Somebody who asked is a member from today."""
    member = _member(member_id)
    members.accept(membership=member, by=request.user)
    return MemberOut.of(_member(member_id))


@of_members.post("/{id:member_id}/decline", response={204: None})
def decline_member(request: Request, member_id: int) -> Status[None]:
    """Somebody who asked does not become a member; they may ask again."""
    members.decline(membership=_member(member_id), by=request.user)
    return Status(204, None)


@of_members.get("/{id:member_id}/contact", response=ContactOut)
def get_member_contact(request: Request, member_id: int) -> ContactOut:
    """For the member and the administrators of the club, nobody else."""
    member = _member(member_id)
    check_may(may_see_contact(request.user, member.player), "see the contact data of this member")
    return ContactOut.of(member.player)


@clubs.get("/{id:club_id}/administrators", response=list[AdministratorOut])
def list_club_administrators(request: Request, club_id: int) -> list[AdministratorOut]:
    """Who runs the club."""
    club = _club_run_by(request, club_id, "see the administrators of this club")
    return [AdministratorOut.of(role.user) for role in queries.administrators_of(club)]


@clubs.post("/{id:club_id}/administrators", response={201: AdministratorOut})
def appoint_club_administrator(request: Request, club_id: int, body: UsernameIn) -> Status[AdministratorOut]:
    """Appoint an account by its username."""
    club = _club_run_by(request, club_id, "appoint administrators of this club")
    user = roles.account_called(body.username, by=request.user)
    roles.appoint_club_administrator(club=club, user=user, by=request.user)
    return Status(201, AdministratorOut.of(user))


@clubs.delete("/{id:club_id}/administrators/{id:user_id}", response={204: None})
def dismiss_club_administrator(request: Request, club_id: int, user_id: int) -> Status[None]:
    """Also yourself, as long as another one stays."""
    club = _club_run_by(request, club_id, "dismiss administrators of this club")
    roles.dismiss_club_administrator(club=club, user=get_object_or_404(User, pk=user_id), by=request.user)
    return Status(204, None)


def _member(member_id: int) -> Membership:
    return get_object_or_404(Membership.objects.select_related("club", "player__user"), pk=member_id)


def _club_run_by(request: Request, club_id: int, what: str) -> Club:
    """Who may not is told so before anything is said about an account. Raises NotAllowed."""
    club = get_object_or_404(Club, pk=club_id)
    check_may(is_club_administrator(request.user, club), what)
    return club
