"""What every operation runs in: authentication, the rate limit, idempotency; then the headers every answer carries.

Repeating a write is harmless: with an Idempotency-Key the first answer is sent again, and nothing happens twice. The
key is stored in the transaction of the write, the answer after it is rendered. A refused request changed nothing, so
its key stays free and the request may be repeated.

The rate limit holds for all processes together. The first few requests of each minute are counted in this process and
cost nothing; further ones are counted in the database, a handful at a time, so a busy client costs one write for many
answers. The limit stops runaway clients; it may be exceeded by a twentieth per process.
"""

import hashlib
import json
import math
import threading
import time
from base64 import b64encode
from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.urls import register_converter
from django.urls.converters import IntConverter
from django.utils.cache import patch_vary_headers
from ninja import Router

from crosstable.accounts import limits
from crosstable.accounts.idempotency import StoredAnswer, run_once_then_render
from crosstable.api.identity import SAFE, Request, identify
from crosstable.api.problems import Problem, answer_error

MINUTE = 60.0
MOST_KNOWN = 10_000
_lock = threading.Lock()
# Client → when its minute began, and how many requests it may still make before the database is queried.
_known: dict[str, tuple[float, int]] = {}
LONGEST_KEY = 200
# Bytes of an answer stored for a repeated request: one account once filled 34 MB in seven seconds.
LONGEST_ANSWER = 4_000
DIGEST = "Content-Digest"
KEPT_HEADERS = ("Content-Type", "Location")


def check_rate(request: Request) -> None:
    """Raises a 429 with the seconds to wait."""
    if settings.API_RATE and (wait := _wait(_who(request), settings.API_RATE)):
        raise Problem(
            429,
            "too-many-requests",
            f"At most {settings.API_RATE} requests a minute. Ask again in {wait} s.",
            retryAfter=wait,
        )


def forget_all() -> None:
    _known.clear()


def _wait(who: str, rate: int) -> int:
    """Count a request: return 0 if it may run, else the seconds to wait."""
    handful = rate // 20
    if _takes(who, handful):
        return 0
    some = max(1, handful)
    wait = _drawn(who, some, rate)
    if not wait:
        with _lock:
            since, left = _known.get(who, (time.monotonic(), 0))
            _known[who] = since, left + some - 1
    return math.ceil(wait)


def _takes(who: str, handful: int) -> bool:
    """Take one request from the client's local allowance."""
    now = time.monotonic()
    with _lock:
        since, left = _known.get(who, (now, handful))
        if now - since >= MINUTE:
            since, left = now, handful
        _known[who] = since, max(0, left - 1)
        if len(_known) > MOST_KNOWN:
            for old in [old for old, (begun, _) in _known.items() if now - begun >= MINUTE]:
                del _known[old]
        return left > 0


def _drawn(who: str, some: int, rate: int) -> float:
    try:
        return limits.draw("api", who, some=some, most=rate, within=timedelta(seconds=MINUTE))
    except DatabaseError:
        return 0.0  # a database that cannot be written to is no reason to refuse reads


def _who(request: Request) -> str:
    if request.token is not None:
        return f"token {request.token.pk}"
    return (
        f"user {request.user.pk}"
        if request.user.is_authenticated
        else f"at {request.META.get('REMOTE_ADDR')}"
    )


Run = Callable[..., HttpResponse]


class Id(IntConverter):
    """A number the database can hold; a larger one is not the id of any row."""

    regex = "[0-9]{1,18}"


register_converter(Id, "id")


def new_router(tag: str) -> Router:
    """Create a router with `run_operation` around its operations.

    Unset fields are not sent: an answer leaves out what the game does not have.
    """
    router = Router(by_alias=True, exclude_unset=True, tags=[tag])
    router.add_decorator(run_operation, mode="view")
    return router


def run_operation(run: Run) -> Run:
    @wraps(run)
    def operation(request: Request, **path: Any) -> HttpResponse:
        try:
            if request.method not in SAFE:
                request.body  # noqa: B018  read before anything could consume the stream
            try:
                identify(request)
            finally:
                check_rate(request)  # attempts to guess tokens count, too
            response = _run_once_by_key(request, partial(run, request, **path))
        except Exception as error:
            response = answer_error(request, error)
        return _with_headers(request, response)

    return operation


def _run_once_by_key(request: Request, run: Callable[[], HttpResponse]) -> HttpResponse:
    key = request.headers.get("Idempotency-Key")
    if key is None or request.method in SAFE or not request.user.is_authenticated:
        return run()
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Problem(400, "bad-idempotency-key", f"An Idempotency-Key has 1 to {LONGEST_KEY} characters.")
    content = b"\n".join([str(request.method).encode(), request.get_full_path().encode(), request.body])
    digest = hashlib.sha256(content).hexdigest()
    return run_once_then_render(
        run, user=request.user, key=key, digest=digest, keep=_stored_answer, replay=_replayed
    )


def _stored_answer(response: HttpResponse) -> StoredAnswer | None:
    if response.status_code >= 400:
        return None
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    if len(response.content) > LONGEST_ANSWER:
        headers[DIGEST] = f"sha-256=:{b64encode(hashlib.sha256(response.content).digest()).decode()}:"
    body = "" if DIGEST in headers else response.content.decode()
    return StoredAnswer(response.status_code, headers, body)


def _replayed(stored: StoredAnswer | None) -> HttpResponse:
    """Replay the first answer.

    Of a long one only its digest was stored (RFC 9530). There is none if the server stopped before it was rendered.
    """
    stored = stored or StoredAnswer(200, {"Content-Type": "application/json"}, "")
    headers = stored.headers | {"Idempotency-Replayed": "true"}
    if stored.body or stored.status == 204:
        return HttpResponse(stored.body, status=stored.status, headers=headers)
    body = {
        "code": "answer-not-kept",
        "detail": "This request was done before, and nothing was done again. Its answer was not kept:"
        " read what it changed with GET.",
    }
    return HttpResponse(json.dumps(body), status=stored.status, headers=headers)


def _with_headers(request: Request, response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["Authorization", "Cookie"])
    response["Cache-Control"] = "no-cache" if _is_public(request) else "private, no-cache"
    if request.method != "GET" or response.status_code not in (200, 304):
        return response
    etag = (
        getattr(request, "etag", "") or f'W/"{hashlib.blake2b(response.content, digest_size=12).hexdigest()}"'
    )
    response["ETag"] = etag
    if response.status_code == 304:
        return response
    if etag_matches(request, etag):
        names = ("ETag", "Vary", "Cache-Control", "Link")
        return HttpResponse(status=304, headers={name: response[name] for name in names if name in response})
    if request.stamp and _is_public(request):
        # The server may cache this answer until the next revision.
        response["X-Crosstable-Revision"] = request.stamp
    return response


def etag_matches(request: HttpRequest, etag: str) -> bool:
    """Compare weakly, as If-None-Match requires (RFC 9110, 13.1.2)."""
    sent = [tag.strip().removeprefix("W/") for tag in request.headers.get("If-None-Match", "").split(",")]
    return etag.removeprefix("W/") in sent or sent == ["*"]


def _is_public(request: Request) -> bool:
    """Return whether the visitor is anonymous."""
    personal = (settings.SESSION_COOKIE_NAME, "messages")
    return "Authorization" not in request.headers and not any(name in request.COOKIES for name in personal)
