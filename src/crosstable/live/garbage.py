"""Garbage collection while no request waits. A collection stops every thread: during a rush, an automatic one takes 100
ms, also from a thread that holds the write lock, and so from all other writers.

Free memory is returned to the system at the same time. While the server starts, no collection runs
(`cli/serving.py`).

Figures: a start takes 1.45 s instead of 1.6; a player's own page 2.4 core-milliseconds instead of 4.1 with Python's own
limits, the four large pages of 1,000 players 330 instead of 440; returned are 10 MB in each worker and 26 MB in the
renderer process.
"""

import asyncio
import ctypes
import gc
import os
import time

from crosstable.events.load_monitor import load_monitor

# Objects that justify a collection in a quiet moment, and the number at which it cannot wait; seconds between two
# checks, and between two full collections.
WORTH, TOO_MANY = 5_000, 150_000
PERIOD, WHOLE_PERIOD = 1.0, 60.0

_c_library = ctypes.CDLL(None) if os.name == "posix" else None


def collect_less() -> None:
    """Exclude what is loaded at the start from collections: scanning it again would only delay requests."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(
        TOO_MANY, 10, 4
    )  # standings live long enough to be old: only a full collection frees them


class Tidying:
    def __init__(self) -> None:
        self._looked_at_all, self._has_changed = time.monotonic(), False

    def tidy(self) -> None:
        """Collect; call this while no request waits."""
        if gc.get_count()[0] > WORTH:
            gc.collect(1)
            self._has_changed = True
        elif self._has_changed and time.monotonic() - self._looked_at_all > WHOLE_PERIOD:
            gc.collect()
            give_back()
            self._looked_at_all, self._has_changed = time.monotonic(), False


def give_back() -> None:
    """Return free memory to the system: glibc keeps each thread's peak. Other systems do not."""
    if trim := getattr(_c_library, "malloc_trim", None):
        trim(0)


async def collect_while_quiet() -> None:
    """Run forever. If it is never quiet, Python collects automatically."""
    tidying = Tidying()
    while True:
        await asyncio.sleep(PERIOD)
        if load_monitor.is_quiet():
            tidying.tidy()
