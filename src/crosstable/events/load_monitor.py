"""The load of this process. Work that can wait (printouts, a backup) waits until the load is low, up to a limit."""

import threading
import time
from collections import deque

# A response slower than SLOW seconds, or MANY responses in one second, means load; neither for QUIET seconds means
# quiet.
SLOW, MANY, QUIET = 0.25, 4, 4.0
STEP = 0.25


class LoadMonitor:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: deque[float] = deque(maxlen=MANY)
        self._busy_at = float("-inf")

    def note_answer(self, seconds: float) -> None:
        """Record the duration of a request that was not served from the cache."""
        now = time.monotonic()
        with self._lock:
            self._answers.append(now)
            is_rush = len(self._answers) == MANY and now - self._answers[0] < 1.0
            if is_rush or seconds > SLOW:
                self._busy_at = now

    def is_quiet(self) -> bool:
        return time.monotonic() - self._busy_at >= QUIET

    def wait(self, at_most: float) -> None:
        """Wait until the load is low, at most this many seconds."""
        end = time.monotonic() + at_most
        while not self.is_quiet() and time.monotonic() < end:
            time.sleep(STEP)


load_monitor = LoadMonitor()
