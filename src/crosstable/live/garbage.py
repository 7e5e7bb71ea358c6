"""Garbage is looked for when nobody waits. Looking stops every thread of the process: in a rush, when it falls due by
itself, a tenth of a second, also for whoever has the database to themselves just then, and so for everybody who writes.

What is free again goes back to the system, too, in the same moments.

Figures: an own page takes 2.4 core-milliseconds instead of 4.1 with Python's own limits, the four large pages of 1,000
players 330 instead of 440; given back are 10 MB in each worker and 26 MB in the process that makes pages.
"""

import asyncio
import ctypes
import gc
import os
import time

from crosstable.events.load_monitor import load_monitor

# Objects that are worth a look when it is calm, and so many that it cannot wait; seconds between two looks, and between
# two at everything there is.
WORTH, TOO_MANY = 5_000, 150_000
PERIOD, WHOLE_PERIOD = 1.0, 60.0

_c_library = ctypes.CDLL(None) if os.name == "posix" else None


def collect_less() -> None:
    """What is loaded at the start stays; looking through it again would only hold everybody up."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(TOO_MANY, 10, 4)  # standings live long enough to be old: only a full look frees them


class Tidying:
    def __init__(self) -> None:
        self._looked_at_all, self._has_changed = time.monotonic(), False

    def tidy(self) -> None:
        """In a moment in which nobody waits."""
        if gc.get_count()[0] > WORTH:
            gc.collect(1)
            self._has_changed = True
        elif self._has_changed and time.monotonic() - self._looked_at_all > WHOLE_PERIOD:
            gc.collect()
            give_back()
            self._looked_at_all, self._has_changed = time.monotonic(), False


def give_back() -> None:
    """glibc keeps for every thread the most it ever had in its hands at once. Other systems have no such wish."""
    if trim := getattr(_c_library, "malloc_trim", None):
        trim(0)


async def collect_while_quiet() -> None:
    """For ever. Where it is never calm, Python looks by itself."""
    tidying = Tidying()
    while True:
        await asyncio.sleep(PERIOD)
        if load_monitor.is_quiet():
            tidying.tidy()
