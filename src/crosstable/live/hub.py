"""The server's own database queries, in a thread apart from Django's requests, so neither a poll nor a health check
waits behind a slow page; and the hub that announces new revisions to listeners.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from typing import Any, NamedTuple, TypeVar

from django.db import close_old_connections, connection

from crosstable.events.models import Status, Tournament
from crosstable.events.site import raise_site

T = TypeVar("T")
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="hub")


class PublicRevision(NamedTuple):
    tournament_id: int
    revision: int


async def ask(question: Callable[[], T]) -> T:
    """Run the query in the server's database thread."""
    return await asyncio.get_running_loop().run_in_executor(_thread, _asked, question)


def _asked(question: Callable[[], T]) -> T:
    # A broken connection (the database restarted) is replaced before and closed after.
    close_old_connections()
    try:
        return question()
    finally:
        close_old_connections()


def state_of_database() -> object:
    """Return a value that changes whenever another connection has written.

    SQLite counts for a connection the commits of all others. PostgreSQL returns which writing transactions have ended.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA data_version")
            return id(connection.connection), cursor.fetchone()[0]
        cursor.execute("SELECT pg_current_snapshot()::text")
        return cursor.fetchone()[0]


def revisions_of(tournament_ids: Iterable[int]) -> dict[int, int]:
    return dict(Tournament.objects.filter(pk__in=list(tournament_ids)).values_list("pk", "revision"))


def public_tournament(slug: str) -> PublicRevision | None:
    """Return the tournament and its revision; None for a draft."""
    row = (
        Tournament.objects.filter(slug=slug)
        .exclude(status=Status.DRAFT)
        .values_list("pk", "revision")
        .first()
    )
    return PublicRevision(*row) if row else None


def database_answers() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


# Seconds until the first listeners are notified, how many at a time, and seconds between batches.
FIRST_ANSWER, AT_ONCE, APART = 0.02, 30, 0.02
# Listeners are notified at ticks of a clock that all workers of a server share, BEAT seconds apart, so a page rendered
# for one worker's listeners serves those of the others. The interval doubles or triples if the pages they then fetch
# take long to render. At least LEAST seconds lie between two ticks.
BEAT, MOST_BEATS, LEAST, REST = 1.2, 3, 0.3, 2.0


class Hub:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._revisions: dict[int, int] = {}
        # The revision announced, or about to be announced, to listeners, and until when no other is.
        self._announced: dict[int, int] = {}
        self._quiet_until: dict[int, float] = {}
        self._waking: set[int] = set()
        # Seconds spent on rendering since listeners were last notified.
        self._work: defaultdict[int, float] = defaultdict(float)
        self._listeners: defaultdict[int, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_closing = False

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self.is_closing = loop, False

    def close(self) -> None:
        """End every stream, so a stopping server does not wait for them."""
        self.is_closing = True
        for listeners in list(self._listeners.values()):
            _set(listeners)

    def revision(self, tournament_id: int) -> int | None:
        return self._revisions.get(tournament_id)

    def announced(self, tournament_id: int) -> int | None:
        """Return the newest revision announced to listeners, or None."""
        return self._announced.get(tournament_id)

    def note_work(self, tournament_id: int, seconds: float) -> None:
        """Add the seconds it took to render a page of this tournament."""
        self._work[tournament_id] += seconds

    def tell(self, tournament_id: int, revision: int) -> None:
        """Record that the tournament has reached this revision. Thread-safe and idempotent."""
        with self._lock:
            if revision <= self._revisions.get(tournament_id, -1):
                return
            self._revisions[tournament_id] = revision
            if time.monotonic() >= self._quiet_until.get(tournament_id, 0.0):
                self._announced[tournament_id] = revision
        self._wake_soon(tournament_id)

    def forget(self, tournament_id: int) -> None:
        """Forget a deleted tournament: its cached pages no longer match and its streams end."""
        with self._lock:
            self._revisions.pop(tournament_id, None)
            self._announced.pop(tournament_id, None)
        self._wake_soon(tournament_id)

    def tournaments_with_listeners(self) -> set[int]:
        return set(self._listeners)

    @contextlib.contextmanager
    def listening(self, tournament_id: int) -> Iterator[asyncio.Event]:
        """Yield an event that is set at every new revision; the listener clears it."""
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
        """Notify listeners after a delay: the author of the change gets their answer first."""
        if tournament_id in self._waking:
            return
        self._waking.add(tournament_id)
        quiet = self._quiet_until.get(tournament_id, 0.0) - time.monotonic()
        asyncio.get_running_loop().call_later(max(FIRST_ANSWER, quiet), self._wake, tournament_id)

    def _wake(self, tournament_id: int) -> None:
        """Notify the listeners in small batches: there may be a thousand."""
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
    """Return when listeners are notified again, given the seconds spent on rendering for them."""
    beat = BEAT * min(MOST_BEATS, max(1, ceil(REST * work / BEAT)))
    return ceil((now + LEAST) / beat) * beat


def _set(events: Iterable[asyncio.Event]) -> None:
    for event in list(events):
        event.set()


hub = Hub()
tell = hub.tell


# A check whether anything was written costs next to nothing. Pages about the whole site are at most a second old, and
# rendered no more often than needed during a rush of results.
PERIOD, SITE_PERIOD = 0.25, 0.75
log = logging.getLogger(__name__)


class Poller:
    def __init__(self, hub: Hub, watched_ids: Callable[[], set[int]]) -> None:
        self._hub, self._watched = hub, watched_ids
        self._seen: object = None
        self._is_site_behind, self._site_raised = False, 0.0

    async def poll_for_ever(self) -> None:
        while True:
            await asyncio.sleep(PERIOD)
            try:
                await self.poll_once()
            except Exception as error:
                self._seen = None
                log.warning("The revisions could not be read, trying again in a moment: %s", error)

    async def poll_once(self) -> None:
        """Announce new revisions.

        Writes after the state was read are found by the next poll. Database errors propagate.
        """
        state = await ask(state_of_database)
        if state != self._seen:
            self._is_site_behind = True
            if tournament_ids := self._watched():
                await self._tell(tournament_ids)
            self._seen = state
        if self._is_site_behind and time.monotonic() - self._site_raised >= SITE_PERIOD:
            self._is_site_behind, self._site_raised = False, time.monotonic()
            raise_site()

    async def _tell(self, tournament_ids: set[int]) -> None:
        revisions = await ask(lambda: revisions_of(tournament_ids))
        for tournament_id in tournament_ids:
            if tournament_id in revisions:
                self._hub.tell(tournament_id, revisions[tournament_id])
            else:
                self._hub.forget(tournament_id)


CHANNEL = "crosstable_revisions"
# Seconds before a lost connection is retried.
AGAIN = 1.0
# Parameters of Django's connections that a plain one does not accept.
_DJANGO_S_OWN = ("cursor_factory", "context", "prepare_threshold", "pool")


async def listen_for_ever(hub: Hub) -> None:
    if connection.vendor != "postgresql":
        return
    while True:
        try:
            await _listen(hub)
        except Exception as error:
            log.warning("PostgreSQL does not tell of changes just now, trying again in a moment: %s", error)
        await asyncio.sleep(AGAIN)


async def _listen(hub: Hub) -> None:
    import psycopg

    given: dict[str, Any] = connection.get_connection_params()
    plain = {name: value for name, value in given.items() if name not in _DJANGO_S_OWN}
    async with await psycopg.AsyncConnection.connect(**plain, autocommit=True) as own:
        await own.execute(f"LISTEN {CHANNEL}")
        async for notice in own.notifies():
            hear(hub, notice.payload)


def hear(hub: Hub, message: str) -> None:
    """Parse a notice. `7:41`: tournament 7 has reached revision 41. `7:`: it was deleted."""
    tournament_id, _, revision = message.partition(":")
    if tournament_id.isdecimal() and revision.isdecimal():
        hub.tell(int(tournament_id), int(revision))
    elif tournament_id.isdecimal():
        hub.forget(int(tournament_id))
