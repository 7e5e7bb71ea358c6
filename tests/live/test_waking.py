"""Who gets what first: the answer to a change before those who hear of it, pages in turn."""

from __future__ import annotations

import asyncio

from crosstable.live.hub import AT_ONCE, Hub
from crosstable.live.page_turns import PageTurns


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
