"""What other processes wrote: the database is asked again and again whether anybody has, and if so, which revisions
the tournaments have that somebody listens to or has a page of.

A commit in this process is told at once through `crosstable.events.hooks`; the poller is for everybody else's:
another worker, another server on PostgreSQL, a command line on the same SQLite file.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from crosstable.events.site import raise_site
from crosstable.live.database import ask, revisions_of, state_of_database
from crosstable.live.hub import Hub

# Asking whether anybody wrote costs next to nothing. Pages about the whole site are a second old at most, and made anew
# no more often than they must while results pour in.
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
        """Raises whatever the database raises. What was written after the state was read is found the next time."""
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
