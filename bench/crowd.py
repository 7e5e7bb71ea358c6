"""A round is published in a full hall: every phone holds a stream and fetches the page immediately.

It shows the time from the organiser's request until the last phone has the new page, over loopback.
"""

from __future__ import annotations

import asyncio
import time

import uvloop
from rich.console import Console
from rich.table import Table

from bench.serving import PAGE, running

STREAM = b"GET /t/bench/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
ASK = f"GET {PAGE} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n%sConnection: close\r\n\r\n"
PUBLISH = b"POST /change/bench HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]
CROWDS = (100, 400, 800)


def run() -> None:
    table = Table("phones", "page from", "half have it, ms", "all have it, ms")
    with running() as (port, _):
        for phones in CROWDS:
            for extra in ("", "Authorization: none\r\n"):
                took = sorted(uvloop.run(_publish(port, phones, (ASK % extra).encode())))
                half, last = (f"{seconds * 1000:,.0f}" for seconds in (took[phones // 2], took[-1]))
                table.add_row(str(phones), "Django" if extra else "memory", half, last)
    Console().print(table)


async def _publish(port: int, phones: int, request: bytes) -> list[float]:
    streams = await asyncio.gather(*(_listen(port) for _ in range(phones)))
    started = time.perf_counter()
    waiting = [asyncio.create_task(_refreshed(port, stream, request)) for stream in streams]
    await _exchange(port, PUBLISH)
    return [when - started for when in await asyncio.gather(*waiting)]


async def _listen(port: int) -> Stream:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(STREAM)
    await _next_event(reader)
    return reader, writer


async def _refreshed(port: int, stream: Stream, request: bytes) -> float:
    reader, writer = stream
    await _next_event(reader)
    response = await _exchange(port, request)
    assert response.startswith(b"HTTP/1.1 200")
    writer.close()
    return time.perf_counter()


async def _next_event(reader: asyncio.StreamReader) -> None:
    while await reader.readline() != b"event: revision\n":
        pass


async def _exchange(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    response = await reader.read()
    writer.close()
    return response
