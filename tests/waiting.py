"""How long a test waits for something to become true: one limit for all of them.

A test never waits for a time, only for a state. The limit is for a state that will never come; on a busy machine
everything takes longer, and that is no error. It is below the minute after which a cached page is rendered again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

LIMIT = 50.0  # seconds
START = 4 * LIMIT  # for a server or a command, which may have all tables and the demo to make first
Answer = TypeVar("Answer")


def until(ask: Callable[[], Answer], what: str = "it", limit: float = LIMIT) -> Answer:
    """The first answer that is true."""
    end = time.monotonic() + limit
    while not (answer := ask()):
        assert time.monotonic() < end, f"{what} did not happen in {limit:g} seconds"
        time.sleep(0.02)
    return answer
