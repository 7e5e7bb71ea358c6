"""Who may do what with accounts and clubs, as named predicates. docs/roles.md shows the same as a table."""

from typing import TypeVar, cast

from django.contrib.auth.models import AnonymousUser

from crosstable.accounts.errors import NotAllowed
from crosstable.accounts.models import (
    GIVEN_BY_CLUB,
    Club,
    ClubRole,
    Membership,
    MembershipStatus,
    Player,
    User,
)

Visitor = User | AnonymousUser
Row = TypeVar("Row")


def check_may(allowed: bool, who_may: str) -> None:
    """Refuse what is not allowed, with a sentence that says who may: the one guard of pages, API and actions."""
    if not allowed:
        raise NotAllowed(who_may=who_may)


def row_of(row: Row | None, refusal: str) -> Row:
    """Return the row, or refuse with this sentence if the user has none."""
    check_may(row is not None, refusal)
    return cast(Row, row)


def is_system_administrator(user: Visitor) -> bool:
    return user.is_authenticated and user.is_active and user.is_superuser


def is_club_administrator(user: Visitor, club: Club) -> bool:
    """Return whether the user was appointed for the club or is an administrator of the installation."""
    if not user.is_authenticated or not user.is_active:
        return False
    return user.is_superuser or ClubRole.objects.filter(club=club, user=user).exists()


def is_member(user: Visitor, club: Club) -> bool:
    """Return whether the user belongs to the club and may take part in what is for its members."""
    if not user.is_authenticated:
        return False
    return Membership.objects.filter(club=club, player__user=user, status__in=GIVEN_BY_CLUB).exists()


def may_ask_to_join(user: Visitor, club: Club) -> bool:
    return user.is_authenticated and user.is_active


def may_create_club(user: Visitor) -> bool:
    return user.is_authenticated and user.is_active


def may_see_contact(viewer: Visitor, player: Player) -> bool:
    """E1: the person, administrators of a club they belong to or ask to join, and of the installation."""
    if not viewer.is_authenticated or not viewer.is_active:
        return False
    if viewer.is_superuser or player.user_id == viewer.pk:
        return True
    memberships = Membership.objects.filter(player=player).exclude(status=MembershipStatus.LEFT)
    return ClubRole.objects.filter(user=viewer, club__in=memberships.values("club")).exists()


def may_change_contact(viewer: Visitor, player: Player) -> bool:
    """Return whether the viewer may change it: the person, or without an account all who may see it."""
    if player.user_id is not None:
        return viewer.is_authenticated and player.user_id == viewer.pk
    return may_see_contact(viewer, player)


def may_appoint_club_administrators(user: Visitor, club: Club) -> bool:
    """E2: a club administrator gives every role but that of administrator of the installation."""
    return is_club_administrator(user, club)


def may_appoint_system_administrators(user: Visitor) -> bool:
    return is_system_administrator(user)


def may_dismiss_system_administrator(by: Visitor, user: User) -> bool:
    """E2: not the first one, and not oneself."""
    return is_system_administrator(by) and user.pk != by.pk and not user.is_first_administrator
