"""The announcements of an event that are shown now."""

from datetime import datetime

from django.utils import timezone

from crosstable.events.models import Announcement, Tournament


def current_announcements(tournament: Tournament, now: datetime | None = None) -> list[Announcement]:
    """Return those not over yet, the newest first."""
    return list(tournament.announcements.filter(until__gt=now or timezone.now()))
