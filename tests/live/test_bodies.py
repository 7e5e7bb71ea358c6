"""A request body is read to its end, within bounds, before anything else happens."""

from __future__ import annotations

import asyncio

import pytest

from crosstable.live import bodies
from crosstable.live.bodies import Bodies, BodyTooBig, BodyTooSlow, Gone


def scope(length: int | None = None) -> dict:
    return {"headers": [] if length is None else [(b"content-length", str(length).encode())]}


def sender(*chunks: bytes, ending: str = "whole"):
    """Hands over the chunks; then stalls, or hangs up, unless that was all."""
    waiting = list(chunks)

    async def receive() -> dict:
        await asyncio.sleep(0)
        if waiting:
            chunk = waiting.pop(0)
            return {"type": "http.request", "body": chunk, "more_body": bool(waiting) or ending != "whole"}
        if ending == "gone":
            return {"type": "http.disconnect"}
        await asyncio.Event().wait()
        raise AssertionError

    return receive


async def read(*chunks: bytes, ending: str = "whole") -> bytes:
    body = await Bodies().read(scope(), sender(*chunks, ending=ending))
    try:
        return body.file.read()
    finally:
        body.close()


@pytest.mark.parametrize(
    "chunks", [[b""], [b"a=1"], [b"x" * 50_000] * 30], ids=["nothing", "a form", "a file"]
)
def test_a_body_is_what_was_sent(chunks):
    assert asyncio.run(read(*chunks)) == b"".join(chunks)


def test_a_body_that_stalls_is_given_up(monkeypatch):
    monkeypatch.setattr(bodies, "STALL", 0.05)
    with pytest.raises(BodyTooSlow):
        asyncio.run(read(b"half", ending="stalled"))


def test_a_body_that_trickles_is_given_up_in_the_end(monkeypatch):
    monkeypatch.setattr(bodies, "WHOLE", 0.05)

    async def trickle() -> dict:
        await asyncio.sleep(0.001)
        return {"type": "http.request", "body": b"x", "more_body": True}

    with pytest.raises(BodyTooSlow):
        asyncio.run(Bodies().read(scope(), trickle))


def test_someone_who_hangs_up_is_not_waited_for():
    with pytest.raises(Gone):
        asyncio.run(read(b"half", ending="gone"))


def test_a_body_that_is_too_big_is_read_to_its_end_and_refused(monkeypatch):
    monkeypatch.setattr(bodies, "MOST", 100)
    chunks = [b"x" * 60] * 5
    receive = sender(*chunks)
    with pytest.raises(BodyTooBig):
        asyncio.run(Bodies().read(scope(), receive))


def test_a_body_beyond_all_reason_is_not_read():
    with pytest.raises(BodyTooBig):
        asyncio.run(Bodies().read(scope(10**12), sender(ending="stalled")))


def test_when_there_is_no_room_the_body_under_way_longest_makes_it(monkeypatch):
    monkeypatch.setattr(bodies, "MOST_AT_ONCE", 1000)

    async def story() -> list[object]:
        room = Bodies()
        slow = [
            asyncio.create_task(room.read(scope(), sender(b"x" * 400, ending="stalled"))) for _ in range(2)
        ]
        await asyncio.sleep(0.01)
        quick = await room.read(scope(), sender(b"y" * 300, b"y" * 200))
        outcomes = await asyncio.gather(slow[0], return_exceptions=True)
        slow[1].cancel()
        return [quick.size, type(outcomes[0]).__name__, slow[1].done()]

    assert asyncio.run(story()) == [500, "BodyTooSlow", False]
