"""The rush after a publication: `python -m bench rush`, or `FORMAT=pools` (knockout, teams) `python -m bench rush`. As
many server processes as cores, one of clients, over loopback.

An event of 1,000 players; 2,000 open pages follow it. A round is published, and within one second 1,000 phones fetch
their own page. Then the round is started and 500 players report within ten seconds. Before that everything is measured
alone, so the table has a ratio to compare other computers by.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode

import uvloop
from rich.console import Console
from rich.table import Table

from bench.load import allow_many_connections, serving
from bench.load_clients import HOST, Connection, OpenPage, Organiser, phone
from bench.serving import Client

PLAYERS, PAGES, WITHIN, REPORTING = 1000, 2000, 1.0, 10.0
ALONE = 30
TOKEN = "b" * 32
PUBLIC = (
    "/",
    "/leaderboard",
    "/clubs",
    "/players/1",
    "/t/bench",
    "/t/bench/standings",
)


def run() -> None:
    allow_many_connections()
    with serving(PLAYERS) as (port, pid, event):
        figures = uvloop.run(_measure(port, pid, event))
        figures["stored"] = _stored_claims(Path(event["data"]))
        figures["memory"] = max(figures["memory"], memory_of(pid))
    _print(figures)


async def _measure(port: int, pid: int, event: dict[str, Any]) -> dict[str, Any]:
    organiser, api = Organiser(port, event["token"]), f"/api/tournaments/{event['tournament']}"
    publish, start, before_it, after_it = event["steps"]
    played = [f"/t/bench/{before_it}"] if before_it.startswith("rounds/") else []
    figures: dict[str, Any] = {"rates": [await _rate(port, path) for path in (*PUBLIC, *played)]}
    pages = [OpenPage(port, path, "/t/bench/stream") for path in _addresses(before_it, after_it)]
    for first in range(0, PAGES, 50):
        await asyncio.gather(*(page.open() for page in pages[first : first + 50]))
    figures["phones alone"] = [await phone(port, "/t/bench/me", s) for s in event["sessions"][:ALONE]]
    started, before = time.perf_counter(), pages[0].shown
    await organiser.post(f"{api}/{publish}")
    published = time.perf_counter()
    phones = _spread([_phone(port, session) for session in event["sessions"]], WITHIN)
    asked = asyncio.gather(*phones)
    await _until(lambda: all(page.shown > before for page in pages), 120)
    figures["pages"] = [page.updated[before + 1] - started for page in pages]
    ended = await asyncio.wait_for(asked, 120)
    figures["phones"] = [end - begin for begin, end in ended]
    figures["all phones"] = max(end for _, end in ended) - published
    figures["memory"] = memory_of(pid)
    await organiser.post(f"{api}/{start}")
    event["reporters"] = event["reporters"] or _reporters_of_bracket(event)
    figures |= await _reports(port, event, pages)
    await asyncio.sleep(3)  # the last notice, and the pages that follow it
    last = max(page.heard for page in pages)
    await _until(lambda: all(page.shown >= last for page in pages), 60)
    for page in pages:
        page.close()
    await _until_calm(pid)
    figures["cost"] = await _cost_of_own_page(port, pid, event["sessions"])
    figures["report cost"] = await _cost_of_report(port, pid, event)
    return figures


async def _reports(port: int, event: dict[str, Any], pages: list[OpenPage]) -> dict[str, Any]:
    """Send a few reports alone, while the open pages fetch nothing; the others within ten seconds."""
    alone, reporters = [], event["reporters"]
    for match, session in reporters[:ALONE]:
        alone.append(await _report(port, event, match, session))
        await asyncio.sleep(0.1)
    few = [_report(port, event, match, session) for match, session in reporters[ALONE:]]
    fetched = sum(page.fetched for page in pages)
    took = await asyncio.gather(*_spread(few, REPORTING))
    return {
        "reports alone": alone,
        "reports": took,
        "sent": len(reporters),
        "fetched": sum(page.fetched for page in pages) - fetched,
    }


async def _report(port: int, event: dict[str, Any], match: int, session: str, points: int = 60) -> float:
    """Report as the script of a player's page does; a token is valid if it equals the cookie's."""
    mine, theirs, board = event["report"]
    fields = {mine: points, theirs: 40, "key": f"key-{match}-{points}", "csrfmiddlewaretoken": TOKEN}
    if board:
        fields[board] = 1
    body = urlencode(fields).encode()
    head = (
        f"POST /t/bench/me/matches/{match}/report HTTP/1.1\r\n{HOST.decode()}"
        f"Cookie: sessionid={session}; csrftoken={TOKEN}\r\nAccept: application/json\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    connection, started = Connection(port), time.perf_counter()
    status, answer = await connection.ask(head.encode() + body)
    connection.close()
    assert status == 200, (status, answer)
    return time.perf_counter() - started


async def _phone(port: int, session: str) -> tuple[float, float]:
    started = time.perf_counter()
    return started, started + await phone(port, "/t/bench/me", session)


def _spread(tasks: list[Coroutine[Any, Any, Any]], window: float) -> list[Coroutine[Any, Any, Any]]:
    chance = Random(1)

    async def later(task: Coroutine[Any, Any, Any], seconds: float) -> Any:
        await asyncio.sleep(seconds)
        return await task

    return [later(task, chance.uniform(0, window)) for task in tasks]


async def _cost_of_own_page(port: int, pid: int, sessions: list[str]) -> float:
    """Return the server's core-milliseconds for a page not requested since the last change."""
    for session in sessions[:20]:
        await phone(port, "/t/bench/me", session)
    before = cpu_seconds(pid)
    for session in sessions[20:320]:
        await phone(port, "/t/bench/me", session)
    return (cpu_seconds(pid) - before) / 300 * 1000


async def _until_calm(pid: int) -> None:
    """Wait for the work after a publication (emergency printouts, a backup), which is no part of a page."""
    for _ in range(60):
        before = cpu_seconds(pid)
        await asyncio.sleep(1)
        if cpu_seconds(pid) - before < 0.05:
            return


async def _cost_of_report(port: int, pid: int, event: dict[str, Any]) -> float:
    """Return the same for a report that differs from the last, including the notification."""
    before, few = cpu_seconds(pid), event["reporters"][:100]
    for match, session in few:
        await _report(port, event, match, session, points=61)
    await asyncio.sleep(1.5)
    return (cpu_seconds(pid) - before) / len(few) * 1000


async def _rate(port: int, path: str) -> tuple[str, float, float]:
    """Return how many cached public pages a second are served, with eight connections."""
    request = f"GET {path} HTTP/1.1\r\n".encode() + HOST + b"Accept-Encoding: gzip\r\n\r\n"
    connection = Connection(port)
    for _ in range(20):  # every process has rendered it
        assert (await connection.ask(request))[0] == 200
        connection.close()
        connection = Connection(port)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = len(head) + int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
    writer.close()
    loop, started = asyncio.get_running_loop(), time.perf_counter()
    made = [
        await loop.create_connection(lambda: Client(request, length), "127.0.0.1", port) for _ in range(8)
    ]
    await asyncio.sleep(1.0)
    for transport, _ in made:
        transport.abort()
    return path, sum(client.answered for _, client in made) / (time.perf_counter() - started), length


def _addresses(before: str, after: str) -> list[str]:
    usual = [before] + [after] * 4 + ["standings"] * 4 + [""]
    return [f"/t/bench/{usual[n % len(usual)]}".rstrip("/") for n in range(PAGES)]


async def _until(done: Any, seconds: float) -> None:
    deadline = time.perf_counter() + seconds
    while not done():
        assert time.perf_counter() < deadline, "the pages did not follow"
        await asyncio.sleep(0.02)


def processes_of(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def memory_of(pid: int) -> float:
    """Return megabytes: each process's own, and its part of what they share (PSS)."""
    lines = [
        line
        for process in processes_of(pid)
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        if line.startswith("Pss:")
    ]
    return sum(int(line.split()[1]) for line in lines) / 1024


def cpu_seconds(pid: int) -> float:
    fields = [
        Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split() for process in processes_of(pid)
    ]
    return sum(int(field[11]) + int(field[12]) for field in fields) / os.sysconf("SC_CLK_TCK")


def _stored_claims(data: Path) -> int:
    with closing(sqlite3.connect(data / "crosstable.sqlite3")) as database:
        return int(database.execute("SELECT COUNT(*) FROM events_claim").fetchone()[0])


def _reporters_of_bracket(event: dict[str, Any]) -> list[tuple[int, str]]:
    """Return each match with the session of its first player. A bracket has matches once it is published."""
    query = """SELECT events_match.id, accounts_player.user_id FROM events_match
        JOIN events_entry ON events_entry.id = first_id JOIN accounts_player ON accounts_player.id = player_id
        WHERE second_id IS NOT NULL"""
    with closing(sqlite3.connect(Path(event["data"]) / "crosstable.sqlite3")) as database:
        rows = database.execute(query).fetchall()
    return [(match, event["session_of"][str(user)]) for match, user in rows]


def _print(figures: dict[str, Any]) -> None:
    table = Table("what", "half", "99 of 100", "last", "alone, half", "ratio", "wanted", "met")
    phones, reports = figures["phones"], figures["reports"]
    alone = {"phones": median(figures["phones alone"]), "reports": median(figures["reports alone"])}
    table.add_row(
        "1,000 own pages within 1 s of a publish",
        *_ms(phones),
        f"{alone['phones'] * 1000:,.0f} ms",
        f"{median(phones) / alone['phones']:.0f}",
        f"all in 3 s: {figures['all phones']:.1f} s",
        _yes(figures["all phones"] < 3),
    )
    p99 = quantiles(reports, n=100)[98]
    table.add_row(
        f"{len(reports)} reports within 10 s",
        *_ms(reports),
        f"{alone['reports'] * 1000:,.0f} ms",
        f"{median(reports) / alone['reports']:.1f}",
        "99 of 100 under 300 ms",
        _yes(p99 < 0.3),
    )
    table.add_row(
        "2,000 open pages updated", *_ms(figures["pages"]), "", "", "5 s", _yes(max(figures["pages"]) < 5)
    )
    Console(width=160).print(table)
    lost = figures["sent"] - figures["stored"]
    Console().print(
        f"Reports lost: {lost} of {figures['sent']}. Pages fetched meanwhile: {figures['fetched']:,}."
    )
    Console().print(
        f"Memory of all processes {figures['memory']:.0f} MB (under 600: {_yes(figures['memory'] < 600)})."
    )
    Console().print(f"One's own page costs {figures['cost']:.1f} core-milliseconds.")
    Console().print(f"A report costs {figures['report cost']:.1f} core-milliseconds, the opponent told.")
    rates = Table("public page from memory", "a second", "bytes", "5,000 met")
    for path, rate, length in figures["rates"]:
        rates.add_row(path, f"{rate:,.0f}", f"{length:,}", _yes(rate >= 5000))
    Console().print(rates)


def _ms(values: list[float]) -> list[str]:
    shown = (median(values), quantiles(values, n=100)[98], max(values))
    return [f"{value * 1000:,.0f} ms" for value in shown]


def _yes(met: bool) -> str:
    return "yes" if met else "NO"
