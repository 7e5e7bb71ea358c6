"""Clubs as seen from their tournaments: whose events are these, who could enter."""

from django.db.models import Count, Q

from crosstable.accounts.models import GIVEN, Club, Membership, User
from crosstable.accounts.names import in_name_order
from crosstable.engine.names import name_key
from crosstable.events.models import Status, Tournament
from crosstable.events.permissions import LOOK, Visitor
from crosstable.events.queries.people.public import with_counts


def clubs_to_create_for(user: User) -> list[Club]:
    """Clubs this user may create a tournament for: those it belongs to or administers."""
    member = Q(memberships__player__user=user, memberships__status__in=GIVEN)
    return in_name_order(Club.objects.filter(member | Q(roles__user=user)).distinct())


def tournaments_of(club: Club, user: Visitor) -> list[Tournament]:
    """Newest first; a draft for those who run it only."""
    rows = with_counts(club.tournaments.select_related("club")).annotate(entered=Count("entries"))
    return [t for t in rows.order_by("-date", "-pk") if t.status != Status.DRAFT or LOOK(user, t)]


def members_to_enter(tournament: Tournament) -> list[Membership]:
    """Members of the club who are not in the tournament yet, by name."""
    if tournament.club_id is None:
        return []
    members = Membership.objects.filter(club=tournament.club_id, status__in=GIVEN).select_related("player")
    entered = tournament.entries.values("player_id")
    return sorted(
        members.exclude(player__in=entered).order_by("pk"), key=lambda row: name_key(row.player.list_name)
    )
