"""Repeating a write is harmless: with an Idempotency-Key the first answer is given again, and nothing happens twice.

The key is stored in the transaction of the write. What was refused changed nothing, so its key stays free and
the request may be made again.
"""

import hashlib
from collections.abc import Callable

from django.db import transaction
from django.http import HttpResponse

from crosstable.accounts.models import RememberedRequest
from crosstable.accounts.remembered import keep_answer, remember
from crosstable.api.identity import SAFE, Request
from crosstable.api.problems import Problem

LONGEST_KEY = 200
KEPT_HEADERS = ("Content-Type", "Location")


class _Refused(Exception):
    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def run_once(request: Request, run: Callable[[], HttpResponse]) -> HttpResponse:
    key = request.headers.get("Idempotency-Key")
    if key is None or request.method in SAFE or not request.user.is_authenticated:
        return run()
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Problem(400, "bad-idempotency-key", f"An Idempotency-Key has 1 to {LONGEST_KEY} characters.")
    try:
        return _run_once(request, key, run)
    except _Refused as refused:
        return refused.response


def _run_once(request: Request, key: str, run: Callable[[], HttpResponse]) -> HttpResponse:
    with transaction.atomic():
        row = remember(user=request.user, key=key, digest=_digest(request))
        if row.status is not None:
            return _again(row)
        response = run()
        if response.status_code >= 400:
            raise _Refused(response)
        headers = {name: response[name] for name in KEPT_HEADERS if name in response}
        keep_answer(row, response.status_code, headers, response.content.decode())
        return response


def _again(row: RememberedRequest) -> HttpResponse:
    response = HttpResponse(row.body, status=row.status, headers=row.headers)
    response["Idempotency-Replayed"] = "true"
    return response


def _digest(request: Request) -> str:
    said = b"\n".join([str(request.method).encode(), request.get_full_path().encode(), request.body])
    return hashlib.sha256(said).hexdigest()
