"""A stream's events, one by one, without a server."""

from __future__ import annotations

import asyncio

import pytest

from crosstable.live import streams
from crosstable.live.hub import Hub
from crosstable.live.streams import Listener

NOW = b"event: time\ndata: 1794400000000\n\n"
BEGIN = b"retry: 2000\n\n" + NOW


@pytest.fixture(autouse=True)
def _a_fixed_time_of_day(monkeypatch):
    monkeypatch.setattr(streams.time, "time", lambda: 1_794_400_000.0)


def revision(number: int) -> bytes:
    return b"id: %d\nevent: revision\ndata: %d\n\n" % (number, number)


async def never() -> dict:
    await asyncio.Event().wait()
    return {}


def test_it_tells_the_time_now_and_then_so_that_no_one_hangs_up(monkeypatch):
    monkeypatch.setattr(streams, "HEARTBEAT", 0.01)

    async def chunks() -> list[bytes]:
        hub = Hub()
        hub.tell(1, 5)
        events = streams._events(hub, 1, 5, never, Listener())
        return [await anext(events) for _ in range(3)]

    assert asyncio.run(chunks()) == [BEGIN, NOW, NOW]


def test_it_tells_the_latest_revision_once_however_many_were_raised_meanwhile():
    async def chunks() -> list[bytes]:
        hub = Hub()
        hub.open(asyncio.get_running_loop())
        hub.tell(1, 5)
        events = streams._events(hub, 1, None, never, Listener())
        received = [await anext(events), await anext(events)]
        for number in (6, 7, 8):
            await asyncio.to_thread(hub.tell, 1, number)
        received.append(await anext(events))
        hub.close()
        return received + [chunk async for chunk in events]

    assert asyncio.run(chunks()) == [BEGIN, revision(5), revision(8)]


def test_it_ends_and_is_forgotten_when_the_visitor_leaves_or_the_tournament_does():
    async def left_over() -> set[int]:
        hub = Hub()
        hub.open(asyncio.get_running_loop())
        hub.tell(1, 5)
        hub.tell(2, 5)

        async def leave() -> dict:
            return {"type": "http.disconnect"}

        hub.tell(1, 6)
        assert [chunk async for chunk in streams._events(hub, 1, 6, leave, Listener())] == [BEGIN]
        asyncio.get_running_loop().call_later(0.01, hub.forget, 2)
        assert [chunk async for chunk in streams._events(hub, 2, 5, never, Listener())] == [BEGIN]
        return hub.tournaments_with_listeners()

    assert asyncio.run(left_over()) == set()
