"""/metrics: who may read it, and what the database adds to the numbers of the workers.

Whoever asks from this machine itself, not through a proxy; or whoever knows CROSSTABLE_METRICS_TOKEN. Anybody else
finds nothing there.
"""

import hmac
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

from django.conf import settings
from django.db import Error as DatabaseError

from crosstable.events.models import Delivery, Tournament
from crosstable.live.asgi import Scope, Send, answer, answer_text
from crosstable.live.database import ask
from crosstable.live.metrics import gauge, metrics
from crosstable.upkeep.copies import newest_copy

FORWARDED = {b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip"}
TEXT = (b"content-type", b"text/plain; version=0.0.4; charset=utf-8")


async def answer_metrics(scope: Scope, send: Send) -> None:
    if not may_watch(scope):
        await answer_text(send, 404, "There is nothing here.\n")
        return
    try:
        stored = await ask(lambda: list(_stored()))
    except DatabaseError:
        stored = list(gauge("crosstable_database_up", "Whether the database answers.", 0))
    body = "\n".join([*metrics.lines(), *stored, ""]).encode()
    headers = [TEXT, (b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store")]
    await answer(send, 200, headers, body)


def may_watch(scope: Scope) -> bool:
    headers = dict(scope["headers"])
    given = headers.get(b"authorization", b"")
    if settings.METRICS_TOKEN:
        return hmac.compare_digest(given, b"Bearer " + settings.METRICS_TOKEN.encode())
    return not FORWARDED & headers.keys() and _is_here((scope.get("client") or ("",))[0])


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _stored() -> Iterator[str]:
    yield from gauge("crosstable_database_up", "Whether the database answers.", 1)
    yield from gauge("crosstable_events", "Events, drafts among them.", Tournament.objects.count())
    waiting = Delivery.objects.filter(gave_up_at=None).count()
    yield from gauge("crosstable_outbox_waiting", "Mails and pushes that wait to be sent.", waiting)
    made = newest_copy(Path(settings.DATA_DIR))
    yield from gauge("crosstable_last_backup_timestamp_seconds", "When the last backup was made; 0 for never.",
                     made.timestamp() if made else 0)  # fmt: skip
