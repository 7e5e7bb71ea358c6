"""Whether people are being answered in a hurry just now. What can be done later (printed pages, a copy of the
database) waits until they are not, but not for ever."""

import threading
import time
from collections import deque

# Seconds: an answer that took so long made somebody wait; so many answers in one second are a rush; nothing of either
# for so long is calm.
SLOW, MANY, QUIET = 0.25, 4, 4.0
STEP = 0.25


class Calm:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: deque[float] = deque(maxlen=MANY)
        self._busy_at = float("-inf")

    def note_answer(self, seconds: float) -> None:
        """Somebody was answered, with something that had to be made for them, after so long."""
        now = time.monotonic()
        with self._lock:
            self._answers.append(now)
            is_rush = len(self._answers) == MANY and now - self._answers[0] < 1.0
            if is_rush or seconds > SLOW:
                self._busy_at = now

    def is_calm(self) -> bool:
        return time.monotonic() - self._busy_at >= QUIET

    def wait(self, at_most: float) -> None:
        """Until it is calm, or for so many seconds."""
        end = time.monotonic() + at_most
        while not self.is_calm() and time.monotonic() < end:
            time.sleep(STEP)


calm = Calm()
