"""Garbage is looked for when nobody waits. Looking stops every thread of the process: in a rush, when it falls due by
itself, a tenth of a second, also for whoever has the database to themselves just then, and so for everybody who writes.
"""

import asyncio
import gc
import time

from crosstable.events.calm import calm

# Objects that are worth a look when it is calm, and so many that it cannot wait; seconds between two looks, and between
# two at everything there is.
WORTH, TOO_MANY = 5_000, 150_000
PERIOD, WHOLE_PERIOD = 1.0, 60.0


def collect_less() -> None:
    """What is loaded at the start stays; looking through it again would only hold everybody up."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(TOO_MANY, 10, 4)  # standings live long enough to be old: only a full look frees them


async def collect_in_calm_moments() -> None:
    """For ever. Where it is never calm, Python looks by itself."""
    looked_at_all, has_changed = time.monotonic(), False
    while True:
        await asyncio.sleep(PERIOD)
        if not calm.is_calm():
            continue
        if gc.get_count()[0] > WORTH:
            gc.collect(1)
            has_changed = True
        elif has_changed and time.monotonic() - looked_at_all > WHOLE_PERIOD:
            gc.collect()
            looked_at_all, has_changed = time.monotonic(), False
