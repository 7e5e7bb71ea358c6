"""Lists of tournaments: by status and person, a user's own with tasks (A3), a club's, deleted ones.

Deleted ones are listed while their file is stored. Also the entries, rounds and matches of one, to page
through.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from crosstable.accounts.models import GIVEN_BY_CLUB, Club, Membership, User
from crosstable.accounts.names import in_name_order
from crosstable.engine.starting_numbers import name_key
from crosstable.events.models import (
    Appointment,
    DeletedEvent,
    Entry,
    KeptEventFile,
    Match,
    RatingChange,
    Role,
    Round,
    RoundStatus,
    Status,
    Tournament,
)
from crosstable.events.permissions import LOOK, Visitor
from crosstable.events.permissions import entries_of as belongs_to
from crosstable.events.queries.people.my_event import waiting_for
from crosstable.events.queries.people.public import TAKES_ENTRIES, with_counts

# Shown with a match: the reports, its boards and their players.
SHOWN_WITH = ("claims", "parts__first_member__player", "parts__second_member__player")
KEPT_FOR = timedelta(days=30)


def listed_tournaments(
    user: Visitor, *, status: str | None = None, mine: bool = False, search: str = ""
) -> QuerySet[Tournament]:
    """A3: return the tournaments this visitor may see, newest first; never rehearsals.

    `status` may be "open"; `mine` selects those the user runs or plays in.
    """
    rows = Tournament.objects.filter(_seen_by(user), rehearsal_of=None).select_related("owner__player")
    rows = with_counts(rows)
    if status is not None:
        rows = rows.filter(status__in=TAKES_ENTRIES if status == "open" else [status])
    if mine:
        rows = rows.filter(_of(user))
    for word in search.split():
        rows = rows.filter(name__icontains=word)
    return rows.order_by("-date", "-pk")


def _seen_by(user: Visitor) -> Q:
    """permissions.may_see as a filter."""
    public = ~Q(status=Status.DRAFT)
    if not user.is_authenticated:
        return public
    return Q() if user.is_superuser else public | _runs(user)


def _runs(user: Visitor) -> Q:
    return Q(owner=user.pk) | Q(pk__in=Tournament.objects.filter(organisers=user.pk).values("pk"))


def _of(user: Visitor) -> Q:
    if not user.is_authenticated:
        return Q(pk__in=[])
    return _runs(user) | Q(pk__in=Entry.objects.filter(belongs_to(user)).values("tournament"))


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """Return entries in the order of registration, with players; the long army lists are deferred."""
    return tournament.entries.select_related("player").defer("list_text").order_by("seed")


def rounds_seen(tournament: Tournament, *, drafts: bool) -> QuerySet[Round]:
    rows = tournament.rounds.order_by("number")
    return rows if drafts else rows.exclude(status=RoundStatus.DRAFT)


def matches_seen(tournament: Tournament, *, drafts: bool) -> QuerySet[Match]:
    """Return matches with all that is shown with one, including both players and the round."""
    rows = Match.objects.filter(round__tournament=tournament).prefetch_related(*SHOWN_WITH)
    rows = rows.select_related("round__tournament", "first__player", "second__player")
    rows = rows.defer("first__list_text", "second__list_text")
    return rows if drafts else rows.exclude(round__status=RoundStatus.DRAFT)


@dataclass(frozen=True, slots=True)
class OwnEvents:
    running: list[Tournament]
    playing: list[Entry]
    waiting: list[Match]


def my_tournaments(user: User) -> OwnEvents:
    running = Tournament.objects.filter(Q(owner=user) | Q(organisers=user)).distinct()
    playing = Entry.objects.filter(belongs_to(user)).exclude(tournament__status=Status.DRAFT)
    return OwnEvents(
        running=list(running.annotate(entered=Count("entries", distinct=True)).order_by("-date", "-pk")),
        playing=list(playing.select_related("tournament").order_by("-tournament__date", "-pk")),
        waiting=waiting_for(user),
    )


def events_to_copy(user: User, most: int = 3) -> list[Tournament]:
    """Return the latest events the user organised, the last one first: neither drafts nor events of later days, and
    only those with entries."""
    organised = Appointment.objects.filter(user=user, role=Role.ORGANISER).values("tournament")
    rows = Tournament.objects.filter(Q(owner=user) | Q(pk__in=organised)).exclude(status=Status.DRAFT)
    rows = rows.filter(date__lte=timezone.localdate(), rehearsal_of=None).annotate(entered=Count("entries"))
    return list(rows.filter(entered__gt=0).order_by("-date", "-pk")[:most])


def example_event() -> Tournament | None:
    """Return the example event of this installation, if it was loaded and not removed."""
    return Tournament.objects.filter(journal__verb="tournament.example", journal__number=1).first()


def clubs_to_create_for(user: User) -> list[Club]:
    """Return the clubs the user may create a tournament for: as a member or administrator."""
    member = Q(memberships__player__user=user, memberships__status__in=GIVEN_BY_CLUB)
    return in_name_order(Club.objects.filter(member | Q(roles__user=user)).distinct())


def tournaments_of(club: Club, user: Visitor) -> list[Tournament]:
    """Return the club's tournaments, newest first; drafts only for those who run them."""
    rows = with_counts(club.tournaments.select_related("club")).annotate(entered=Count("entries"))
    return [t for t in rows.order_by("-date", "-pk") if t.status != Status.DRAFT or LOOK(user, t)]


def members_to_enter(tournament: Tournament) -> list[Membership]:
    """Return the club's members who are not in the tournament yet, by name."""
    if tournament.club is None:
        return []
    entered = set(tournament.entries.values_list("player_id", flat=True))
    return [member for member in members_of_club(tournament.club) if member.player_id not in entered]


def members_of_club(club: Club) -> list[Membership]:
    """Return the members an event of the club can have, by name."""
    rows = Membership.objects.filter(club=club, status__in=GIVEN_BY_CLUB).select_related("player")
    return sorted(rows.order_by("pk"), key=lambda row: name_key(row.player.list_name))


def appointed_in(tournament: Tournament) -> list[Appointment]:
    """Return the appointments with account and role, by username."""
    rows = Appointment.objects.filter(tournament=tournament).select_related("user__player")
    return sorted(rows, key=lambda row: name_key(row.user.username))


@dataclass(frozen=True, slots=True)
class Contents:
    entries: int
    results: int
    rated_games: int


def contents_of(tournament: Tournament) -> Contents:
    matches = Match.objects.filter(round__tournament=tournament)
    rated = RatingChange.objects.filter(match__round__tournament=tournament)
    return Contents(
        tournament.entries.count(),
        matches.exclude(result="").count(),
        rated.values("match").distinct().count(),
    )


def restorable(user: User) -> QuerySet[DeletedEvent]:
    """Return the deleted events the user can restore, newest first: their own; all for administrators."""
    since = timezone.now() - KEPT_FOR
    rows = DeletedEvent.objects.filter(kept_file__isnull=False, deleted_at__gte=since).select_related("owner")
    return rows if user.is_superuser else rows.filter(owner=user)


def expired_files(now: datetime) -> QuerySet[KeptEventFile]:
    return KeptEventFile.objects.filter(event__deleted_at__lt=now - KEPT_FOR)
