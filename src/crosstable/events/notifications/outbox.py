"""Send queued deliveries: a few at a time, with retries, until they are too old to be news.

Several processes may send in parallel. A row is claimed before it is sent, and a claim expires if its process
dies; so a message may arrive twice, which is better than not at all.
"""

import logging
import threading
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from smtplib import SMTPException
from urllib.parse import urljoin

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from crosstable.accounts.mail import without_links
from crosstable.events.models import Channel, Delivery, NewsKind, Notification, PushSubscription
from crosstable.events.notifications.inbox import unsubscribe_token
from crosstable.events.notifications.push import Attempt, payload, send
from crosstable.languages import speaking
from crosstable.text import tr

log = logging.getLogger(__name__)
AT_ONCE = 40
PUSHES_AT_ONCE = 8
CLAIMED_FOR = timedelta(minutes=2)
PAUSES = [timedelta(seconds=s) for s in (20, 60, 180, 600, 1200)]
# A pairing of an hour ago is useless; a mail may be read in the evening.
NEWS_FOR = {Channel.PUSH: timedelta(hours=1), Channel.EMAIL: timedelta(hours=12)}
KEPT_FOR = timedelta(days=30)


def deliver_some() -> int:
    """Send what is due, at most AT_ONCE; return how many were tried."""
    claimed = _claimed()
    by_mail = [row for row in claimed if row.channel == Channel.EMAIL]
    by_push = [row for row in claimed if row.channel == Channel.PUSH]
    if by_mail:
        _finish(by_mail, _mailed(by_mail))
    if by_push:
        _finish(by_push, _pushed(by_push))
    return len(claimed)


def forget_old() -> None:
    Notification.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()


def _claimed() -> list[Delivery]:
    """Claim due rows. Two processes may choose the same rows; the update's condition admits only one."""
    now = timezone.now()
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    due = Delivery.objects.filter(free, gave_up_at=None, next_at__lte=now)
    keys = list(due.order_by("next_at", "pk").values_list("pk", flat=True)[:AT_ONCE])
    if not keys:
        return []
    claim = uuid.uuid4().hex
    due.filter(pk__in=keys).update(claim=claim, claimed_until=now + CLAIMED_FOR)
    rows = Delivery.objects.filter(claim=claim).order_by("next_at", "pk")
    return list(rows.select_related("notification__user", "notification__tournament", "subscription"))


def _mailed(rows: Sequence[Delivery]) -> list[Attempt]:
    connection = get_connection()
    try:
        connection.open()
        return [_mail(row, lambda m: connection.send_messages([m])) for row in rows]
    except (OSError, SMTPException) as error:
        return [Attempt(again=True, unreachable=True, trouble=_words(error))] * len(rows)
    finally:
        connection.close()


def _mail(row: Delivery, sending: Callable[..., object]) -> Attempt:
    if not row.notification.user.is_active:
        return Attempt(gone=True)
    try:
        with speaking(row.notification.user.language):
            message = _message_of(row.notification)
        sending(message)
    except (OSError, SMTPException, ValueError) as error:
        return Attempt(again=True, trouble=_words(error))
    return Attempt()


def _pushed(rows: Sequence[Delivery]) -> list[Attempt]:
    """Send in parallel, because each waits for an external server; no thread uses the database.

    Plain daemon threads: a thread pool would delay the shutdown of the server.
    """
    outcomes = [Attempt(again=True, trouble="The server was stopped.")] * len(rows)
    left = list(enumerate(rows))

    def work() -> None:
        while left:
            with suppress(IndexError):  # another thread took the last one
                place, row = left.pop()
                outcomes[place] = _push(row)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(min(PUSHES_AT_ONCE, len(rows)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def _push(row: Delivery) -> Attempt:
    assert row.subscription is not None
    with speaking(row.notification.user.language):
        message = payload(row.notification)
    return send(row.subscription, message)


def _finish(rows: Sequence[Delivery], outcomes: Sequence[Attempt]) -> None:
    for row, attempt in zip(rows, outcomes, strict=True):
        if row.subscription is not None:
            _note(row.subscription, attempt)
        if not attempt.trouble or attempt.gone:
            Delivery.objects.filter(pk=row.pk).delete()
        else:
            _try_later(row, attempt)
    if unreached := [
        (row, attempt) for row, attempt in zip(rows, outcomes, strict=True) if attempt.unreachable
    ]:
        log.info("Not delivered for now: %s", unreached[0][1].trouble)
        for way in {_way(row) for row, _ in unreached}:
            _hold_back(way)


def _try_later(row: Delivery, attempt: Attempt) -> None:
    now = timezone.now()
    pause = PAUSES[min(row.attempts, len(PAUSES) - 1)]
    row.attempts, row.trouble, row.next_at, row.claimed_until = (
        row.attempts + 1,
        attempt.trouble[:200],
        now + pause,
        None,
    )
    if not attempt.again or row.next_at > row.notification.at + NEWS_FOR[Channel(row.channel)]:
        row.gave_up_at = now
    row.save()


def _way(row: Delivery) -> Q:
    """All deliveries by the same channel: every mail, or those to one push service.

    Each service is separate, because a user may register a host of a service that does not exist.
    """
    if row.subscription is None:
        return Q(channel=Channel.EMAIL)
    service = urljoin(row.subscription.endpoint, "/")
    return Q(channel=Channel.PUSH, subscription__endpoint__startswith=service)


def _hold_back(way: Q) -> None:
    """Delay the other deliveries of an unreachable channel by the first pause, instead of trying each."""
    now = timezone.now()
    waiting = Delivery.objects.filter(way, gave_up_at=None, next_at__lt=now + PAUSES[0])
    waiting.filter(claimed_until=None).update(next_at=now + PAUSES[0])


def _note(subscription: PushSubscription, attempt: Attempt) -> None:
    if attempt.gone:
        PushSubscription.objects.filter(pk=subscription.pk).delete()
    elif attempt.trouble:
        PushSubscription.objects.filter(pk=subscription.pk).update(trouble=attempt.trouble[:200])
    else:
        PushSubscription.objects.filter(pk=subscription.pk).update(trouble="", last_sent_at=timezone.now())


def _words(error: Exception) -> str:
    return f"The mail could not be handed over: {error}"[:200]


def _message_of(notification: Notification) -> EmailMessage:
    base = settings.PUBLIC_URL.rstrip("/")
    token = unsubscribe_token(notification.user_id, notification.kind)
    stop = base + reverse("unsubscribe", args=[token])
    title, text = without_links(notification.title_words), without_links(notification.body_words)
    why = tr(
        "You chose these emails: “{kind}”. Open this link to stop them:",
        kind=NewsKind(notification.kind).label,
    )
    body = f"{title}\n{text}\n\n{base}{notification.address}\n\n--\n{why}\n{stop}\n"
    # RFC 8058: the mail program's own button.
    headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    event = without_links(notification.tournament.name)
    subject = title if event in title else f"{title} · {event}"
    return EmailMessage(subject.replace("\n", " "), body, to=[notification.user.email], headers=headers)
