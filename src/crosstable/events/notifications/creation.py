"""Create notifications from news immediately after the commit that caused it.

They are written before phones are notified of the new revision: the page a phone then requests includes them.
Only players' reports, which arrive in large numbers, are left to a thread of the server that writes them in
batches: no request waits for them, and the players' pages show them prominently anyway. If the process ends
in between, the cursor stays behind and the server's next check (`catch_up_all`) completes them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.database.compiled_sql import CompiledQuery, insert, update
from crosstable.events.bridge.verbs import verbs_that
from crosstable.events.models import (
    Channel,
    Delivery,
    JournalEntry,
    NewsCursor,
    Notification,
    PushSubscription,
    Tournament,
)
from crosstable.events.notifications.inbox import wanted_by
from crosstable.events.notifications.news import News, changed_news, matches_in, matches_of, news_of
from crosstable.text import stored_value

log = logging.getLogger(__name__)
NOTIFYING_VERBS = verbs_that(lambda verb: verb.notifies)
# Older entries are not news: of an imported event, or after server downtime.
FRESH = timedelta(hours=1)
REPORTS = ("result.reported", "boards.reported")
# The callback for deferred reports; empty without a server.
_taken_by: list[Callable[[int], None]] = []


def leave_reports_to(take: Callable[[int], None]) -> None:
    _taken_by[:] = [take]


def on_revision(*, tournament_id: int, revision: int | None = None, verb: str = "", **_: Any) -> None:
    """Create notifications; an error never fails the action that was just done."""
    if verb in REPORTS and _taken_by:
        _taken_by[0](tournament_id)
        return
    try:
        catch_up(tournament_id, revision)
    except DatabaseError as error:
        log.warning("The news of tournament %s could not be written, later: %s", tournament_id, error)
    except Exception:
        log.exception("The news of tournament %s could not be written; tried again later.", tournament_id)


def on_pairing_changed(*, tournament_id: int, round_number: int, entry_ids: Sequence[int], **_: Any) -> None:
    try:
        _tell_changed(tournament_id, round_number, entry_ids)
    except Exception:
        log.exception("The changed pairings of tournament %s could not be told.", tournament_id)


def catch_up(tournament_id: int, revision: int | None = None) -> int:
    """Create notifications from new journal entries (up to a known revision); return how many.

    They are worded before the write lock is taken; another process may have been faster.
    """
    while True:
        reached = _revision.first(tournament_id) or 0
        entries = list(_newer(tournament_id, reached)) if revision is None or reached < revision else []
        if not entries:
            return 0
        tournament = Tournament.objects.select_related("owner").get(pk=tournament_id)
        for entry in entries:
            entry.tournament = tournament
        matches = matches_of(tournament, entries)
        news = [(news, entry.at) for entry in entries for news in news_of(entry, matches)]
        pending = _worded(tournament, news)
        if _move_cursor(tournament_id, reached, entries[-1].number, pending):
            return len(pending.rows)


def _move_cursor(tournament_id: int, number: int, revision: int, pending: PendingNotifications) -> bool:
    """Advance the cursor and write the notifications; False if another process has advanced it."""
    with transaction.atomic():
        if not _cursor(tournament_id):
            insert(NewsCursor(tournament_id=tournament_id), unless_there=True)
        (cursor,) = _cursor(tournament_id)
        if cursor.revision != number:
            return False
        pending.write()
        cursor.revision = revision
        update(cursor, "revision")
    return True


_cursor = CompiledQuery(
    lambda tournament: NewsCursor.objects.select_for_update().filter(tournament_id=tournament).order_by(), int
)


def catch_up_all() -> None:
    """Complete what a process that ended could not finish."""
    recent = JournalEntry.objects.filter(at__gte=timezone.now() - FRESH, verb__in=NOTIFYING_VERBS)
    for pk in recent.values_list("tournament", flat=True).distinct():
        on_revision(tournament_id=pk)


@dataclass(frozen=True, slots=True)
class PendingNotifications:
    """Notifications, and their deliveries by email or push."""

    rows: list[Notification]
    deliveries: list[Delivery]

    def write(self) -> None:
        Notification.objects.bulk_create(self.rows)
        Delivery.objects.bulk_create(self.deliveries)


def _worded(tournament: Tournament, news: Sequence[tuple[News, datetime]]) -> PendingNotifications:
    if tournament.is_rehearsal:
        return PendingNotifications([], [])
    keys = {item.user_id for item, _ in news}
    users = {user.pk: user for user in User.objects.filter(pk__in=keys, is_active=True)}
    wanted, phones = wanted_by(users), _phones(users)
    rows: list[Notification] = []
    deliveries: list[Delivery] = []
    for item, at in news:
        ways = {way for way in Channel if (item.kind, way) in wanted.get(item.user_id, ())}
        row = _row(tournament, item, at, in_inbox=Channel.PAGE in ways)
        sent = _sent(row, ways, users.get(item.user_id), phones.get(item.user_id, ()))
        if row.in_inbox or sent:
            rows.append(row)
            deliveries += sent
    return PendingNotifications(rows, deliveries)


def _sent(
    row: Notification, ways: set[Channel], user: User | None, phones: Iterable[PushSubscription]
) -> list[Delivery]:
    made = []
    if Channel.EMAIL in ways and user is not None and user.email:
        made.append(Delivery(notification=row, channel=Channel.EMAIL, next_at=row.at))
    if Channel.PUSH in ways:
        made += [
            Delivery(notification=row, channel=Channel.PUSH, subscription=phone, next_at=row.at)
            for phone in phones
        ]
    return made


def _phones(users: Iterable[int]) -> dict[int, list[PushSubscription]]:
    phones: dict[int, list[PushSubscription]] = {}
    for subscription in PushSubscription.objects.filter(user_id__in=list(users)):
        phones.setdefault(subscription.user_id, []).append(subscription)
    return phones


def _row(tournament: Tournament, item: News, at: datetime, *, in_inbox: bool) -> Notification:
    return Notification(
        user_id=item.user_id,
        tournament=tournament,
        kind=item.kind,
        title=str(item.title)[:160],
        body=str(item.body)[:300],
        texts={"title": stored_value(item.title), "body": stored_value(item.body)},
        address=item.address,
        at=at,
        in_inbox=in_inbox,
    )


def _tell_changed(tournament_id: int, round_number: int, entry_ids: Sequence[int]) -> None:
    """Notify each entry where to go now, including those without a place at the moment."""
    tournament = Tournament.objects.get(pk=tournament_id)
    rows = matches_in(tournament, round__number=round_number)
    seated = {side.pk: match for match in rows for side in (match.first, match.second) if side is not None}
    news: list[News] = []
    entries = tournament.entries.filter(pk__in=entry_ids).select_related("player")
    for entry in entries.prefetch_related("members__player"):
        news += changed_news(tournament, entry, seated.get(entry.pk))
    pending = _worded(tournament, [(item, timezone.now()) for item in news])
    with transaction.atomic():
        pending.write()


_revision = CompiledQuery(
    lambda tournament: NewsCursor.objects.filter(tournament_id=tournament).values_list("revision", flat=True),
    int,
)


def _newer(tournament_id: int, revision: int) -> QuerySet[JournalEntry]:
    rows = JournalEntry.objects.filter(
        tournament=tournament_id, number__gt=revision, verb__in=NOTIFYING_VERBS
    )
    return rows.filter(at__gte=timezone.now() - FRESH).order_by("number")
