"""Who gets what first: the answer to a change before those who hear of it, pages in turn."""

from __future__ import annotations

import asyncio

import pytest

from crosstable.live.hub import AT_ONCE, QUIET, Hub
from crosstable.live.page_turns import PageTurns
from waiting import LIMIT


def test_whoever_made_the_change_is_answered_before_the_listeners_hear_of_it_and_those_hear_in_turn():
    async def heard() -> list[str]:
        hub, order = Hub(), []
        hub.open(asyncio.get_running_loop())

        async def listen(name: str) -> None:
            with hub.listening(1) as news:
                await news.wait()
                order.append(name)

        listeners = [asyncio.create_task(listen("listener")) for _ in range(3 * AT_ONCE)]
        await asyncio.sleep(0)
        await asyncio.to_thread(hub.tell, 1, 5)
        await asyncio.sleep(0)
        order.append("answer")
        await asyncio.gather(*listeners)
        return order

    order = asyncio.run(heard())
    assert order == ["answer"] + ["listener"] * 3 * AT_ONCE


def test_a_listener_is_told_at_once_and_then_of_everything_else_together():
    async def told() -> list[int | None]:
        hub = Hub()
        hub.open(asyncio.get_running_loop())
        with hub.listening(1) as news:
            hub.tell(1, 1)
            announced = [hub.announced(1)]
            await asyncio.wait_for(news.wait(), LIMIT)
            news.clear()
            for revision in range(2, 21):
                hub.tell(1, revision)
            announced.append(hub.announced(1))
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(news.wait(), QUIET / 2)
            announced.append(hub.announced(1))
            await asyncio.wait_for(news.wait(), LIMIT)
            announced.append(hub.announced(1))
        return announced

    assert asyncio.run(told()) == [1, 1, 1, 20]


def test_while_nobody_listens_every_revision_is_announced_at_once():
    hub = Hub()
    for revision in (3, 4, 2):
        hub.tell(1, revision)
    assert (hub.revision(1), hub.announced(1)) == (4, 4)
    hub.forget(1)
    assert (hub.revision(1), hub.announced(1)) == (None, None)


def test_pages_are_made_one_at_a_time_and_one_that_is_only_passed_on_holds_up_nobody():
    async def order() -> list[str]:
        turns, told = PageTurns(), []
        first, second = turns.turn("ann"), turns.turn("ann")
        await first.wait()
        waiting = asyncio.create_task(second.wait())
        await asyncio.sleep(0)
        told.append("waits" if not waiting.done() else "is in")
        first.leave()
        await waiting
        told.append("is in")
        first.leave()  # harmless when repeated
        third = asyncio.create_task(turns.turn("ann").wait())
        await asyncio.sleep(0)
        told.append("waits" if not third.done() else "is in")
        second.leave()
        await third
        return told

    assert asyncio.run(order()) == ["waits", "is in", "waits"]
