"""Minimal browsers for the load benchmark: open pages that follow an event, phones, an organiser.

Raw sockets: a page is a stream and a second connection, as in a browser.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from dataclasses import dataclass, field
from typing import Any

HOST = b"Host: 127.0.0.1\r\n"
# Our pages wait up to this many seconds before they fetch, so that a hall does not send all requests together.
SPREAD = 0.4
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


class Connection:
    """A connection kept open between requests, as in browsers."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        try:
            return await self._ask(request)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server closes a connection idle for five seconds; browsers retry, too.
            self.close()
            self.streams = None
            return await self._ask(request)

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        reader, writer = self.streams
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        found = LENGTH.search(head)
        body = await reader.readexactly(int(found[1])) if found else b""
        return int(head[9:12]), body

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()


@dataclass
class OpenPage:
    """An open page: it receives every revision and fetches itself again, one fetch at a time."""

    port: int
    path: str
    stream: str
    shown: int = 0
    heard: int = 0
    # Revision → when this page showed it or a later one.
    updated: dict[int, float] = field(default_factory=dict)
    fetched: int = 0

    @property
    def request(self) -> bytes:
        wanted = b"Accept-Encoding: gzip\r\nX-Live: 1\r\n\r\n"
        return f"GET {self.path} HTTP/1.1\r\n".encode() + HOST + wanted

    async def open(self) -> None:
        self.connection = Connection(self.port)
        reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(f"GET {self.stream} HTTP/1.1\r\n".encode() + HOST + b"\r\n")
        self.shown = self.heard = await _revision(reader)
        self.following = asyncio.create_task(self._follow(reader))

    async def _follow(self, reader: asyncio.StreamReader) -> None:
        self.news = asyncio.Event()
        fetching = asyncio.create_task(self._fetch_for_ever())
        try:
            while True:
                self.heard = await _revision(reader)
                self.news.set()
        finally:
            fetching.cancel()

    async def _fetch_for_ever(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            await asyncio.sleep(random.uniform(0, SPREAD))
            wanted = self.heard
            status, _ = await self.connection.ask(self.request)
            assert status == 200, (self.path, status)
            self.fetched += 1
            now = time.perf_counter()
            for revision in range(self.shown + 1, wanted + 1):
                self.updated[revision] = now
            self.shown = max(self.shown, wanted)

    def close(self) -> None:
        self.following.cancel()
        self.writer.close()
        self.connection.close()


async def _revision(reader: asyncio.StreamReader) -> int:
    while not (await reader.readline()).startswith(b"event: revision"):
        pass
    return int((await reader.readline()).removeprefix(b"data: "))


async def phone(port: int, path: str, session: str) -> float:
    """Fetch one player's own page, from opening the connection to its last byte."""
    connection, started = Connection(port), time.perf_counter()
    cookie = f"Cookie: sessionid={session}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    status, body = await connection.ask(f"GET {path} HTTP/1.1\r\n".encode() + HOST + cookie)
    connection.close()
    assert status == 200 and b'id="live"' in body, status
    return time.perf_counter() - started


class Organiser:
    """Runs the event over the API."""

    def __init__(self, port: int, token: str) -> None:
        self.connection, self.token = Connection(port), token

    async def post(self, path: str, body: dict[str, Any] | None = None) -> float:
        sent = json.dumps(body).encode() if body is not None else b""
        head = (
            f"POST {path} HTTP/1.1\r\nAuthorization: Bearer {self.token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
        )
        started = time.perf_counter()
        status, answer = await self.connection.ask(
            head.replace("\r\n", f"\r\n{HOST.decode()}", 1).encode() + sent
        )
        assert status < 300, answer
        return time.perf_counter() - started
