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
# Keys kept for one account, and after how many new keys the number is looked at.
MOST_KEPT, LOOK_EVERY = 5_000, 100


_under = PreparedRows(
    lambda user, key: RememberedRequest.objects.filter(user_id=user, key=key).order_by(), int, str
)


class KeyReused(Exception):
    """The key stands for another request already."""


def remember(*, user: User, key: str, digest: str) -> RememberedRequest:
    """The row of the key: with a status when it was answered before, without when it is new. Raises KeyReused."""
    new = RememberedRequest(user=user, key=key, digest=digest, at=timezone.now())
    if insert(new, unless_there=True):
        if new.pk % LOOK_EVERY == 0:
            _forget_oldest(user)
        return new
    row = _under.first(user.pk, key)
    assert row is not None, "it stood there before"
    if row.at < new.at - KEPT_FOR:
        row.digest, row.status, row.headers, row.body, row.at = digest, None, {}, "", new.at
        row.save()
    if row.digest != digest:
        raise KeyReused
    return row


def _forget_oldest(user: User) -> None:
    theirs = RememberedRequest.objects.filter(user=user).order_by("-pk")
    if (oldest := theirs.values_list("pk", flat=True)[MOST_KEPT : MOST_KEPT + 1].first()) is not None:
        theirs.filter(pk__lte=oldest).delete()


def forget_old_answers() -> None:
    RememberedRequest.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()


def keep_answer(row: RememberedRequest, status: int, headers: dict[str, str], body: str) -> None:
    row.status, row.headers, row.body = status, headers, body
    update(row, "status", "headers", "body")
