"""How often somebody may ask: a bucket per token, per signed-in person or per address, in this process's memory.

A bucket holds a minute's worth of requests and refills evenly. Several processes each have their own, so the
limit of the installation is that many times higher; it is there against runaway programs, not to sell calls.
"""

from __future__ import annotations

import math
import threading
import time

from django.conf import settings

from crosstable.api.identity import Request
from crosstable.api.problems import Problem

MOST_BUCKETS = 10_000
_lock = threading.Lock()
# Who → what is left, and when that was reckoned.
_buckets: dict[str, tuple[float, float]] = {}


def check_rate(request: Request) -> None:
    """Raises a 429 with the seconds to wait."""
    if settings.API_RATE and (wait := _wait(_who(request), settings.API_RATE, time.monotonic())):
        raise Problem(
            429,
            "too-many-requests",
            f"At most {settings.API_RATE} requests a minute. Ask again in {wait} s.",
            retryAfter=wait,
        )


def forget_all() -> None:
    _buckets.clear()


def _wait(who: str, rate: int, now: float) -> int:
    """Seconds until the next request is welcome; 0 takes it."""
    with _lock:
        left, since = _buckets.get(who, (float(rate), now))
        left = min(float(rate), left + (now - since) * rate / 60)
        if left < 1:
            _buckets[who] = (left, now)
            return math.ceil((1 - left) * 60 / rate)
        _buckets[who] = (left - 1, now)
        if len(_buckets) > MOST_BUCKETS:
            _forget_full(rate, now)
        return 0


def _forget_full(rate: int, now: float) -> None:
    """After a minute of silence a bucket is full again, which is what an unknown one is."""
    for who in [who for who, (_, since) in _buckets.items() if now - since > 60]:
        del _buckets[who]


def _who(request: Request) -> str:
    if request.token is not None:
        return f"token {request.token.pk}"
    return (
        f"user {request.user.pk}"
        if request.user.is_authenticated
        else f"at {request.META.get('REMOTE_ADDR')}"
    )
