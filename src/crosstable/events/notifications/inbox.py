"""What somebody has been told, newest first, and what of it is new."""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.models import NewsKind, Notification, Tournament

# Their page shows these in big letters anyway.
SHOWN_BY_THE_PAGE = (
    NewsKind.PAIRING,
    NewsKind.CHANGED,
    NewsKind.REPORTED,
    NewsKind.DISPUTED,
    NewsKind.RULING,
)


def inbox(user: User) -> QuerySet[Notification]:
    return Notification.objects.filter(user=user, in_inbox=True).select_related("tournament")


def unread(user: User) -> QuerySet[Notification]:
    return inbox(user).filter(read_at=None)


def unread_and_news(user: User, tournament: Tournament) -> tuple[int, list[Notification]]:
    """How many are new, and what of it belongs on the page of the event; most have nothing there."""
    rows = _unread_kinds(user.pk)
    has_news = any(event == tournament.pk and kind not in SHOWN_BY_THE_PAGE for event, kind in rows)
    return len(rows), news_for(user, tournament) if has_news else []


_unread_kinds = CompiledQuery(
    lambda user: (
        Notification.objects.filter(user=user, in_inbox=True, read_at=None)
        .order_by()
        .values_list("tournament_id", "kind")
    ),
    int,
)


def news_for(user: User, tournament: Tournament) -> list[Notification]:
    """What a player should notice on the page of the event: the newest three not read yet."""
    mine = Notification.objects.filter(user=user, in_inbox=True, read_at=None, tournament=tournament)
    return list(mine.exclude(kind__in=SHOWN_BY_THE_PAGE)[:3])


def mark_read(*, user: User, ids: Collection[int] | None = None) -> int:
    """Those, or all of them; how many were new."""
    rows = unread(user) if ids is None else unread(user).filter(pk__in=ids)
    return Notification.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).update(
        read_at=timezone.now()
    )
