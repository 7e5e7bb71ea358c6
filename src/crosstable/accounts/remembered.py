"""Writes that may be repeated: what was answered under an idempotency key is answered again for a day.

`remember` belongs in the transaction of the write itself, so that the key and its effect are kept together or
not at all. A second request under the same key waits there for the first one to end.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from crosstable.accounts.models import RememberedRequest, User

KEPT_FOR = timedelta(hours=24)


class KeyReused(Exception):
    """The key stands for another request already."""


def remember(*, user: User, key: str, digest: str) -> RememberedRequest:
    """The row of the key: with a status when it was answered before, without when it is new. Raises KeyReused."""
    now = timezone.now()
    RememberedRequest.objects.filter(at__lt=now - KEPT_FOR).delete()
    row, _ = RememberedRequest.objects.get_or_create(
        user=user, key=key, defaults={"digest": digest, "at": now}
    )
    if row.digest != digest:
        raise KeyReused
    return row


def keep_answer(row: RememberedRequest, status: int, headers: dict[str, str], body: str) -> None:
    row.status, row.headers, row.body = status, headers, body
    row.save(update_fields=["status", "headers", "body"])
