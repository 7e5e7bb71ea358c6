"""Reads about clubs: each list takes the same number of queries for one club or member as for many."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from crosstable.accounts.models import (
    Club,
    ClubJournalEntry,
    ClubRole,
    Membership,
    MembershipStatus,
    SystemJournalEntry,
    User,
)
from crosstable.accounts.names import in_name_order
from crosstable.engine.starting_numbers import name_key

ACTIVE = Q(memberships__status=MembershipStatus.ACTIVE)


def clubs(search: str = "") -> list[Club]:
    """Return all clubs by name, with `member_count`; every word of the search is in the name or the town."""
    rows = Club.objects.annotate(member_count=Count("memberships", filter=ACTIVE))
    for word in search.split():
        rows = rows.filter(Q(name__icontains=word) | Q(town__icontains=word))
    return in_name_order(rows)


def public_members(club: Club, search: str = "") -> list[Membership]:
    """Return the public part of a club's members: the active ones, best first, no contact data loaded."""
    rows = club.memberships.filter(status=MembershipStatus.ACTIVE).select_related("player")
    for word in search.split():
        rows = rows.filter(player__name__icontains=word)
    return sorted(rows.order_by("pk"), key=lambda row: (-row.rating, name_key(row.player.list_name)))


def members_for_administrators(club: Club, search: str = "") -> list[Membership]:
    """Return all members of the club, with contact, account and `is_administrator`."""
    rows = _with_contact(club).exclude(status=MembershipStatus.PENDING)
    for word in search.split():
        rows = rows.filter(
            Q(player__name__icontains=word)
            | Q(player__contact__last_name__icontains=word)
            | Q(player__contact__email__icontains=word)
            | Q(player__user__email__icontains=word)
        )
    return sorted(rows.order_by("pk"), key=lambda row: name_key(row.player.list_name))


def requests_to_join(club: Club) -> QuerySet[Membership]:
    return _with_contact(club).filter(status=MembershipStatus.PENDING).order_by("pk")


def member_of(club: Club, member_id: int) -> Membership | None:
    """Return one member with everything an administrator sees."""
    return _with_contact(club).filter(pk=member_id).first()


def _with_contact(club: Club) -> QuerySet[Membership]:
    roles = ClubRole.objects.filter(club=club, user=OuterRef("player__user"))
    return (
        club.memberships.exclude(status=MembershipStatus.LEFT)
        .select_related("club", "player__user", "player__contact", "player__invitation")
        .annotate(is_administrator=Exists(roles))
    )


def membership_in(club: Club, user: User) -> Membership | None:
    return _memberships(user).filter(club=club).first()


def my_memberships(user: User) -> list[Membership]:
    """Return the memberships by the name of the club."""
    return sorted(_memberships(user), key=lambda row: name_key(row.club.name))


def _memberships(user: User) -> QuerySet[Membership]:
    rows = Membership.objects.filter(player__user=user).exclude(status=MembershipStatus.LEFT)
    return rows.select_related("club", "player")


def clubs_run_by(user: User) -> list[Club]:
    return in_name_order(Club.objects.filter(roles__user=user))


def administrators_of(club: Club) -> QuerySet[ClubRole]:
    return club.roles.select_related("user__player", "appointed_by")


def journal_of(club: Club) -> QuerySet[ClubJournalEntry]:
    return club.journal.select_related("by")


def system_administrators() -> QuerySet[User]:
    rows = User.objects.filter(is_superuser=True, is_active=True).select_related("player")
    return rows.order_by("-is_first_administrator", "pk")


def system_journal() -> QuerySet[SystemJournalEntry]:
    return SystemJournalEntry.objects.select_related("by", "user")
