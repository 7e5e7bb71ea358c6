"""Public pages in memory, the least recently asked for leaving first. Bounded by bytes, used on the event
loop only.

A page is stored under the request that made it, with the tournament and revision it shows; it is fresh
while the hub knows no other revision.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from crosstable.live.hub import Hub
from crosstable.live.page import Page
from crosstable.live.visitors import Key


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a page shows: `X-Crosstable-Revision: <tournament id>:<revision>`."""

    tournament_id: int
    revision: int


class PageCache:
    def __init__(self, hub: Hub, max_bytes: int) -> None:
        self._hub = hub
        self._max_bytes = max_bytes
        self._pages: OrderedDict[Key, tuple[Stamp, Page]] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._pages)

    def fresh(self, key: Key) -> Page | None:
        held = self._pages.get(key)
        if held is None:
            return None
        stamp, page = held
        if self._hub.revision(stamp.tournament_id) != stamp.revision:
            return None
        self._pages.move_to_end(key)
        return page

    def store(self, key: Key, stamp: Stamp, page: Page) -> None:
        """Keep the page. If the hub knows a later revision already, it is kept but never fresh."""
        self._hub.tell(stamp.tournament_id, stamp.revision)
        self._drop(key)
        self._pages[key] = stamp, page
        self.bytes += page.size
        while self.bytes > self._max_bytes:
            self._drop(next(iter(self._pages)))

    def tournaments(self) -> set[int]:
        return {stamp.tournament_id for stamp, _ in self._pages.values()}

    def _drop(self, key: Key) -> None:
        if held := self._pages.pop(key, None):
            self.bytes -= held[1].size
