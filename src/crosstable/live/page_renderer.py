"""The renderer process: it renders the public pages for all workers, at a lower priority than theirs.

While results come in, every page that visitors follow is rendered again every few seconds. In a worker it would share
the interpreter with a player who reports a result and waits for the answer, and every worker would render the same
page. So the workers send requests to this process: it renders one page at a time, and returns a page it has just
rendered for one worker to the next one, too.

A request arrives as one end of a socket pair, sent through a pair that all processes inherit; no other process can send
one. A worker that gets no answer renders the page itself, as it does if there is only one process.

Figure: the four large pages of 1,000 players take 310 core-milliseconds for every announced revision; with two workers
that is spent once instead of twice, and never in a process that takes reports.
"""

import asyncio
import json
import os
import signal
import socket
import time
from contextlib import suppress
from io import BufferedIOBase
from select import select
from typing import NamedTuple, cast

from crosstable.live.asgi import Headers, Scope
from crosstable.live.bridge import Answer, Application, make_environ, render, stamp_of
from crosstable.live.cache import SNAPSHOT_AGE, Stamp
from crosstable.live.garbage import Tidying
from crosstable.live.metrics import metrics
from crosstable.live.visitors import Key, anonymous_visit

NICER = 5
# Seconds a worker waits for an answer before it renders the page itself; bytes of a request, and of one read.
PATIENCE, LONGEST, PIECE = 5.0, 100_000, 1 << 20
PLAIN = ("method", "path", "scheme", "server", "client", "http_version", "crosstable.request")
# Event → announced revision: no visitor is shown an earlier one.
Revisions = dict[int, int]


class KeptAnswer(NamedTuple):
    stamp: Stamp
    answer: Answer

    def is_good(self, revisions: Revisions) -> bool:
        """Return whether the worker has announced no later revision.

        A worker that does not know the event gets a new page.
        """
        at_least = revisions.get(self.stamp.tournament_id)
        return at_least is not None and self.stamp.revision >= at_least


class PageRenderer:
    def __init__(self) -> None:
        self._asking, self._asked = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._asking.setblocking(False)
        self._cached: dict[Key, KeptAnswer] = {}
        self._tidying = Tidying()

    async def page(self, scope: Scope, revisions: Revisions) -> Answer | None:
        """Return the page to a worker, or None if it has to render it itself."""
        with suppress(OSError, EOFError, ValueError):
            reader, writer = await asyncio.open_unix_connection(sock=self._send(), limit=PIECE)
            try:
                writer.write(_question(scope, revisions))
                return await _read_answer(reader)
            finally:
                writer.close()
        return None

    def _send(self) -> socket.socket:
        """Send one end of a new socket pair to the renderer and return the other."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._asking, [b"?"], [theirs.fileno()])
            except OSError:
                ours.close()
                raise
        return ours

    def work(self) -> None:
        """Run the renderer process until it is stopped."""
        from crosstable.wsgi import application

        metrics.be_page_renderer()
        # Ctrl-C is for the first process, which stops the others.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with suppress(OSError):  # not allowed everywhere
            os.nice(NICER)
        while True:
            self.serve_one(cast(Application, application))

    def serve_one(self, application: Application) -> None:
        """Wait for the next request and answer it."""
        if not select([self._asked], [], [], 0)[0]:  # no worker waits
            self._tidying.tidy()
        _, ends, *_ = socket.recv_fds(self._asked, 1, 1)
        for end in ends:
            with suppress(OSError), socket.socket(fileno=end) as asker, asker.makefile("rwb") as stream:
                question = stream.readline(LONGEST)
                if question.endswith(b"\n") and not _is_gone(asker):
                    _write_answer(stream, self._answer(application, *_read_question(question)))

    def _answer(self, application: Application, scope: Scope, revisions: Revisions) -> Answer:
        visit, now = anonymous_visit(scope), time.monotonic()
        self._cached = {
            k: cached for k, cached in self._cached.items() if now - cached.answer.made_at <= SNAPSHOT_AGE
        }
        cached = self._cached.get(visit.key) if visit is not None else None
        if cached is not None and cached.is_good(revisions):
            return cached.answer
        answer = render(application, make_environ(scope))
        if visit is not None and (stamp := stamp_of(answer)):
            self._cached[visit.key] = KeptAnswer(stamp, answer)
        return answer


def _is_gone(asker: socket.socket) -> bool:
    """Return whether the worker has stopped waiting."""
    try:
        return not asker.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False


def _question(scope: Scope, revisions: Revisions) -> bytes:
    plain = {name: scope.get(name) for name in PLAIN}
    query, headers = scope["query_string"].decode("latin1"), _as_text(scope["headers"])
    return json.dumps([plain, query, headers, list(revisions.items())]).encode() + b"\n"


def _read_question(line: bytes) -> tuple[Scope, Revisions]:
    plain, query, headers, revisions = json.loads(line)
    return {**plain, "query_string": query.encode("latin1"), "headers": _as_bytes(headers)}, dict(revisions)


def _write_answer(stream: BufferedIOBase, answer: Answer) -> None:
    smaller = answer.compressed_body or b""
    sizes = [len(answer.body), len(smaller)]
    head = [answer.status, _as_text(answer.headers), sizes, answer.seconds, answer.made_at]
    stream.write(json.dumps(head).encode() + b"\n" + answer.body + smaller)


async def _read_answer(reader: asyncio.StreamReader) -> Answer:
    """Read the answer. Raises EOFError if the renderer has ended, TimeoutError if it is overloaded."""
    async with asyncio.timeout(PATIENCE):
        line = await reader.readline()
        if not line:
            raise EOFError
        status, headers, sizes, seconds, made = json.loads(line)
        body, smaller = [await reader.readexactly(size) for size in sizes]
    return Answer(status, _as_bytes(headers), body, smaller or None, seconds, made)


def _as_text(headers: Headers) -> list[tuple[str, str]]:
    return [(name.decode("latin1"), value.decode("latin1")) for name, value in headers]


def _as_bytes(headers: list[list[str]]) -> Headers:
    return [(name.encode("latin1"), value.encode("latin1")) for name, value in headers]
