"""The server's ASGI application: cached public pages, event streams and health; other requests go to Django.

When many visitors request a page that is not cached (a round was just published), one request has Django render it and
the others wait for that one.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError

from crosstable.events.hooks import revision_raised, site_raised
from crosstable.events.site import SITE, site_revision
from crosstable.live.asgi import Message, Receive, Scope, Send, answer, answer_text
from crosstable.live.bridge import (
    BUSY,
    REVISION,
    Answer,
    Django,
    public_page,
    refuse,
    stamp_of,
    without_header,
)
from crosstable.live.cache import Page, PageCache, Stamp, answer_page
from crosstable.live.delivery import NotificationWorker, OutboxSender
from crosstable.live.garbage import collect_while_quiet
from crosstable.live.gate import Busy, Gate
from crosstable.live.hub import Hub, Poller, ask, database_answers, listen_for_ever
from crosstable.live.metrics import answer_metrics, metrics, observed
from crosstable.live.page_renderer import PageRenderer
from crosstable.live.static import load_static
from crosstable.live.streams import ADDRESS, Streams
from crosstable.live.visitors import Key, Visit, anonymous_visit, asks_as_visitor, without_identity
from crosstable.live.who import Sessions, asker

log = logging.getLogger(__name__)
MOST_WAITING = 1000
# How many waiting requests are answered together, and seconds between such batches: hundreds in one batch would delay a
# player's report by 140 ms.
AT_ONCE, APART = 20, 0.01


@dataclass(slots=True)
class Rendering:
    """A page being rendered, and how many requests wait for it."""

    is_worth_it: asyncio.Future[bool]
    waiting: int = 0


class LiveApplication:
    def __init__(self, hub: Hub, renderer: PageRenderer | None = None) -> None:
        self.hub = hub
        self._renderer = renderer
        self.cache = PageCache(hub, settings.PAGE_CACHE_MB * 1_000_000)
        self._django = Django(settings.THREADS)
        self._streams = Streams(hub, settings.STREAMS)
        self._sessions = Sessions()
        self._static = load_static()
        self._being_made: dict[Key, Rendering] = {}
        # Pages are rendered one at a time, fairly by address. Rendering all pages of a new revision together would
        # leave only a small share of the interpreter to a result being saved or a player's own page.
        self._turns = Gate(1, MOST_WAITING)
        self._outbox_sender = OutboxSender()
        self._notification_worker = NotificationWorker(self._outbox_sender)
        self._poller = Poller(hub, self._watched)
        revision_raised.connect(self._revision_raised)
        site_raised.connect(self._site_raised)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await observed(self._answer, scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        scope = await self._sessions.identified(scope)
        if path == "/healthz":
            await _answer_health(send)
        elif path == "/metrics":
            await answer_metrics(scope, send)
        elif (file := self._static.get(path)) and scope["method"] in ("GET", "HEAD"):
            await answer_page(file, scope, send)
        elif path.endswith("/stream") and scope["method"] == "GET" and (match := ADDRESS.fullmatch(path)):
            await self._streams.answer(match[1], scope, receive, send)
        elif asks_as_visitor(scope):
            # The request acts as a visitor: a cookie set for that visitor would replace the user's own.
            await self._answer_page(without_identity(scope), receive, _without(b"set-cookie", send))
        else:
            await self._answer_page(scope, receive, send)

    async def _answer_page(self, scope: Scope, receive: Receive, send: Send) -> None:
        if visit := anonymous_visit(scope):
            if visit.query != scope["query_string"]:
                scope = {**scope, "query_string": visit.query}
            await self._answer_public(visit, scope, receive, send)
        else:
            await self._django(scope, receive, _without(REVISION, send))

    async def _answer_public(self, visit: Visit, scope: Scope, receive: Receive, send: Send) -> None:
        page = self.cache.fresh(visit.key)
        while page is None and (making := self._being_made.get(visit.key)):
            # Looked up again after the wait: the page may be older than a commit this visitor has seen.
            place = making.waiting = making.waiting + 1
            if not await making.is_worth_it:
                break
            page = self.cache.fresh(visit.key)
            await asyncio.sleep(place // AT_ONCE * APART)
        if page is not None:
            metrics.add("from memory")
            await answer_page(page, scope, send)
        elif visit.may_fill and visit.key not in self._being_made:
            await self._make(visit, scope, send)
        else:
            await self._django(scope, receive, _without(REVISION, send))

    async def _make(self, visit: Visit, scope: Scope, send: Send) -> None:
        """Render and cache the page; resolve the future of the requests that wait for it."""
        page, key = None, visit.key
        making = self._being_made[key] = Rendering(asyncio.get_running_loop().create_future())
        try:
            made, stamp = await self._made_in_turn(scope)
            page = self._public_page(key, made, stamp) if stamp is not None and visit.may_keep else None
        except Busy:
            await refuse(scope, send, 503, "busy", BUSY)
            return
        finally:
            del self._being_made[key]
            if not making.is_worth_it.done():
                making.is_worth_it.set_result(page is not None)
        if page is not None:
            await answer_page(page, scope, send)
        else:
            await answer(send, made.status, without_header(REVISION, made.headers), made.body)

    async def _made_in_turn(self, scope: Scope) -> tuple[Answer, Stamp | None]:
        """Render in the renderer process, or else in this one.

        The site's revision is read here, before rendering.
        """
        async with self._turns.entered(asker(scope)):
            site = site_revision()
            revisions = {pk: self.hub.announced(pk) for pk in self._watched()}
            announced = {pk: revision for pk, revision in revisions.items() if revision is not None}
            renderer = None if self.hub.is_closing else self._renderer
            made = await renderer.page(scope, announced) if renderer is not None else None
            made = made or await self._django.page(scope)
        stamp = stamp_of(made)
        return made, Stamp(SITE, site) if stamp is not None and stamp.tournament_id == SITE else stamp

    def _public_page(self, key: Key, answer: Answer, stamp: Stamp) -> Page:
        page = public_page(answer, stamp)
        self.hub.note_work(stamp.tournament_id, answer.seconds)
        self.cache.store(key, stamp, page, answer.made_at)
        metrics.put("page bytes", self.cache.bytes)
        return page

    async def _live(self, receive: Receive, send: Send) -> None:
        """Handle the ASGI lifespan, from start-up to shutdown."""
        await receive()
        self.hub.open(asyncio.get_running_loop())
        followers = [
            asyncio.create_task(self._poller.poll_for_ever()),
            asyncio.create_task(listen_for_ever(self.hub)),
            asyncio.create_task(collect_while_quiet()),
        ]
        self._outbox_sender.start()
        self._notification_worker.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._outbox_sender.stop()
        self._notification_worker.stop()
        self.hub.close()
        for follower in followers:
            follower.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    def _watched(self) -> set[int]:
        return (self.hub.tournaments_with_listeners() | self.cache.tournaments()) - {SITE}

    def _revision_raised(self, *, tournament_id: int, revision: int, **_: Any) -> None:
        self.hub.tell(tournament_id, revision)

    def _site_raised(self, *, revision: int, **_: Any) -> None:
        self.hub.tell(SITE, revision)


def _without(name: bytes, send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": without_header(name, message["headers"])}
        await send(message)

    return sending


async def _answer_health(send: Send) -> None:
    try:
        await ask(database_answers)
    except DatabaseError:
        log.exception("The database does not answer.")
        await answer_text(send, 503, "The database does not answer.\n")
    else:
        await answer_text(send, 200, "ok")
