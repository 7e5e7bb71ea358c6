"""Django behind the door: WSGI in a pool of threads.

The body of a request has been read to its end before a thread is taken, and the thread is free before the answer is
sent: a phone on bad wifi keeps nobody waiting. When all threads are busy, addresses take turns (gate.py).
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from crosstable.events.calm import calm
from crosstable.live.asgi import Receive, Scope, Send, answer, refusal_said
from crosstable.live.bodies import MOST, Bodies, BodyTooBig, BodyTooSlow, Gone
from crosstable.live.environ import Answer, Application, call, make_environ
from crosstable.live.gate import Busy, Gate
from crosstable.live.rendering import render
from crosstable.live.who import asker

MOST_WAITING = 2000
TOO_BIG = f"This is larger than this server takes ({MOST // 1_000_000} MB)."
TOO_SLOW = "This did not arrive in time. Nothing was saved; send it again."
BUSY = "The server is busy. Nothing was saved; try again in a moment."
Call = Callable[[Application, dict[str, Any]], Answer]


class Django:
    def __init__(self, threads: int) -> None:
        from crosstable.wsgi import application

        self._application = cast(Application, application)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="Django")
        self._gate = Gate(threads, MOST_WAITING, kept=threads // 4)
        self._bodies = Bodies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            made = await self._answered(scope, receive)
        except BodyTooBig:
            await refuse(scope, send, 413, "too-large", TOO_BIG)
        except BodyTooSlow:
            await refuse(scope, send, 408, "too-slow", TOO_SLOW)
        except Busy:
            await refuse(scope, send, 503, "busy", BUSY)
        except Gone:
            pass
        else:
            await answer(send, made.status, made.headers, made.body)

    async def page(self, scope: Scope) -> Answer:
        """What is asked for without a body, compressed where it is for everybody. Raises Busy."""
        return await self._called(scope, make_environ(scope), render)

    async def _answered(self, scope: Scope, receive: Receive) -> Answer:
        if scope["method"] in ("GET", "HEAD"):
            return await self._called(scope, make_environ(scope))
        body = await self._bodies.read(scope, receive)
        try:
            return await self._called(scope, make_environ(scope, body.file, body.size))
        finally:
            body.close()

    async def _called(self, scope: Scope, environ: dict[str, Any], how: Call = call) -> Answer:
        loop = asyncio.get_running_loop()
        asked = loop.time()
        try:
            async with self._gate.entered(asker(scope)):
                return await loop.run_in_executor(self._threads, how, self._application, environ)
        finally:
            calm.note_answer(loop.time() - asked)


async def refuse(scope: Scope, send: Send, status: int, code: str, words: str) -> None:
    """In words for people, as a problem document for programs; what else comes on this connection is not read."""
    kind, body = refusal_said(scope["path"], status, code, words)
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    headers += [(b"cache-control", b"no-store"), (b"connection", b"close")]
    await answer(send, status, headers + ([(b"retry-after", b"2")] if status == 503 else []), body)
