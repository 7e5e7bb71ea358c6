"""Idempotent writes: the answer to a request with an idempotency key is sent again for a day.

The key is stored in the transaction of the write itself, so either both are stored or neither. A second request with
the same key waits there for the first one to end.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple, TypeVar

from django.db import transaction
from django.utils import timezone

from crosstable.accounts.models import RememberedRequest, User
from crosstable.database.compiled_sql import CompiledQuery, insert, update

KEPT_FOR = timedelta(hours=24)
# Keys stored per account, and after how many new keys they are counted.
MOST_KEPT, LOOK_EVERY = 5_000, 100

T = TypeVar("T")

_under = CompiledQuery(
    lambda user, key: RememberedRequest.objects.filter(user_id=user, key=key).order_by(), int, str
)


class KeyReused(Exception):
    """The key was already used for another request."""


class StoredAnswer(NamedTuple):
    """An answer as the database stores it."""

    status: int
    headers: dict[str, str]
    body: str


def run_once(
    run: Callable[[], T],
    *,
    user: User,
    key: str,
    digest: str,
    keep: Callable[[T], StoredAnswer | None],
    replay: Callable[[StoredAnswer], T],
) -> T:
    """Run it in one transaction with its key, or replay the answer stored under this key.

    If `keep` returns None for an answer, it changed nothing: everything is rolled back, and the key stays free. Raises
    KeyReused.
    """
    with transaction.atomic():
        row = _row_of(user=user, key=key, digest=digest)
        if row.status is not None:
            return replay(StoredAnswer(row.status, row.headers, row.body))
        answer = run()
        kept = keep(answer)
        if kept is None:
            transaction.set_rollback(True)
        else:
            row.status, row.headers, row.body = kept
            update(row, "status", "headers", "body")
        return answer


def run_once_as_json(
    run: Callable[[], dict[str, Any]],
    *,
    user: User,
    key: str,
    content: object,
    keeps: Callable[[dict[str, Any]], bool] = lambda answer: True,
) -> dict[str, Any]:
    """Like `run_once`, for an answer in JSON.

    The same key with other content is another request (the user went back, or a version was filled in), so the digest
    is part of the key.
    """
    digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
    return run_once(
        run,
        user=user,
        key=f"{key}.{digest[:20]}",
        digest=digest,
        keep=lambda answer: StoredAnswer(200, {}, json.dumps(answer)) if keeps(answer) else None,
        replay=lambda kept: json.loads(kept.body),
    )


def _row_of(*, user: User, key: str, digest: str) -> RememberedRequest:
    """Return the row of the key: with a status if it was answered before, without if it is new.

    Raises KeyReused.
    """
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
