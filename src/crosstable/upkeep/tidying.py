"""What need not be kept, and how long each kind stays. Answers and notifications the server drops by itself, too: their
time is written where it does."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from crosstable.accounts.idempotency import KEPT_FOR as ANSWERS
from crosstable.accounts.models import RememberedRequest, Tally
from crosstable.events.models import Delivery, Notification, PlayerUpload, Presence
from crosstable.events.notifications.outbox import KEPT_FOR as NOTIFICATIONS
from crosstable.events.queries.people.tournaments import KEPT_FOR as DELETED_EVENTS
from crosstable.events.queries.people.tournaments import expired_files

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Leftover:
    """Rows of one kind that have outlived their use."""

    name: str
    rows: QuerySet[Any]


def leftovers(now: datetime | None = None) -> Iterator[Leftover]:
    now = now or timezone.now()
    yield Leftover("sessions that have expired", Session.objects.filter(expire_date__lt=now))
    yield Leftover("counts of attempts, older than a day", Tally.objects.filter(since__lt=now - DAY))
    yield Leftover(
        "answers kept for repeated requests, older than a day",
        RememberedRequest.objects.filter(at__lt=now - ANSWERS),
    )
    yield Leftover(
        "uploads nobody took, older than a day", PlayerUpload.objects.filter(created_at__lt=now - DAY)
    )
    yield Leftover("who looked at what, older than a day", Presence.objects.filter(at__lt=now - DAY))
    yield Leftover(
        "mails and pushes given up, older than a week", Delivery.objects.filter(gave_up_at__lt=now - 7 * DAY)
    )
    yield Leftover(
        f"notifications, older than {NOTIFICATIONS.days} days",
        Notification.objects.filter(at__lt=now - NOTIFICATIONS),
    )
    yield Leftover(
        f"files of deleted events, older than {DELETED_EVENTS.days} days",
        expired_files(now),
    )


def tidy(*, only_count: bool = False) -> list[tuple[str, int]]:
    """What goes (or would go), and how much of it."""
    counted = []
    for leftover in leftovers():
        counted.append((leftover.name, leftover.rows.count()))
        if not only_count:
            leftover.rows.delete()
    return counted
