"""The own pages of players, without Django's requests: a thousand phones ask for theirs when a round is published.

Those who ask together are answered together, by one thread, in turn by address when there are many. The headers are
those Django sent with such a page to the same host; until it has, and for whatever is not a plain question for a plain
page, Django is asked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from django.conf import settings
from django.db import close_old_connections

from crosstable.events.calm import calm
from crosstable.live.asgi import Headers, Message, Scope, Send, answer
from crosstable.live.gate import Gate
from crosstable.live.metrics import metrics
from crosstable.live.visitors import is_secure
from crosstable.live.who import asker
from crosstable.web.player.at_the_door import ADDRESS, OwnPage, own_page

AT_ONCE, MOST_WAITING, MOST_HOSTS = 40, 2000, 100
# Whoever sends one of these wants more than the page.
UNUSUAL = {b"authorization", b"range", b"if-none-match", b"if-modified-since", b"expect"}
EACH_ANEW = {b"content-length", b"set-cookie", b"date"}
log = logging.getLogger(__name__)
Host = tuple[bool, bytes]


class Question(NamedTuple):
    path: str
    cookie: str


class OwnPages:
    def __init__(self) -> None:
        self._gate = Gate(AT_ONCE, MOST_WAITING)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="own-pages")
        self._asked: list[tuple[Question, asyncio.Future[OwnPage | None]]] = []
        self._working: asyncio.Task[None] | None = None
        self._headers: dict[Host, Headers] = {}

    def is_one(self, scope: Scope) -> bool:
        return (
            scope["method"] == "GET"
            and scope["path"].endswith("/me")
            and not scope["query_string"]
            and ADDRESS.fullmatch(scope["path"]) is not None
        )

    async def answer(self, scope: Scope, send: Send) -> bool:
        """Whether it was. Raises Busy."""
        headers, question = self._headers.get(_host(scope)), _question(scope)
        if headers is None or question is None:
            return False
        loop = asyncio.get_running_loop()
        started = loop.time()
        await self._gate.enter(asker(scope))
        try:
            page = await self._answered(question)
        finally:
            self._gate.leave()
        if page is None:
            return False
        calm.note_answer(loop.time() - started)
        metrics.add("own pages")
        length = (b"content-length", str(len(page.body)).encode())
        cookie = (b"set-cookie", page.cookie.encode("latin1"))
        await answer(send, 200, [*headers, length, cookie], page.body)
        return True

    def learning(self, scope: Scope, send: Send) -> Send:
        """Remembers with which headers Django sends such a page."""
        host = _host(scope)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                self._learn(host, message["headers"])
            await send(message)

        return sending

    def _learn(self, host: Host, headers: Headers) -> None:
        if len(self._headers) < MOST_HOSTS:
            self._headers[host] = [(name, value) for name, value in headers if name not in EACH_ANEW]

    async def _answered(self, question: Question) -> OwnPage | None:
        future: asyncio.Future[OwnPage | None] = asyncio.get_running_loop().create_future()
        self._asked.append((question, future))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return await future

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._asked:
            asked, self._asked = self._asked, []
            pages = await loop.run_in_executor(self._thread, _pages, [question for question, _ in asked])
            for (_, future), page in zip(asked, pages, strict=True):
                if not future.done():
                    future.set_result(page)


def _pages(questions: Sequence[Question]) -> list[OwnPage | None]:
    close_old_connections()
    try:
        return [_page(question) for question in questions]
    finally:
        close_old_connections()


def _page(question: Question) -> OwnPage | None:
    """What breaks here is Django's to say in a sentence."""
    try:
        return own_page(question.path, question.cookie)
    except Exception:
        log.exception("An own page")
        return None


def _host(scope: Scope) -> Host:
    headers = dict(scope["headers"])
    return is_secure(scope, headers.get(b"x-forwarded-proto")), headers.get(b"host", b"")


def _question(scope: Scope) -> Question | None:
    """Only of somebody with a session, and with each header once."""
    names = [name for name, _ in scope["headers"]]
    cookie = dict(scope["headers"]).get(b"cookie", b"")
    if len(names) != len(set(names)) or UNUSUAL & set(names):
        return None
    if settings.SESSION_COOKIE_NAME.encode() not in cookie:
        return None
    return Question(scope["path"], cookie.decode("latin1"))
