"""The order of delivery: the answer to a change is sent before its listeners are notified; and when they are."""

from __future__ import annotations

import asyncio

import pytest

from crosstable.live.hub import AT_ONCE, LEAST, Hub, next_beat
from waiting import LIMIT


def test_anyone_who_made_the_change_is_answered_before_the_listeners_hear_of_it_and_those_hear_in_turn():
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
    async def announced_revisions() -> list[int | None]:
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
                await asyncio.wait_for(news.wait(), LEAST / 2)
            announced.append(hub.announced(1))
            await asyncio.wait_for(news.wait(), LIMIT)
            announced.append(hub.announced(1))
        return announced

    assert asyncio.run(announced_revisions()) == [1, 1, 1, 20]


def test_while_no_one_listens_every_revision_is_announced_at_once():
    hub = Hub()
    for revision in (3, 4, 2):
        hub.tell(1, revision)
    assert (hub.revision(1), hub.announced(1)) == (4, 4)
    hub.forget(1)
    assert (hub.revision(1), hub.announced(1)) == (None, None)


def test_listeners_are_told_with_the_beat_of_a_clock_that_all_workers_share():
    beats = [next_beat(now, work=0.0) for now in (1200.0, 1200.4, 1200.89, 1200.91, 1201.2)]
    assert beats == pytest.approx([1201.2, 1201.2, 1201.2, 1202.4, 1202.4])


def test_listeners_are_told_less_often_of_pages_that_take_long_to_make_but_not_seldom():
    beats = [next_beat(7200.0, work) for work in (0.6, 0.7, 1.2, 1.3, 100.0)]
    assert beats == pytest.approx([7201.2, 7202.4, 7202.4, 7203.6, 7203.6])
