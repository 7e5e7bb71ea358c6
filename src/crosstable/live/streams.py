"""Event streams: `GET /t/<slug>/stream` sends a browser each new revision of a tournament, and the server's time.

With `?since=<revision>` (or the Last-Event-ID of a reconnecting browser) the first event is sent only when that
revision is no longer current; without it the current revision is sent immediately.

The server's time comes first and then every few seconds: phones and displays run round clocks by it, whatever their own
clocks show, and a page without events for long knows that the connection is lost.
"""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from urllib.parse import parse_qs

from crosstable.fields import whole
from crosstable.live.asgi import Headers, Receive, Scope, Send, answer_text
from crosstable.live.gate import Busy, FairShare, Gate, Rank
from crosstable.live.hub import Hub, PublicRevision, ask, public_tournament
from crosstable.live.who import asker

HEARTBEAT = 15.0
# A user has a few pages open, not twenty; the second limit is for requests that wait for the database.
MOST_OF_A_PERSON, MOST_WAITING = 20, 2000
FULL = "Too many pages follow events just now. This one shows what it has; load it again for news.\n"
ADDRESS = re.compile(r"/t/([-\w]+)/stream")
HEADERS: Headers = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would buffer events
]


class Listener:
    """One open stream, which can be closed to free a slot."""

    def __init__(self) -> None:
        self.is_sent_away = False
        self.news: asyncio.Event | None = None

    def send_away(self) -> None:
        self.is_sent_away = True
        if self.news is not None:
            self.news.set()


class Streams:
    def __init__(self, hub: Hub, most: int) -> None:
        self._hub = hub
        self._share: FairShare[Listener] = FairShare(most, Listener.send_away)
        self._asking = Gate(1, MOST_WAITING)

    async def answer(self, slug: str, scope: Scope, receive: Receive, send: Send) -> None:
        who, listener = asker(scope), Listener()
        has_enough = who.rank == Rank.SIGNED_IN and self._share.of(who) >= MOST_OF_A_PERSON
        if has_enough or not self._share.add(who, listener):
            await answer_text(send, 503, FULL)
            return
        try:
            await self._answer(slug, listener, scope, receive, send)
        finally:
            self._share.remove(who, listener)

    async def _answer(
        self, slug: str, listener: Listener, scope: Scope, receive: Receive, send: Send
    ) -> None:
        try:
            public = await self._public(slug, scope)
        except Busy:
            await answer_text(send, 503, FULL)
            return
        if public is None:
            await answer_text(send, 404, "No such tournament.\n")
            return
        self._hub.tell(public.tournament_id, public.revision)
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        async for chunk in _events(self._hub, public.tournament_id, _last_seen(scope), receive, listener):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def _public(self, slug: str, scope: Scope) -> PublicRevision | None:
        async with self._asking.entered(asker(scope)):
            return await ask(lambda: public_tournament(slug))


async def _events(
    hub: Hub, tournament_id: int, seen_revision: int | None, receive: Receive, listener: Listener
) -> AsyncIterator[bytes]:
    with hub.listening(tournament_id) as news:
        listener.news = news
        gone = asyncio.create_task(_until_gone(receive))
        gone.add_done_callback(lambda _: news.set())
        try:
            yield b"retry: 2000\n\n" + _time_event()
            while not (gone.done() or hub.is_closing or listener.is_sent_away):
                current = hub.revision(tournament_id)
                if current is None:
                    return
                if current != seen_revision:
                    seen_revision = current
                    yield b"id: %d\nevent: revision\ndata: %d\n\n" % (current, current)
                if not await _set_within(news, HEARTBEAT):
                    yield _time_event()
        finally:
            gone.cancel()


def _time_event() -> bytes:
    return b"event: time\ndata: %d\n\n" % (time.time() * 1000)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    event.clear()
    return True


def _last_seen(scope: Scope) -> int | None:
    given = [value.decode("latin1") for name, value in scope["headers"] if name == b"last-event-id"]
    given += parse_qs(scope["query_string"].decode("latin1")).get("since", [])
    return next((number for text in given if (number := whole(text, 15)) is not None), None)
