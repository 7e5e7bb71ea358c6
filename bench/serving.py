"""Requests a second through the server over loopback: one server process, one client process.

The page is about 8 KB and costs Django one query. The client learns the length of a response from the first one and
then only counts bytes, so its own speed is not what is measured.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import uvloop
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
CONNECTIONS = 32
SECONDS = 2.0
PAGE = "/t/bench/page"
ROWS = {
    "from memory": "",
    "from memory, gzip": "Accept-Encoding: gzip\r\n",
    "304, nothing changed": "If-None-Match: {etag}\r\n",
    "through Django": "Authorization: none\r\n",  # anonymous to Django, personal to the server's cache
}


class Client(asyncio.Protocol):
    """Sends a request, reads one response of known length, and repeats."""

    def __init__(self, request: bytes, length: int) -> None:
        self.request, self.length = request, length
        self.received = self.answered = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        if self.received >= self.length:
            self.received -= self.length
            self.answered += 1
            self.transport.write(self.request)


def run() -> None:
    table = Table("answer", "requests a second", "server CPU each, µs", "bytes")
    with running() as (port, pid):
        for name, extra in ROWS.items():
            table.add_row(name, *uvloop.run(_measure(port, pid, extra)))
    Console().print(table)


async def _measure(port: int, pid: int, extra: str) -> tuple[str, str, str]:
    etag = re.search(rb"etag: ([^\r]+)", await _ask(port, _request("")))
    request = _request(extra.format(etag=etag[1].decode() if etag else ""))
    length = len(await _ask(port, request))
    started, spent = time.perf_counter(), _cpu_seconds(pid)
    answered = await _answered(port, request, length)
    rate = answered / (time.perf_counter() - started)
    return f"{rate:,.0f}", f"{(_cpu_seconds(pid) - spent) / answered * 1e6:,.0f}", f"{length:,}"


def _cpu_seconds(pid: int) -> float:
    """Return the processor time so far (Linux; elsewhere unknown, shown as 0)."""
    stat = Path(f"/proc/{pid}/stat")
    fields = stat.read_text().rpartition(")")[2].split() if stat.exists() else ["0"] * 13
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _answered(port: int, request: bytes, length: int) -> int:
    loop = asyncio.get_running_loop()
    made = [
        await loop.create_connection(lambda: Client(request, length), "127.0.0.1", port)
        for _ in range(CONNECTIONS)
    ]
    await asyncio.sleep(SECONDS)
    for transport, _ in made:
        transport.abort()
    return sum(client.answered for _, client in made)


def _request(extra: str) -> bytes:
    return f"GET {PAGE} HTTP/1.1\r\nHost: 127.0.0.1\r\n{extra}\r\n".encode()


async def _ask(port: int, request: bytes) -> bytes:
    """Return one whole response, headers included."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head)
    body = await reader.readexactly(int(length[1])) if length else b""
    writer.close()
    return head + body


@contextmanager
def running() -> Iterator[tuple[int, int]]:
    """Run the real server with the small site of its tests."""
    with tempfile.TemporaryDirectory() as data:
        env = {k: v for k, v in os.environ.items() if not k.startswith("CROSSTABLE_")}
        env |= {"PYTHONPATH": str(ROOT / "tests"), "DJANGO_SETTINGS_MODULE": "live_site.settings"}
        command = [sys.executable, "-m", "crosstable", "serve", "--port", "0", "--data", data]
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"http://127.0.0.1:(\d+)", process.stdout.readline())
            assert found, "the server did not start"
            uvloop.run(
                _ask(int(found[1]), b"POST /make/bench/in-progress HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            )
            yield int(found[1]), process.pid
        finally:
            process.terminate()
            process.wait()
