"""A round is published in a full hall, over loopback: `python -m bench load`. One server process, one of clients.

1,000 open pages follow the event, ten of them displays; each is a stream and a fetch after each event of the stream. In
the thirty seconds after the publication 400 players, signed in, open their own page, which cannot be cached for others.
During that time the organiser starts the round and saves forty results a minute, twice the rush of a real hall, and
each of them wakes every open page.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import uvloop
from rich.console import Console
from rich.table import Table

from bench.load_clients import OpenPage, Organiser, phone

PAGES, WINDOW, SAVES_APART = 1000, 30.0, 1.5
TARGETS = {"pages": 5.0, "phones": 0.5, "saving": 0.1, "memory": 500.0}


def run() -> None:
    allow_many_connections()
    with serving() as (port, pid, event):
        figures = uvloop.run(_measure(port, event))
        figures["memory"] = _peak_memory(pid)
    _print(figures)


async def _measure(port: int, event: dict[str, Any]) -> dict[str, Any]:
    pages = [OpenPage(port, path, "/t/bench/stream") for path in _addresses(event["screen"])]
    for start in range(0, PAGES, 50):
        await asyncio.gather(*(page.open() for page in pages[start : start + 50]))
    await _warm_up(pages, event["sessions"])
    organiser, api = Organiser(port, event["token"]), f"/api/tournaments/{event['tournament']}"
    started, before = time.perf_counter(), pages[0].shown
    await organiser.post(f"{api}/rounds/4/publish")
    phones = [asyncio.create_task(task) for task in _phones(port, event["sessions"], WINDOW)]
    await _until(lambda: all(page.shown > before for page in pages), 60)
    updated = sorted(page.updated[before + 1] - started for page in pages)
    await organiser.post(f"{api}/rounds/4/start")
    saving = await _save_results(organiser, api, event["matches"], started + WINDOW)
    opened = await asyncio.gather(*phones)
    last = max(page.heard for page in pages)
    await _until(lambda: all(page.shown >= last for page in pages), 60)
    fetched = sum(page.fetched for page in pages)
    rush = await asyncio.gather(*_phones(port, event["sessions"], 0.4))
    for page in pages:
        page.close()
    return {"pages": updated, "phones": opened, "saving": saving, "rush": rush, "fetched": fetched}


async def _warm_up(pages: list[OpenPage], sessions: list[str]) -> None:
    """Warm up: render each kind of page, as before a fourth round, and connect every open page."""
    for page in {page.path: page for page in pages}.values():
        await page.connection.ask(page.request)
    for session in sessions[:16]:
        await phone(pages[0].port, "/t/bench/me", session)


def _addresses(screen: str) -> list[str]:
    """Return the addresses: mostly pairings or standings, and ten displays that rotate through everything."""
    usual = ["/t/bench/rounds/4"] * 5 + ["/t/bench/standings"] * 4 + ["/t/bench"]
    usual[0] = "/t/bench/rounds/3"
    return [f"/b/{screen}" if n < 10 else usual[n % len(usual)] for n in range(PAGES)]


def _phones(port: int, sessions: list[str], window: float) -> list[Any]:
    chance = Random(1)

    async def later(session: str, seconds: float) -> float:
        await asyncio.sleep(seconds)
        return await phone(port, "/t/bench/me", session)

    return [later(session, chance.uniform(0, window)) for session in sessions]


async def _save_results(organiser: Organiser, api: str, matches: list[int], until: float) -> list[float]:
    took: list[float] = []
    for match in matches:
        if time.perf_counter() > until:
            break
        took.append(
            await organiser.post(f"{api}/matches/{match}/override", {"player1VP": 60, "player2VP": 40})
        )
        await asyncio.sleep(max(0.0, SAVES_APART - took[-1]))
    return took


async def _until(done: Any, seconds: float) -> None:
    deadline = time.perf_counter() + seconds
    while not done():
        assert time.perf_counter() < deadline, "the pages did not follow"
        await asyncio.sleep(0.01)


def _print(figures: dict[str, Any]) -> None:
    table = Table("what", "how many", "half, ms", "99 of 100, ms", "last, ms", "target", "met")
    rows = (
        ("open pages show the published round", "pages", -1, "all in 5,000 ms"),
        ("a player's own page, over 30 s", "phones", 99, "p99 under 500 ms"),
        ("saving a result meanwhile", "saving", 50, "median under 100 ms"),
    )
    for words, name, judged, target in rows:
        half, most, last = _spread(figures[name])
        value = {-1: last, 99: most, 50: half}[judged]
        met = "yes" if value < TARGETS[name] else "NO"
        table.add_row(words, str(len(figures[name])), *_ms(half, most, last), target, met)
    table.add_row("all 400 players at once", "400", *_ms(*_spread(figures["rush"])), "–", "")
    Console().print(table)
    met = "yes" if figures["memory"] < TARGETS["memory"] else "NO"
    Console().print(f"Server memory at its highest {figures['memory']:.0f} MB (under 500: {met}).")
    Console().print(f"The open pages were fetched {figures['fetched']:,} times.")


def _spread(values: list[float]) -> tuple[float, float, float]:
    return median(values), quantiles(values, n=100)[98], max(values)


def _ms(*seconds: float) -> list[str]:
    return [f"{value * 1000:,.0f}" for value in seconds]


def _peak_memory(pid: int) -> float:
    """Return megabytes (Linux; elsewhere unknown, shown as 0)."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


def allow_many_connections() -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))


@contextmanager
def serving(
    players: int = 400, rounds: int = 5, events: int = 1, api_rate: int = 0
) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Run a real server on a new SQLite file with one event or several."""
    with tempfile.TemporaryDirectory() as data:
        env = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"} | {"CROSSTABLE_DATA": data}
        settings = {"DJANGO_SETTINGS_MODULE": "crosstable.settings"}
        made = subprocess.run(
            [sys.executable, "-m", "bench.load_content", str(players), str(rounds), str(events)],
            env=env | settings,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        command = [sys.executable, "-m", "crosstable", "serve", "--port", "0", "--data", data]
        process = subprocess.Popen(
            command, env=env | {"CROSSTABLE_API_RATE": str(api_rate)}, stdout=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://127.0.0.1:(\d+)", process.stdout.readline())
            assert found, "the server did not start"
            yield int(found[1]), process.pid, {**json.loads(made.stdout), "data": data}
        finally:
            process.terminate()
            process.wait()
