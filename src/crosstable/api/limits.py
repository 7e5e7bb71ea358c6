"""How often somebody may ask in a minute: by token, by signed-in person or by address, for all processes together.

The first few of each minute are this process's own affair and cost nothing. Whoever wants more is counted in the
database, a handful of requests at a time: the limit may be passed by a twentieth for each process, and a busy program
costs one write for many answers. It is there against runaway programs, not to sell calls.
"""

import math
import threading
import time
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError

from crosstable.accounts import limits
from crosstable.api.identity import Request
from crosstable.api.problems import Problem

MINUTE = 60.0
MOST_KNOWN = 10_000
_lock = threading.Lock()
# Who → when their minute began, and how many requests they may still make here before the database is asked.
_known: dict[str, tuple[float, int]] = {}


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
    """Seconds until the next request is welcome; 0 takes it."""
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
    """One out of what this process still has for them."""
    now = time.monotonic()
    with _lock:
        since, left = _known.get(who, (now, handful))
        if now - since >= MINUTE:
            since, left = now, handful
        _known[who] = since, max(0, left - 1)
        if len(_known) > MOST_KNOWN:
            _forget_old(now)
        return left > 0


def _drawn(who: str, some: int, rate: int) -> float:
    try:
        return limits.draw("api", who, some=some, most=rate, within=timedelta(seconds=MINUTE))
    except DatabaseError:
        return 0.0  # a database that cannot be written to is no reason to refuse those who read


def _forget_old(now: float) -> None:
    for who in [who for who, (since, _) in _known.items() if now - since >= MINUTE]:
        del _known[who]


def _who(request: Request) -> str:
    if request.token is not None:
        return f"token {request.token.pk}"
    return (
        f"user {request.user.pk}"
        if request.user.is_authenticated
        else f"at {request.META.get('REMOTE_ADDR')}"
    )
