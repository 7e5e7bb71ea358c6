"""Idempotent writes: the answer to a request with an idempotency key is sent again for a day.

The key is stored in the transaction of the write itself, so either both are stored or neither. A second request with
the same key waits for the answer of the first one.

`run_once` stores a short answer in that transaction, too. `run_once_then_render` is for answers that take long to
render: the transaction ends before, so other writers do not wait for the rendering, and the answer is stored after it.
If the process ends in between, the request was done and its answer is unknown; a repeated request gets this answer.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple, TypeVar

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from crosstable.accounts.models import RememberedRequest, Tally, User
from crosstable.database.compiled_sql import CompiledQuery, insert, update

KEPT_FOR = timedelta(hours=24)
# Keys stored per account, and after how many new keys they are counted.
MOST_KEPT, LOOK_EVERY = 5_000, 100
# How long after the write a repeated request waits for the answer, and the seconds between two attempts.
RENDERED_WITHIN, LOOK_AGAIN = timedelta(seconds=5), 0.02
WRITES = re.compile(r'\s*(?:INSERT|UPDATE|DELETE)\b[^"]*"(\w+)"')
# Writes to these tables are no part of a request: a refused request counts, too.
OWN_TABLES = (RememberedRequest._meta.db_table, Tally._meta.db_table)
log = logging.getLogger(__name__)

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
        stored = keep(answer)
        if stored is None:
            transaction.set_rollback(True)
        else:
            row.status, row.headers, row.body = stored
            update(row, "status", "headers", "body")
        return answer


def run_once_then_render(
    run: Callable[[], T],
    *,
    user: User,
    key: str,
    digest: str,
    keep: Callable[[T], StoredAnswer | None],
    replay: Callable[[StoredAnswer | None], T],
) -> T:
    """Store the key with the first write of `run`, and the answer when it is rendered; or replay that answer.

    `replay` gets None if the request was done and its answer was not stored. If `keep` returns None, the request was
    refused and wrote nothing. Raises KeyReused.
    """
    write = _KeyedWrite(user, key, digest)
    if (row := write.row_before()) is not None:
        return replay(_awaited(row))
    with connection.execute_wrapper(write.see):
        answer = run()
    if (stored := keep(answer)) is not None:
        write.keep(stored)
    elif not write.is_stored and (row := write.row_before()) is not None:
        return replay(_awaited(row))  # the same request was done at the same time
    return answer


class _KeyedWrite:
    """Stores the key of a request in the transaction of its first write."""

    def __init__(self, user: User, key: str, digest: str) -> None:
        self._row = RememberedRequest(user=user, key=key, digest=digest)
        self._is_committed = False

    @property
    def is_stored(self) -> bool:
        """Whether the key is stored, for good or in the current transaction: a rollback drops the callback."""
        return self._is_committed or any(call[1] == self._committed for call in connection.run_on_commit)

    def row_before(self) -> RememberedRequest | None:
        """Return the row of the same request, if it was done before. Raises KeyReused."""
        row = _under.first(self._row.user_id, self._row.key)
        if row is None or row.at < timezone.now() - KEPT_FOR:
            return None
        if row.digest != self._row.digest:
            raise KeyReused
        return row

    def see(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Wrap every statement of the request."""
        write = WRITES.match(sql)
        if write is None or write[1] in OWN_TABLES or self.is_stored:
            return execute(sql, params, many, context)
        with transaction.atomic(savepoint=False):
            self._store()
            return execute(sql, params, many, context)

    def keep(self, answer: StoredAnswer) -> None:
        """Store the answer. The request is done: if this fails, it is answered nevertheless."""
        row = self._row
        row.status, row.headers, row.body = answer
        try:
            with transaction.atomic():
                if self.is_stored:
                    update(row, "status", "headers", "body")
                else:  # it changed nothing
                    row.at = timezone.now()
                    insert(row, unless_there=True)
        except DatabaseError:
            log.warning("The answer to a request with an idempotency key was not stored.", exc_info=True)

    def _store(self) -> None:
        """Raises KeyReused if the key was stored in the meantime, by the same request or another one."""
        self._row = _row_of(user=self._row.user, key=self._row.key, digest=self._row.digest, is_new=True)
        transaction.on_commit(self._committed)

    def _committed(self) -> None:
        self._is_committed = True


def _awaited(row: RememberedRequest) -> StoredAnswer | None:
    """Return the stored answer. While it is being rendered, wait for it."""
    while row.status is None and timezone.now() < row.at + RENDERED_WITHIN:
        time.sleep(LOOK_AGAIN)
        row.refresh_from_db()
    return None if row.status is None else StoredAnswer(row.status, row.headers, row.body)


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
        replay=lambda stored: json.loads(stored.body),
    )


def _row_of(*, user: User, key: str, digest: str, is_new: bool = False) -> RememberedRequest:
    """Return the row of the key: with a status if it was answered before, without if it is new.

    Raises KeyReused; with `is_new` also for the same request.
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
    elif is_new or row.digest != digest:
        raise KeyReused
    return row


def _forget_oldest(user: User) -> None:
    theirs = RememberedRequest.objects.filter(user=user).order_by("-pk")
    if (oldest := theirs.values_list("pk", flat=True)[MOST_KEPT : MOST_KEPT + 1].first()) is not None:
        theirs.filter(pk__lte=oldest).delete()


def forget_old_answers() -> None:
    RememberedRequest.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
