"""Once a second, the revisions of the tournaments somebody listens to or has a cached page of.

A commit in this process is told at once through `crosstable.events.hooks`; the poller is for everybody
else's: another server process on PostgreSQL, a command line on the same SQLite file.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from crosstable.live.database import ask, revisions_of
from crosstable.live.hub import Hub

PERIOD = 1.0
log = logging.getLogger(__name__)


async def poll_for_ever(hub: Hub, watched: Callable[[], set[int]]) -> None:
    while True:
        await asyncio.sleep(PERIOD)
        try:
            await poll_once(hub, watched())
        except Exception as error:
            log.warning("The revisions could not be read, trying again in a second: %s", error)


async def poll_once(hub: Hub, tournament_ids: set[int]) -> None:
    if not tournament_ids:
        return
    revisions = await ask(lambda: revisions_of(tournament_ids))
    for tournament_id in tournament_ids:
        if tournament_id in revisions:
            hub.tell(tournament_id, revisions[tournament_id])
        else:
            hub.forget(tournament_id)
