"""Lists as querysets to page through or read at once: tournaments by status and person, the entries, rounds and matches
of one; and those somebody runs or plays in, with what waits for them there (A3)."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from crosstable.accounts.models import User
from crosstable.events.models import Entry, Match, Round, RoundStatus, Status, Tournament
from crosstable.events.permissions import Visitor
from crosstable.events.permissions import entries_of as belongs_to
from crosstable.events.queries.people.player import waiting_for
from crosstable.events.queries.people.public import TAKES_ENTRIES, with_counts


def listed_tournaments(
    user: Visitor, *, status: str | None = None, mine: bool = False, search: str = ""
) -> QuerySet[Tournament]:
    """A3: what this visitor may see, newest first. `status` may be "open"; `mine` are those I run or play in."""
    rows = with_counts(Tournament.objects.filter(_seen_by(user)).select_related("owner__player"))
    if status is not None:
        rows = rows.filter(status__in=TAKES_ENTRIES if status == "open" else [status])
    if mine:
        rows = rows.filter(_of(user))
    for word in search.split():
        rows = rows.filter(name__icontains=word)
    return rows.order_by("-date", "-pk")


def _seen_by(user: Visitor) -> Q:
    """permissions.may_see, asked of many at once."""
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
    """In the order of registration, with the players. The lists are long and stay where they are."""
    return tournament.entries.select_related("player").defer("list_text").order_by("seed")


def rounds_seen(tournament: Tournament, *, drafts: bool) -> QuerySet[Round]:
    rows = tournament.rounds.order_by("number")
    return rows if drafts else rows.exclude(status=RoundStatus.DRAFT)


# What belongs to a match that is shown: the claims, its parts and who sat there.
SHOWN_WITH = ("claims", "parts__first_member__player", "parts__second_member__player")


def matches_seen(tournament: Tournament, *, drafts: bool) -> QuerySet[Match]:
    """With everything a match is shown by: both players and the round besides."""
    rows = Match.objects.filter(round__tournament=tournament).prefetch_related(*SHOWN_WITH)
    rows = rows.select_related("round__tournament", "first__player", "second__player")
    rows = rows.defer("first__list_text", "second__list_text")
    return rows if drafts else rows.exclude(round__status=RoundStatus.DRAFT)


@dataclass(frozen=True, slots=True)
class Mine:
    running: list[Tournament]
    playing: list[Entry]
    waiting: list[Match]


def my_tournaments(user: User) -> Mine:
    running = Tournament.objects.filter(Q(owner=user) | Q(organisers=user)).distinct()
    playing = Entry.objects.filter(belongs_to(user)).exclude(tournament__status=Status.DRAFT)
    return Mine(
        running=list(running.annotate(entered=Count("entries", distinct=True)).order_by("-date", "-pk")),
        playing=list(playing.select_related("tournament").order_by("-tournament__date", "-pk")),
        waiting=waiting_for(user),
    )
