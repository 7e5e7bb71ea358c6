"""Writes that may be repeated: what was answered under an idempotency key is answered again for a day.

`remember` belongs in the transaction of the write itself, so that the key and its effect are kept together or
not at all. A second request under the same key waits there for the first one to end.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from crosstable.accounts.models import RememberedRequest, User
from crosstable.accounts.prepared import PreparedRows, insert, update

KEPT_FOR = timedelta(hours=24)


_under = PreparedRows(
    lambda user, key: RememberedRequest.objects.filter(user_id=user, key=key).order_by(), int, str
)


class KeyReused(Exception):
    """The key stands for another request already."""


def remember(*, user: User, key: str, digest: str) -> RememberedRequest:
    """The row of the key: with a status when it was answered before, without when it is new. Raises KeyReused."""
    new = RememberedRequest(user=user, key=key, digest=digest, at=timezone.now())
    if insert(new, unless_there=True):
        return new
    row = _under.first(user.pk, key)
    assert row is not None, "it stood there before"
    if row.at < new.at - KEPT_FOR:
        row.digest, row.status, row.headers, row.body, row.at = digest, None, {}, "", new.at
        row.save()
    if row.digest != digest:
        raise KeyReused
    return row


def forget_old_answers() -> None:
    RememberedRequest.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()


def keep_answer(row: RememberedRequest, status: int, headers: dict[str, str], body: str) -> None:
    row.status, row.headers, row.body = status, headers, body
    update(row, "status", "headers", "body")
