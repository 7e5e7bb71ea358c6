"""What this process knows of every tournament's revision, and who waits for the next one.

`tell` may be called from any thread: the number counts from that instant; listeners wake on the event loop. Revisions
only rise, so late news changes nothing.

A page that follows an event is told within a second and a half: with the moment it takes to
ask, it shows every result within two (F5). The first change after a quiet moment is announced at
once; what comes soon after it is announced together. Nobody who was told of a revision is shown an older one.
"""

import asyncio
import contextlib
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import ceil

# Seconds until the first listeners are woken, how many at once, and seconds between them.
FIRST_ANSWER, AT_ONCE, APART = 0.02, 30, 0.02
# Listeners are told when a clock that all workers of a machine share has gone on by so many seconds, so that a page
# made for those of one worker is good for those of the others; by twice or three times as many where the pages they
# fetch then take long to make. Not twice within LEAST.
BEAT, MOST_BEATS, LEAST, REST = 1.2, 3, 0.3, 2.0


class Hub:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._revisions: dict[int, int] = {}
        # The revision listeners have been, or are about to be told of, and until when they are told no other.
        self._announced: dict[int, int] = {}
        self._quiet_until: dict[int, float] = {}
        self._waking: set[int] = set()
        # Seconds of making pages since listeners were told last.
        self._work: defaultdict[int, float] = defaultdict(float)
        self._listeners: defaultdict[int, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_closing = False

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self.is_closing = loop, False

    def close(self) -> None:
        """End every stream, so that a stopping server has nobody to wait for."""
        self.is_closing = True
        for listeners in list(self._listeners.values()):
            _set(listeners)

    def revision(self, tournament_id: int) -> int | None:
        return self._revisions.get(tournament_id)

    def announced(self, tournament_id: int) -> int | None:
        """Somebody may have heard of this one; of a later one nobody has."""
        return self._announced.get(tournament_id)

    def note_work(self, tournament_id: int, seconds: float) -> None:
        """So long it took to make a page of this revision."""
        self._work[tournament_id] += seconds

    def tell(self, tournament_id: int, revision: int) -> None:
        """The tournament has reached this revision. Safe in every thread, harmless when repeated."""
        with self._lock:
            if revision <= self._revisions.get(tournament_id, -1):
                return
            self._revisions[tournament_id] = revision
            if time.monotonic() >= self._quiet_until.get(tournament_id, 0.0):
                self._announced[tournament_id] = revision
        self._wake_soon(tournament_id)

    def forget(self, tournament_id: int) -> None:
        """The tournament is gone: its cached pages no longer match and its streams end."""
        with self._lock:
            self._revisions.pop(tournament_id, None)
            self._announced.pop(tournament_id, None)
        self._wake_soon(tournament_id)

    def tournaments_with_listeners(self) -> set[int]:
        return set(self._listeners)

    @contextlib.contextmanager
    def listening(self, tournament_id: int) -> Iterator[asyncio.Event]:
        """An event that is set at every new revision; the listener clears it."""
        event = asyncio.Event()
        self._listeners[tournament_id].add(event)
        try:
            yield event
        finally:
            self._listeners[tournament_id].discard(event)
            if not self._listeners[tournament_id]:
                del self._listeners[tournament_id]

    def _wake_soon(self, tournament_id: int) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop closed while the server was stopping
                self._loop.call_soon_threadsafe(self._wake_later, tournament_id)

    def _wake_later(self, tournament_id: int) -> None:
        """Whoever made the change gets their answer first."""
        if tournament_id in self._waking:
            return
        self._waking.add(tournament_id)
        quiet = self._quiet_until.get(tournament_id, 0.0) - time.monotonic()
        asyncio.get_running_loop().call_later(max(FIRST_ANSWER, quiet), self._wake, tournament_id)

    def _wake(self, tournament_id: int) -> None:
        """A thousand listeners hear of it, a few at a time."""
        listeners = list(self._listeners.get(tournament_id, ()))
        with self._lock:
            self._waking.discard(tournament_id)
            if tournament_id in self._revisions:
                self._announced[tournament_id] = self._revisions[tournament_id]
            self._quiet_until.pop(tournament_id, None)
            if listeners:
                work = self._work.pop(tournament_id, 0.0)
                self._quiet_until[tournament_id] = next_beat(time.monotonic(), work)
        for place, start in enumerate(range(0, len(listeners), AT_ONCE)):
            few = listeners[start : start + AT_ONCE]
            asyncio.get_running_loop().call_later(FIRST_ANSWER + place * APART, _set, few)


def next_beat(now: float, work: float) -> float:
    """When listeners are told again, after so many seconds of making pages for them."""
    beat = BEAT * min(MOST_BEATS, max(1, ceil(REST * work / BEAT)))
    return ceil((now + LEAST) / beat) * beat


def _set(events: Iterable[asyncio.Event]) -> None:
    for event in list(events):
        event.set()


hub = Hub()
tell = hub.tell
