"""On PostgreSQL every process is notified of a revision immediately; the notification is the same on any database."""

from __future__ import annotations

import asyncio
import threading

import pytest
from django.db import connection

from building import event
from crosstable.events.models import Tournament
from crosstable.live.hub import Hub, hear, listen_for_ever
from waiting import LIMIT


def test_what_is_told_of_a_tournament_reaches_the_hub_and_nonsense_does_not():
    hub = Hub()
    hear(hub, "7:41")
    for nonsense in ("", "x", ":3", "7 :3"):
        hear(hub, nonsense)
    assert hub.revision(7) == 41
    hear(hub, "7:")
    assert hub.revision(7) is None


def in_a_thread(work) -> None:
    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    threading.Thread(target=run).start()


@pytest.mark.django_db(transaction=True)
def test_postgresql_tells_of_whatever_was_committed_and_of_what_is_gone():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite notifies no process")
    row = event("ann bob")

    async def received_revisions() -> list[int | None]:
        hub, heard = Hub(), []
        hub.open(asyncio.get_running_loop())
        listening = asyncio.create_task(listen_for_ever(hub))
        changed = Tournament.objects.filter(pk=row.pk)
        try:
            with hub.listening(row.pk) as news:
                number = 100
                while not news.is_set():  # until it listens, it receives nothing
                    number += 1
                    await asyncio.to_thread(in_a_thread, lambda n=number: changed.update(revision=n))
                    await asyncio.sleep(0.1)
                heard.append(hub.revision(row.pk))
                in_a_thread(changed.delete)
                async with asyncio.timeout(LIMIT):
                    while hub.revision(row.pk) is not None:
                        await asyncio.sleep(0.01)
            return heard
        finally:
            listening.cancel()

    (revision,) = asyncio.run(received_revisions())
    assert revision is not None and revision > 100
