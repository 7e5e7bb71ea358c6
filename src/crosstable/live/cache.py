"""Public pages in memory, the least recently asked for leaving first. Bounded by bytes; used on the event
loop only.

A page is stored under the request that made it, with the tournament and revision it shows. It is fresh while
the hub knows no other revision, and for a minute at most: a page may also show a name that its owner changed.
When results pour in, a page is made once a second and not for each of them: it may be a second old, if nobody was
told of a later revision.
"""

import time
from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from sys import getsizeof

from crosstable.live.hub import Hub
from crosstable.live.page import Page
from crosstable.live.visitors import Key

MAX_AGE, SNAPSHOT_AGE = 60.0, 1.0


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a page shows: `X-Crosstable-Revision: <tournament id>:<revision>`."""

    tournament_id: int
    revision: int


@dataclass(frozen=True, slots=True)
class KeptPage:
    stamp: Stamp
    page: Page
    size: int
    made_at: float


class PageCache:
    def __init__(self, hub: Hub, max_bytes: int) -> None:
        self._hub = hub
        self._max_bytes = max_bytes
        self._pages: OrderedDict[Key, KeptPage] = OrderedDict()
        self._keys: defaultdict[Stamp, set[Key]] = defaultdict(set)
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._pages)

    def fresh(self, key: Key) -> Page | None:
        kept = self._pages.get(key)
        if kept is None:
            return None
        age = time.monotonic() - kept.made_at
        if not self._is_good(kept.stamp, age):
            self._drop(key)
            return None
        self._pages.move_to_end(key)
        return kept.page

    def store(self, key: Key, stamp: Stamp, page: Page, made_at: float | None = None) -> None:
        """Keep the page, unless somebody may have heard of a later revision already; pages of an earlier one go."""
        self._hub.tell(stamp.tournament_id, stamp.revision)
        self._drop(key)
        if not self._is_good(stamp, 0.0):
            return
        self._drop_outdated(stamp)
        size = page.size + size_of(key)
        self._pages[key] = KeptPage(stamp, page, size, time.monotonic() if made_at is None else made_at)
        self._keys[stamp].add(key)
        self.bytes += size
        while self.bytes > self._max_bytes:
            self._drop(next(iter(self._pages)))

    def tournaments(self) -> set[int]:
        return {stamp.tournament_id for stamp in self._keys}

    def _is_good(self, stamp: Stamp, age: float) -> bool:
        if self._hub.revision(stamp.tournament_id) == stamp.revision:
            return age <= MAX_AGE
        announced = self._hub.announced(stamp.tournament_id)
        return announced is not None and stamp.revision >= announced and age <= SNAPSHOT_AGE

    def _drop_outdated(self, newest: Stamp) -> None:
        if newest in self._keys:
            return
        for stamp in [
            s for s in self._keys if s.tournament_id == newest.tournament_id and not self._is_good(s, 0.0)
        ]:
            for key in list(self._keys[stamp]):
                self._drop(key)

    def _drop(self, key: Key) -> None:
        if held := self._pages.pop(key, None):
            self.bytes -= held.size
            keys = self._keys[held.stamp]
            keys.discard(key)
            if not keys:
                del self._keys[held.stamp]


def size_of(key: Key) -> int:
    """In memory, with a place in the two dictionaries it stands in."""
    return sum(map(getsizeof, key)) + getsizeof(key) + 400
