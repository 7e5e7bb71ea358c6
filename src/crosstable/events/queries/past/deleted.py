"""What deleting an event takes away, and the deleted events whose file is still kept."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.events.models import DeletedEvent, KeptEventFile, Match, RatingChange, Tournament

KEPT_FOR = timedelta(days=30)


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
    """The deleted events this user can get back, newest first: their own; for a system administrator all."""
    since = timezone.now() - KEPT_FOR
    rows = DeletedEvent.objects.filter(kept_file__isnull=False, deleted_at__gte=since).select_related("owner")
    return rows if user.is_superuser else rows.filter(owner=user)


def expired_files(now: datetime) -> QuerySet[KeptEventFile]:
    return KeptEventFile.objects.filter(event__deleted_at__lt=now - KEPT_FOR)
