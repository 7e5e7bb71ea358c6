"""On PostgreSQL every process hears of a new revision at once: a trigger on the tournaments (in the first migration of
events) notifies a channel, whichever process wrote it. The poller goes on; it finds what was sent while the connection
was lost."""

import asyncio
import logging
from typing import Any

from django.db import connection

from crosstable.live.hub import Hub

CHANNEL = "crosstable_revisions"
# Seconds until a lost connection is tried again.
AGAIN = 1.0
log = logging.getLogger(__name__)
# What Django gives its own connections and a plain one does not know.
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


def hear(hub: Hub, said: str) -> None:
    """`7:41`: tournament 7 has reached revision 41. `7:`: it is gone."""
    tournament_id, _, revision = said.partition(":")
    if tournament_id.isdecimal() and revision.isdecimal():
        hub.tell(int(tournament_id), int(revision))
    elif tournament_id.isdecimal():
        hub.forget(int(tournament_id))
