"""The own pages of players, without Django's requests: a thousand phones ask for theirs when a round is published.

Those who ask together are answered together, by one thread, in turn by address when there are many. The headers are
those Django sent with such a page over the same scheme; until it has, and for whatever is not a plain question for a
plain page, Django is asked.
"""

import asyncio
import logging
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import NamedTuple

from django.conf import settings
from django.db import close_old_connections

from crosstable.events.calm import calm
from crosstable.live.asgi import Headers, Message, Scope, Send, answer
from crosstable.live.frames import with_room
from crosstable.live.gate import Gate
from crosstable.live.hosts import is_ours
from crosstable.live.metrics import metrics
from crosstable.live.visitors import is_secure
from crosstable.live.who import asker
from crosstable.web.player.at_the_door import ADDRESS, OwnPage, own_page

AT_ONCE, MOST_WAITING = 40, 2000
# Whoever sends one of these wants more than the page.
UNUSUAL = {b"authorization", b"range", b"if-none-match", b"if-modified-since", b"expect"}
EACH_ANEW = {b"content-length", b"set-cookie", b"date"}
log = logging.getLogger(__name__)
HeadersByName = dict[bytes, bytes]


class Question(NamedTuple):
    path: str
    cookie: str
    answer: asyncio.Future[OwnPage | None]


class OwnPages:
    def __init__(self) -> None:
        self._gate = Gate(AT_ONCE, MOST_WAITING)
        self._asked: SimpleQueue[Question] = SimpleQueue()
        self._thread = threading.Thread(
            target=with_room, args=(self._answer_for_ever,), name="own-pages", daemon=True
        )
        # Of those over https, and of the others.
        self._headers: dict[bool, Headers] = {}

    def is_one(self, scope: Scope) -> bool:
        return (
            scope["method"] == "GET"
            and scope["path"].endswith("/me")
            and not scope["query_string"]
            and ADDRESS.fullmatch(scope["path"]) is not None
        )

    async def answer(self, scope: Scope, send: Send) -> bool:
        """Whether it was. Raises Busy."""
        sent = dict(scope["headers"])
        headers = self._headers.get(_is_secure(scope, sent))
        if headers is None or not _is_plain(scope, sent):
            return False
        loop = asyncio.get_running_loop()
        started = loop.time()
        async with self._gate.entered(asker(scope)):
            page = await self._answered(scope["path"], sent[b"cookie"].decode("latin1"))
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
        is_secure = _is_secure(scope, dict(scope["headers"]))

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                self._learn(is_secure, message["headers"])
            await send(message)

        return sending

    def _learn(self, is_secure: bool, headers: Headers) -> None:
        self._headers[is_secure] = [(name, value) for name, value in headers if name not in EACH_ANEW]

    def _answered(self, path: str, cookie: str) -> asyncio.Future[OwnPage | None]:
        answer: asyncio.Future[OwnPage | None] = asyncio.get_running_loop().create_future()
        self._asked.put(Question(path, cookie, answer))
        if not self._thread.is_alive():
            self._thread.start()
        return answer

    def _answer_for_ever(self) -> None:
        while True:
            questions = [self._asked.get()]
            with suppress(Empty):
                while len(questions) < AT_ONCE:
                    questions.append(self._asked.get_nowait())
            pages = _pages(questions)
            with suppress(RuntimeError):  # the loop closed while the server was stopping
                questions[0].answer.get_loop().call_soon_threadsafe(_hand_out, questions, pages)


def _hand_out(questions: list[Question], pages: list[OwnPage | None]) -> None:
    for question, page in zip(questions, pages, strict=True):
        if not question.answer.done():
            question.answer.set_result(page)


def _pages(questions: list[Question]) -> list[OwnPage | None]:
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


def _is_secure(scope: Scope, headers: HeadersByName) -> bool:
    return is_secure(scope, headers.get(b"x-forwarded-proto"))


def _is_plain(scope: Scope, headers: HeadersByName) -> bool:
    """Only of somebody with a session, to a name of ours, and with each header once."""
    if (
        not is_ours(headers.get(b"host", b""))
        or len(headers) != len(scope["headers"])
        or not UNUSUAL.isdisjoint(headers)
    ):
        return False
    return settings.SESSION_COOKIE_NAME.encode() in headers.get(b"cookie", b"")
