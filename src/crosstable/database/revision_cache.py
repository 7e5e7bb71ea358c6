"""Values computed once per revision of an event, and cached in this process.

When a round is published, four hundred phones request their own page. No two pages are the same, but all of them need
the same standings. The first request computes them, the others wait for it.
"""

import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db import connection

T = TypeVar("T")
Key = tuple[int, int, Hashable]  # the event, its revision, and which of its values
# Seconds after which a computation is slow, the maximum age of such a value, and of any value.
LONG, SNAPSHOT_AGE, MAX_AGE = 0.05, 1.0, 60.0


class RevisionCache(Generic[T]):
    """The most recently used values. Earlier revisions of an event expire immediately, and with the next new value all
    that were not used for a minute: sixteen large events are a hundred megabytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._values: OrderedDict[Key, T] = OrderedDict()
        self._used_at: dict[Key, float] = {}

    def get(self, key: Key, make: Callable[[], T]) -> T:
        """Return the value of this key. Inside a transaction rows may be ahead of their revision: nothing is cached."""
        if connection.in_atomic_block:
            return make()
        with self._lock:
            now = time.monotonic()
            if key not in self._values:
                for old in [old for old in self._values if self._is_expired(old, key, now)]:
                    del self._values[old], self._used_at[old]
                self._values[key] = make()
            self._values.move_to_end(key)
            self._used_at[key] = now
            while len(self._values) > self._most:
                oldest, _ = self._values.popitem(last=False)
                del self._used_at[oldest]
            return self._values[key]

    def _is_expired(self, old: Key, new: Key, now: float) -> bool:
        return (old[0] == new[0] and old[1] < new[1]) or now - self._used_at[old] > MAX_AGE


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[T]):
    revision: int
    value: T
    made_at: float
    took_long: bool

    def is_usable(self, revision: int) -> bool:
        age = time.monotonic() - self.made_at
        return age <= (MAX_AGE if self.revision == revision else SNAPSHOT_AGE if self.took_long else -1.0)


class LatestCache(Generic[T]):
    """One value for each event, computed for each revision; if that is slow, once a second and not for each of five
    hundred reports that arrive in ten seconds."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._making: defaultdict[Hashable, threading.Lock] = defaultdict(threading.Lock)
        self._snapshots: OrderedDict[Hashable, Snapshot[T]] = OrderedDict()

    def get(self, event: Hashable, revision: int, make: Callable[[], T]) -> T:
        """Return the value. Inside a transaction rows may be ahead of their revision: nothing is cached."""
        if connection.in_atomic_block:
            return make()
        with self._lock:
            making = self._making[event]
        with making:
            snapshot = self._snapshots.get(event)
            if snapshot is None or not snapshot.is_usable(revision):
                snapshot = self._computed(revision, make)
            self._store(event, snapshot)
        return snapshot.value

    def current(self, event: Hashable, revision: int) -> T | None:
        """Return the cached value of exactly this revision."""
        snapshot = self._snapshots.get(event)
        is_current = snapshot is not None and snapshot.revision == revision and snapshot.is_usable(revision)
        return (
            snapshot.value if snapshot is not None and is_current and not connection.in_atomic_block else None
        )

    def _computed(self, revision: int, make: Callable[[], T]) -> Snapshot[T]:
        """Measure processor time: on a busy computer everything takes long."""
        started, spent = time.monotonic(), time.thread_time()
        value = make()
        return Snapshot(revision, value, started, time.thread_time() - spent > LONG)

    def _store(self, event: Hashable, snapshot: Snapshot[T]) -> None:
        with self._lock:
            self._snapshots[event] = snapshot
            self._snapshots.move_to_end(event)
            while len(self._snapshots) > self._most or self._oldest_is_expired():
                oldest, _ = self._snapshots.popitem(last=False)
                self._making.pop(oldest, None)

    def _oldest_is_expired(self) -> bool:
        """Whether it is too old for any request. The value that was just cached stays."""
        oldest = next(iter(self._snapshots.values()))
        return len(self._snapshots) > 1 and time.monotonic() - oldest.made_at > MAX_AGE
