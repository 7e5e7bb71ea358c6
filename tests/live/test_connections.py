"""Connections within bounds, over real sockets: uvicorn with our connections around an application of one line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import uvicorn

from crosstable.live import connections
from crosstable.live.asgi import answer_text
from crosstable.live.connections import MOST_HEAD, bounded_connections

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]
ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def hello(scope, receive, send) -> None:
    await answer_text(send, 200, f"hello {len(scope['headers'])}")


@asynccontextmanager
async def serving(most: int, application=hello):
    kind = bounded_connections(most)
    config = uvicorn.Config(
        application, port=0, http=kind, lifespan="off", log_config=None, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1], kind
    server.should_exit = True
    await task


def visit(story: Callable[..., Awaitable[object]], most: int = 100, **kwargs: object) -> object:
    async def run() -> object:
        async with serving(most, **kwargs) as (port, kind), asyncio.timeout(20):
            return await story(port, kind)

    return asyncio.run(run())


async def connect(port: int, request: bytes = b"") -> Stream:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    await writer.drain()
    return reader, writer


async def status(stream: Stream) -> bytes:
    """The number of the answer; empty when the connection was closed without one."""
    try:
        line = await stream[0].readline()
    except ConnectionError:
        return b""
    return line[9:12]


async def answered(port: int, raw_request: bytes) -> bytes:
    return await status(await connect(port, raw_request))


LONG = b"x" * MOST_HEAD


@pytest.mark.parametrize(
    "raw_request",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + LONG + b"\r\n\r\n",
        b"GET /" + LONG + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Endless: " + LONG * 4,
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * (MOST_HEAD // 6) + b"\r\n",
    ],
    ids=["a long header", "a long address", "a header without end", "many headers"],
)
def test_a_head_of_more_than_16_kb_is_refused(raw_request):
    async def refused(port, kind):
        return await answered(port, raw_request)

    assert visit(refused) == b"431"


def test_a_long_head_behind_a_request_under_way_ends_the_connection_after_its_answer():
    async def answers(port, kind):
        reader, _ = await connect(port, ASK + b"GET / HTTP/1.1\r\nCookie: " + LONG)
        return [line[9:12] async for line in reader if line.startswith(b"HTTP/")]

    assert visit(answers) == [b"200"]


def test_a_head_of_almost_16_kb_is_taken_and_so_is_the_next_one():
    raw_request = b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"x" * (MOST_HEAD - 200) + b"\r\n\r\n"

    async def both(port, kind):
        stream = await connect(port, raw_request)
        first = await status(stream)
        await stream[0].readuntil(b"hello 2")
        stream[1].write(raw_request)
        return first, await status(stream)

    assert visit(both) == (b"200", b"200")


def test_one_who_sends_3_mb_of_header_reads_the_refusal():
    async def refused(port, kind):
        return await answered(port, b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 3_000_000)

    assert visit(refused) == b"431"


@pytest.mark.parametrize("method", [b"FOO", b"get", b"PUTT"])
def test_a_method_that_does_not_exist_is_a_501_for_programs_a_problem_document(method):
    async def ask(port, kind, path: bytes) -> tuple[bytes, list[bytes], str]:
        reader, _ = await connect(port, method + b" " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        length = next(int(line.split()[1]) for line in head if line.startswith(b"content-length"))
        return head[0], head[1:2], (await reader.readexactly(length)).decode()

    async def both(port, kind):
        return await ask(port, kind, b"/standings"), await ask(port, kind, b"/api/tournaments?limit=2")

    (line, kind, words), (api_line, api_kind, document) = visit(both)
    sentence = "The method is unknown. The methods are GET, HEAD, POST, PUT, PATCH and DELETE, in capitals."
    assert line == api_line == b"HTTP/1.1 501 Not Implemented"
    assert (kind, words) == ([b"content-type: text/plain; charset=utf-8"], f"{sentence}\n")
    assert api_kind == [b"content-type: application/problem+json"]
    assert json.loads(document) == {
        "type": "/api/docs#problem-unknown-method",
        "title": "Not Implemented",
        "status": 501,
        "detail": sentence,
        "code": "unknown-method",
    }


@pytest.mark.parametrize(
    "raw_request", [b"\x16\x03\x01 hello", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nodd line\r\n\r\n"]
)
def test_what_is_no_request_is_a_400(raw_request):
    async def refused(port, kind):
        return await answered(port, raw_request)

    assert visit(refused) == b"400"


def test_a_head_sent_by_halves_and_a_silent_connection_are_closed(monkeypatch):
    monkeypatch.setattr(connections, "HEAD_PATIENCE", 0.2)

    async def ends(port, kind):
        half, silent = await connect(port, b"GET / HTTP/1.1\r\nHost: loc"), await connect(port)
        return await status(half), await status(silent)

    assert visit(ends) == (b"408", b"")


def test_the_second_head_of_a_connection_has_its_deadline_too(monkeypatch):
    monkeypatch.setattr(connections, "HEAD_PATIENCE", 0.2)

    async def end(port, kind):
        stream = await connect(port, ASK)
        await stream[0].readuntil(b"hello 1")
        stream[1].write(b"GET / HT")
        return await status(stream)

    assert visit(end) == b"408"


def test_empty_lines_do_not_keep_a_connection(monkeypatch):
    monkeypatch.setattr(connections, "HEAD_PATIENCE", 0.2)

    async def end(port, kind):
        stream = await connect(port, ASK)
        await stream[0].readuntil(b"hello 1")
        while kind.share:
            stream[1].write(b"\r\n")
            await asyncio.sleep(0.02)
        return await status(stream)

    assert visit(end) == b""


def test_a_body_and_the_next_head_may_come_in_one_piece():
    post = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n" + b"x" * 60_000

    async def both(port, kind):
        stream = await connect(port, post + ASK[:20])
        first = await status(stream)
        await stream[0].readuntil(b"hello 2")
        stream[1].write(ASK[20:])
        return first, await status(stream)

    assert visit(both) == (b"200", b"200")


async def after_the_body(scope, receive, send) -> None:
    """Reads to the end, and then says which headers the request has."""
    while (await receive()).get("more_body"):
        pass
    await answer_text(send, 200, b" ".join(name for name, _ in scope["headers"]).decode())


IN_CHUNKS = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"


@pytest.mark.parametrize(
    "more",
    [b"0\r\nX-Endless: ", b"0\r\n" + b"a: b\r\n" * MOST_HEAD, b"5;endless="],
    ids=["a header behind the body", "many of them", "words beside the size of a chunk"],
)
def test_no_one_says_more_than_16_kb_between_bodies_and_heads(more):
    async def end(port, kind):
        stream = await connect(port, IN_CHUNKS)
        stream[1].write(more)
        while kind.share:
            stream[1].write(b"x" * 1000)
            await asyncio.sleep(0)
        return await status(stream)

    assert visit(end, application=after_the_body) == b""


def test_headers_behind_a_body_are_none_of_the_request():
    request = IN_CHUNKS + b"0\r\nX-Forwarded-For: 192.0.2.1\r\nAuthorization: Bearer x\r\n\r\n"

    async def headers(port, kind):
        reader, writer = await connect(port, request)
        writer.write_eof()
        return (await reader.read()).partition(b"\r\n\r\n")[2]

    assert visit(headers, application=after_the_body) == b"host transfer-encoding"


def test_a_long_body_in_small_chunks_is_taken():
    async def taken(port, kind):
        stream = await connect(port, IN_CHUNKS)
        for _ in range(MOST_HEAD // 5):
            stream[1].write(b"1\r\nx\r\n")
            await stream[1].drain()
        stream[1].write(b"0\r\n\r\n")
        return await status(stream)

    assert visit(taken, application=after_the_body) == b"200"


def test_an_answer_no_one_reads_is_given_up(monkeypatch):
    monkeypatch.setattr(connections, "READ_PATIENCE", 0.2)

    async def much(scope, receive, send):
        await answer_text(send, 200, "x" * 30_000_000)

    async def forgotten(port, kind):
        await connect(port, ASK)
        while not kind.share:
            await asyncio.sleep(0.01)
        while kind.share:
            await asyncio.sleep(0.01)
        return True

    assert visit(forgotten, application=much) is True


def test_connections_that_ask_for_nothing_make_room_for_one_that_does():
    async def still_answered(port, kind):
        held = [await connect(port, b"GET / HT") for _ in range(60)]
        answers = [await answered(port, ASK) for _ in range(5)]
        return answers, len(kind.share) <= 20, len(held)

    assert visit(still_answered, most=20) == ([b"200"] * 5, True, 60)


def test_when_every_connection_is_busy_the_next_is_told_so_and_a_whole_hall_was_let_in():
    async def for_ever(scope, receive, send):
        await asyncio.Event().wait()

    async def fill_hall(port, kind):
        hall = [await connect(port, ASK) for _ in range(20)]
        while kind.idle or len(kind.share) < 20:
            await asyncio.sleep(0.01)
        last = await answered(port, ASK)
        for _, writer in hall:
            writer.transport.abort()
        return last, len(hall)

    assert visit(fill_hall, most=20, application=for_ever) == (b"503", 20)
