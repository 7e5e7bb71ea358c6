"""A season of many clubs, replayed against PostgreSQL: `MINUTES=10 .ci/postgres run python -m bench season`.

As many processes as cores play club evenings one after the other, through the actions that the pages call: an event is
created, 30 members register and are checked in, five rounds are paired, published, started, reported by both sides and
closed. There are no readers. Each club has its next evening when all have had theirs, so ratings and histories grow as
they do in a season.

The cost of each evening is measured; the cost of a season of 10,000 clubs is extrapolated from that, with the error of
the mean (twice its standard deviation), and with the change from the first third to the last as the error of the
extrapolation: whatever grows with the number of events shows there.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, stdev

from rich.console import Console
from rich.table import Table

from bench.season_evening import PLAYERS, ROUNDS, Evening, play_evening, prepare, start

MINUTES = float(os.environ.get("MINUTES", "2"))
CLUBS = int(os.environ.get("CLUBS", "20"))
PROCESSES = int(os.environ.get("JOBS", str(os.cpu_count() or 1)))
# The federation the extrapolation is for.
ALL_CLUBS, WEEKS = 10_000, 40
NAME = "crosstable_season"


def run() -> None:
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        print(
            "season: DATABASE_URL names no PostgreSQL; .ci/postgres run python -m bench season",
            file=sys.stderr,
        )
        return
    _execute(url, f"CREATE DATABASE {NAME}")
    try:
        _replay(url.rpartition("/")[0] + f"/{NAME}", url)
    finally:
        _execute(url, f"DROP DATABASE {NAME} WITH (FORCE)")


def _replay(season: str, url: str) -> None:
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DATABASE_URL": season, "CROSSTABLE_DATA": data}
        try:
            prepare()
            size, cpu, began = _size(season), _cpu_of_server(url), time.perf_counter()
            evenings = _play(began + MINUTES * 60)
            took = time.perf_counter() - began
            _print(evenings, took, _cpu_of_server(url) - cpu, _size(season) - size)
        finally:
            os.environ["DATABASE_URL"] = url


def _play(until: float) -> list[Evening]:
    """Play club after club, evening after evening, until the time is up; the last evening is finished."""
    played: list[Evening] = []
    with ProcessPoolExecutor(PROCESSES, get_context("spawn"), start) as pool:
        under_way: set[Future[Evening]] = set()
        begun = 0
        while under_way or time.perf_counter() < until:
            while len(under_way) < PROCESSES and time.perf_counter() < until:
                week, club = divmod(begun, CLUBS)
                under_way.add(pool.submit(play_evening, club, week))
                begun += 1
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            played += [future.result() for future in done]
    return played


def _print(evenings: list[Evening], took: float, server: float, grown: int) -> None:
    count, results = len(evenings), sum(evening.results for evening in evenings)
    if count < 2:
        print(f"Only {count} evening(s) in {took:.0f} s: not enough to reckon with. Give it more MINUTES.")
        return
    print(
        f"{count} evenings of {PLAYERS} players and {ROUNDS} rounds in {took:.0f} s, {CLUBS} clubs, {PROCESSES}"
        f" processes: {results:,} results, {results / took:.1f} a second."
    )
    season = ALL_CLUBS * WEEKS
    table = Table("what", "an evening", "a result", f"a season of {ALL_CLUBS:,} clubs, {WEEKS} evenings each")
    cpu = [evening.cpu for evening in evenings]
    rows = (
        ("core-seconds of the application", cpu, 3600, "core-hours"),
        ("statements", [evening.statements for evening in evenings], 1e9, "billion"),
    )
    for what, values, unit, words in rows:
        table.add_row(what, *_calculated(values, results / count, season / unit, words))
    for what, whole, unit, words in (
        ("core-seconds of PostgreSQL", server, 3600, "core-hours"),
        ("megabytes of database", grown / 1e6, 1e3, "GB"),
    ):
        each = whole / count
        table.add_row(
            what, f"{each:,.2f}", f"{each * count / results:,.4f}", f"{each * season / unit:,.0f} {words}"
        )
    Console(width=140).print(table)
    third = max(1, count // 3)
    early, late = mean(cpu[:third]), mean(cpu[-third:])
    print(f"From the first third to the last an evening's core-seconds changed by {late / early - 1:+.0%}.")


def _calculated(values: Sequence[float], results: float, season: float, words: str) -> tuple[str, str, str]:
    each, error = mean(values), 2 * stdev(values) / sqrt(len(values))
    return (
        f"{each:,.2f} ± {error:,.2f}",
        f"{each / results:,.3f}",
        f"{each * season:,.1f} ± {error * season:,.1f} {words}",
    )


def _execute(url: str, command: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as server:
        server.execute(command.encode())


def _size(url: str) -> int:
    import psycopg

    with psycopg.connect(url) as server:
        found = server.execute("SELECT pg_database_size(current_database())").fetchone()
    return int(found[0]) if found else 0


def _cpu_of_server(url: str) -> float:
    """Return the core-seconds of all its processes, including ended ones.

    Only if it runs on this computer.
    """
    import psycopg

    with psycopg.connect(url) as server:
        found = server.execute("SELECT pg_backend_pid()").fetchone()
        assert found is not None
        first = int(_stat(found[0])[1])
        living = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        pids: list[int | str] = [*living, first]
        own = sum(int(value) for pid in pids for value in _stat(pid)[11:13])
    return (own + sum(map(int, _stat(first)[13:15]))) / os.sysconf("SC_CLK_TCK")


def _stat(pid: int | str) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
