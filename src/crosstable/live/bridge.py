"""Django behind the server: WSGI (PEP 3333) in a pool of threads, and which of its answers can be cached.

The body of a request is read completely before a thread is taken, and the thread is free before the answer is sent, so
a phone on a slow network blocks no one. When all threads are busy, clients are served in turn (gate.py). Django marks a
public page with `X-Crosstable-Revision: <tournament id>:<revision>`; this header is not sent to visitors.
"""

import asyncio
import io
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import quote_from_bytes

from crosstable.events.load_monitor import load_monitor
from crosstable.languages import speaking
from crosstable.live.asgi import Headers, Receive, Scope, Send, answer, refusal_body
from crosstable.live.bodies import MOST, Bodies, BodyTooBig, BodyTooSlow, Gone
from crosstable.live.cache import Page, Stamp, compressed, make_page
from crosstable.live.gate import Busy, Gate
from crosstable.live.visitors import IN_KEY, language_of
from crosstable.live.who import asker
from crosstable.log import request_id
from crosstable.text import Text, tr

PRINTABLE = "".join(map(chr, range(33, 127)))
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def make_environ(scope: Scope, body: Any = None, size: int | None = None) -> dict[str, Any]:
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin1"),
        "QUERY_STRING": _ascii(scope["query_string"]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": client[0],
        "crosstable.request": scope.get("crosstable.request", ""),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body or io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    _add_headers(environ, scope["headers"])
    if size is not None:
        environ["CONTENT_LENGTH"] = str(size)
    return environ


def _ascii(query: bytes) -> str:
    return query.decode() if query.isascii() else quote_from_bytes(query, safe=PRINTABLE)


def _add_headers(environ: dict[str, Any], headers: Headers) -> None:
    """Add the headers as WSGI variables.

    Names with underscores are dropped: WSGI cannot tell `X_Forwarded_Proto` from `X-Forwarded-Proto`. The announced
    content length is dropped too: the length of the received body counts.
    """
    for raw, value in headers:
        if b"_" in raw or raw == b"content-length":
            continue
        name = raw.decode("latin1").upper().replace("-", "_")
        name = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        text = value.decode("latin1")
        environ[name] = f"{environ[name]},{text}" if name in environ else text


@dataclass(slots=True)
class Answer:
    status: int = 500
    headers: Headers = field(default_factory=list)
    body: bytes = b""
    # Of a public page: its gzip, the seconds it took to render, and when that was.
    compressed_body: bytes | None = None
    seconds: float = 0.0
    made_at: float = 0.0


def call(application: Application, environ: dict[str, Any]) -> Answer:
    """Return the complete answer, so the thread is free before the first byte is sent to a slow phone."""
    answer = Answer()
    request_id.set(environ.get("crosstable.request", ""))

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
        answer.status = int(status[:3])
        answer.headers = [
            (n.strip().encode("latin1").lower(), v.strip().encode("latin1")) for n, v in headers
        ]

    chunks = application(environ, start_response)
    try:
        answer.body = b"".join(chunks)
    finally:
        getattr(chunks, "close", lambda: None)()
    return answer


REVISION = b"x-crosstable-revision"
# Never part of a public page, or set again for each way of sending it.
REPLACED = {
    REVISION,
    b"content-length",
    b"etag",
    b"last-modified",
    b"cache-control",
    b"vary",
    b"date",
    b"server",
}


def render(application: Application, environ: dict[str, Any]) -> Answer:
    """Call Django, in a thread, and compress the answer if it is public."""
    started = time.monotonic()
    answer = call(application, environ)
    if stamp_of(answer) is not None:
        answer.compressed_body = compressed(answer.body, answer.headers)
    answer.made_at = time.monotonic()
    answer.seconds = answer.made_at - started
    return answer


def stamp_of(answer: Answer) -> Stamp | None:
    """Return the revision of the answer if it may be cached for all visitors."""
    values = dict(answer.headers)
    if answer.status != 200 or REVISION not in values or b"content-encoding" in values:
        return None
    if (
        b"set-cookie" in values
        or b"private" in values.get(b"cache-control", b"")
        or b"no-store" in values.get(b"cache-control", b"")
        or not _vary(answer.headers) <= IN_KEY
    ):
        return None
    return _parsed(values[REVISION])


def without_header(header: bytes, headers: Headers) -> Headers:
    return [(name, value) for name, value in headers if name != header]


def public_page(answer: Answer, stamp: Stamp) -> Page:
    """Build a public page.

    Browsers may store it but revalidate each time, and get a 304 if it is unchanged.
    """
    unchanged = [(name, value) for name, value in answer.headers if name not in REPLACED]
    vary = b", ".join(sorted(_vary(answer.headers) | {b"accept-encoding", b"cookie"}))
    headers = [*unchanged, (b"cache-control", b"no-cache"), (b"vary", vary)]
    return make_page(answer.body, headers, f"{stamp.tournament_id}-{stamp.revision}", answer.compressed_body)


def _parsed(value: bytes) -> Stamp | None:
    tournament_id, _, revision = value.partition(b":")
    return (
        Stamp(int(tournament_id), int(revision)) if tournament_id.isdigit() and revision.isdigit() else None
    )


def _vary(headers: Headers) -> set[bytes]:
    names = b",".join(value for name, value in headers if name == b"vary")
    return {name.strip().lower() for name in names.split(b",") if name.strip()}


MOST_WAITING = 2000
TOO_BIG = tr("The request is too large. The limit is {megabytes} MB.", megabytes=MOST // 1_000_000)
TOO_SLOW = tr("The request did not arrive in time. Nothing was saved. Send it again.")
BUSY = tr("The server is busy. Nothing was saved. Try again in a moment.")
Call = Callable[[Application, dict[str, Any]], Answer]


class Django:
    def __init__(self, threads: int) -> None:
        from crosstable.wsgi import application

        self._application = cast(Application, application)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="Django")
        self._gate = Gate(threads, MOST_WAITING, reserved=threads // 4)
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
        """Answer a request without a body, compressed if the page is public. Raises Busy."""
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
            load_monitor.note_answer(loop.time() - asked)


async def refuse(scope: Scope, send: Send, status: int, code: str, sentence: Text) -> None:
    """Send a refusal as text or as a problem document, in the visitor's language, and close the connection."""
    with speaking(language_of(scope)):
        kind, body = refusal_body(scope["path"], status, code, str(sentence))
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    headers += [(b"cache-control", b"no-store"), (b"connection", b"close")]
    await answer(send, status, headers + ([(b"retry-after", b"2")] if status == 503 else []), body)
