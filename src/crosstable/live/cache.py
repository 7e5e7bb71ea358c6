"""Public pages in memory, the least recently asked for leaving first. Bounded by bytes; used on the event
loop only.

A page is stored under the request that made it, with the tournament and revision it shows. It is fresh while
the hub knows no other revision, and for a minute at most: a page may also show a name that its owner changed.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from crosstable.live.hub import Hub
from crosstable.live.page import Page
from crosstable.live.visitors import Key

MAX_AGE = 60.0


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a page shows: `X-Crosstable-Revision: <tournament id>:<revision>`."""

    tournament_id: int
    revision: int


@dataclass(frozen=True, slots=True)
class Held:
    stamp: Stamp
    page: Page
    size: int
    made: float


class PageCache:
    def __init__(self, hub: Hub, max_bytes: int) -> None:
        self._hub = hub
        self._max_bytes = max_bytes
        self._pages: OrderedDict[Key, Held] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._pages)

    def fresh(self, key: Key) -> Page | None:
        held = self._pages.get(key)
        if held is None:
            return None
        is_current = self._hub.revision(held.stamp.tournament_id) == held.stamp.revision
        if not is_current or time.monotonic() - held.made > MAX_AGE:
            return None
        self._pages.move_to_end(key)
        return held.page

    def store(self, key: Key, stamp: Stamp, page: Page) -> None:
        """Keep the page. If the hub knows a later revision already, it is kept but never fresh."""
        self._hub.tell(stamp.tournament_id, stamp.revision)
        self._drop(key)
        size = page.size + len(key.path) + len(key.query) + len(key.host)
        self._pages[key] = Held(stamp, page, size, time.monotonic())
        self.bytes += size
        while self.bytes > self._max_bytes:
            self._drop(next(iter(self._pages)))

    def tournaments(self) -> set[int]:
        return {held.stamp.tournament_id for held in self._pages.values()}

    def _drop(self, key: Key) -> None:
        if held := self._pages.pop(key, None):
            self.bytes -= held.size
