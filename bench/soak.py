"""A long event at moderate load: `MINUTES=60 python -m bench soak`. Two server processes on SQLite. `MINUTES=14
ROUND=60` is the same four times as fast: a round takes that many seconds.

Every few minutes a round of 200 players is published, started, reported by both sides and closed; at the same time
visitors read public pages, players their own, and thirty open pages follow. After four rounds all players move to the
next event, which is the same size: if something still grows, it is the server. Targets: flat memory, no error, no lost
write. A sample's row is printed when it is taken, so a run that is stopped has shown its results.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import sqlite3
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode

import uvloop

from bench.load import serving
from bench.load_clients import HOST, Connection
from bench.rush import cpu_seconds, memory_of, processes_of

MINUTES = float(os.environ.get("MINUTES", "2"))
PLAYERS, FIRST_ROUND, LISTENERS, VISITS, PHONES = 200, 4, 30, 4.0, 1.0
ROUND = float(os.environ.get("ROUND", min(240.0, MINUTES * 60 / 2)))
IN_AN_EVENT = 4
EVENTS = math.ceil(MINUTES * 60 / ROUND / IN_AN_EVENT)
SAMPLE = min(300.0, MINUTES * 60 / 4)
TOKEN = "b" * 32
ROW = "{:>7} {:>8} {:>6} {:>6} {:>9} {:>7} {:>11} {:>11} {:>11} {:>12} {:>7}"


def run() -> None:
    with serving(PLAYERS, FIRST_ROUND + IN_AN_EVENT, EVENTS) as (port, pid, event):
        soak = Soak(port, pid, event)
        uvloop.run(soak.go())
        print(soak.judged(), flush=True)


@dataclass
class Soak:
    port: int
    pid: int
    event: dict[str, Any]
    heard: dict[str, int] = field(default_factory=dict)
    reconnected: int = 0
    # Kind of request → how long each took since the last sample.
    took: dict[str, list[float]] = field(default_factory=lambda: {"public": [], "own": [], "write": []})
    asked: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    # (match, account) → the points that the server confirmed as stored.
    confirmed: dict[tuple[int, int], int] = field(default_factory=dict)
    closed: int = 0
    chance: Random = field(default_factory=lambda: Random(14))

    @property
    def now(self) -> tuple[int, str]:
        """Return the event in progress: its key and its slug."""
        key, slug = self.event["events"][min(self.closed // IN_AN_EVENT, EVENTS - 1)]
        return key, slug

    @property
    def round(self) -> int:
        return FIRST_ROUND + self.closed % IN_AN_EVENT

    @property
    def data(self) -> Path:
        return Path(self.event["data"]) / "crosstable.sqlite3"

    async def go(self) -> None:
        names = ("minute", "PSS MB", "files", "procs", "questions", "errors")
        shares = ("public p50", "own p50/p99", "write p50", "write p99", "core %")
        print(ROW.format(*names, *shares), flush=True)
        until = time.monotonic() + MINUTES * 60
        load = [self._follow() for _ in range(LISTENERS)] + [self._visit(), self._phone(), self._sample()]
        tasks = [asyncio.create_task(task) for task in load]
        while time.monotonic() + ROUND <= until + 1:
            await self._play_a_round()
        await asyncio.sleep(max(0.0, until - time.monotonic()) + 2)
        for task in tasks:
            failed = task.done() and not task.cancelled() and task.exception()
            if failed:
                self.errors[f"bench: {failed!r}"] += 1
            task.cancel()

    async def _play_a_round(self) -> None:
        """Play a round: publish, start, report from both sides of every table, close, and pair the next one."""
        ends, api = time.monotonic() + ROUND, f"/api/tournaments/{self.now[0]}/rounds"
        for step in ("publish", "start"):
            await self._api(f"{api}/{self.round}/{step}")
        reports = self._reports()
        pause = (ends - time.monotonic()) / len(reports) * 0.9
        for report in reports:
            begun = time.monotonic()
            await self._report(*report)
            await asyncio.sleep(max(0.0, pause - (time.monotonic() - begun)))
        await self._api(f"{api}/{self.round}/close")
        await self._api(api, {"mission": "Supply Drop"})
        self.closed += 1
        await asyncio.sleep(max(0.0, ends - time.monotonic()))

    def _reports(self) -> list[tuple[int, int, int, int]]:
        """Return match, account, own points and the opponent's, in random order as in a hall."""
        question = """SELECT m.id, a.user_id, b.user_id FROM events_match m JOIN events_round r ON r.id = m.round_id
            JOIN events_entry x ON x.id = m.first_id JOIN accounts_player a ON a.id = x.player_id
            JOIN events_entry y ON y.id = m.second_id JOIN accounts_player b ON b.id = y.player_id
            WHERE r.tournament_id = ? AND r.number = ?"""
        rows = self._stored(question, self.now[0], self.round)
        both = [
            (match, *side)
            for match, first, second in rows
            for side in ((first, 50 + match % 50, 40), (second, 40, 50 + match % 50))
        ]
        self.chance.shuffle(both)
        return both

    def _stored(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.data, timeout=30)) as database:
            return database.execute(question, values).fetchall()

    async def _report(self, match: int, account: int, mine: int, theirs: int) -> None:
        fields = {
            "mine": mine,
            "theirs": theirs,
            "key": f"k-{match}-{account}",
            "csrfmiddlewaretoken": TOKEN,
        }
        session = self.event["session_of"][str(account)]
        headers = (
            f"Cookie: sessionid={session}; csrftoken={TOKEN}\r\nAccept: application/json\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
        )
        if await self._ask(
            "write", "POST", f"/t/{self.now[1]}/me/matches/{match}/report", headers, urlencode(fields)
        ):
            self.confirmed[match, account] = mine

    async def _api(self, path: str, body: dict[str, Any] | None = None) -> None:
        headers = f"Authorization: Bearer {self.event['token']}\r\nContent-Type: application/json\r\n"
        await self._ask("write", "POST", path, headers, json.dumps(body) if body is not None else "")

    async def _ask(self, kind: str, method: str, path: str, headers: str = "", body: str = "") -> bool:
        """Return whether the answer was as expected; everything else is an error of the run."""
        connection, began = Connection(self.port), time.perf_counter()
        head = f"{method} {path} HTTP/1.1\r\n{HOST.decode()}{headers}Content-Length: {len(body)}\r\n\r\n"
        self.asked += 1
        try:
            status: int | str = 0
            status, _ = await asyncio.wait_for(connection.ask((head + body).encode()), 60)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            status = type(error).__name__
        finally:
            connection.close()
        self.took[kind].append(time.perf_counter() - began)
        if status in (200, 201):
            return True
        self.errors[f"{method} {path.rstrip('0123456789')}: {status}"] += 1
        return False

    async def _visit(self) -> None:
        while True:
            number, (key, slug) = self.chance.randint(1, PLAYERS), self.now
            paths = (
                "/",
                "/leaderboard",
                "/clubs",
                f"/players/{number}",
                f"/t/{slug}",
                f"/t/{slug}/standings",
            )
            more = (
                f"/t/{slug}/rounds/{self.round - 1}",
                f"/api/tournaments/{key}/standings",
                "/api/tournaments",
            )
            await self._ask("public", "GET", self.chance.choice(paths + more), "Accept-Encoding: gzip\r\n")
            await asyncio.sleep(self.chance.expovariate(VISITS))

    async def _phone(self) -> None:
        while True:
            cookie = f"Cookie: sessionid={self.chance.choice(self.event['sessions'])}\r\n"
            await self._ask("own", "GET", f"/t/{self.now[1]}/me", cookie + "Accept-Encoding: gzip\r\n")
            await asyncio.sleep(self.chance.expovariate(PHONES))

    async def _follow(self) -> None:
        """Follow as an open page: fetch after each change, and reconnect if disconnected, as browsers do."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                slug = self.now[1]
                writer.write(f"GET /t/{slug}/stream HTTP/1.1\r\n".encode() + HOST + b"\r\n")
                while (line := await reader.readline()) and slug == self.now[1]:
                    if line.startswith(b"event: revision"):
                        heard = int((await reader.readline()).removeprefix(b"data: "))
                        self.heard[slug] = max(self.heard.get(slug, 0), heard)
                        await asyncio.sleep(self.chance.uniform(0, 0.4))
                        await self._ask("public", "GET", f"/t/{slug}/standings", "Accept-Encoding: gzip\r\n")
                writer.close()
            self.reconnected += 1
            await asyncio.sleep(1)

    async def _sample(self) -> None:
        began, before = time.monotonic(), cpu_seconds(self.pid)
        while True:
            await asyncio.sleep(SAMPLE - (time.monotonic() - began) % SAMPLE)
            now, minute = cpu_seconds(self.pid), (time.monotonic() - began) / 60
            share, before = (now - before) / SAMPLE, now
            print(self._row(minute, share), flush=True)
            self.took = {kind: [] for kind in self.took}

    def _row(self, minute: float, share: float) -> str:
        ms = {kind: _half_and_most(took) for kind, took in self.took.items()}
        processes = processes_of(self.pid)
        files = sum(len(os.listdir(f"/proc/{process}/fd")) for process in processes)
        return ROW.format(
            f"{minute:.0f}",
            f"{memory_of(self.pid):.0f}",
            files,
            len(processes),
            self.asked,
            sum(self.errors.values()),
            f"{ms['public'][0]:.0f} ms",
            f"{ms['own'][0]:.0f}/{ms['own'][1]:.0f} ms",
            f"{ms['write'][0]:.0f} ms",
            f"{ms['write'][1]:.0f} ms",
            f"{share:.0%}",
        )

    def judged(self) -> str:
        """Compare what was confirmed with what is stored; every revision has its entry in the journal."""
        rows = self._stored("SELECT match_id, by_id, score FROM events_claim")
        stored = {(match, by): set(json.loads(score)) for match, by, score in rows}
        lost = [key for key, mine in self.confirmed.items() if mine not in stored.get(key, ())]
        rows = self._stored(
            "SELECT t.revision, count(j.id) FROM events_tournament t JOIN events_journalentry j"
            " ON j.tournament_id = t.id GROUP BY t.id"
        )
        revision, entries = (sum(column) for column in zip(*rows, strict=True))
        return (
            f"Questions {self.asked:,}, errors {sum(self.errors.values())} {dict(self.errors)}; rounds {self.closed};"
            f" reports confirmed {len(self.confirmed):,}, lost {len(lost)}; revision {revision}, entries of the journal"
            f" {entries}, last heard by the open pages {self.heard}; streams opened again {self.reconnected};"
            f" the database has {self.data.stat().st_size / 1e6:.1f} MB."
        )


def _half_and_most(took: list[float]) -> tuple[float, float]:
    if len(took) < 2:
        return 0.0, 0.0
    return median(took) * 1000, quantiles(took, n=100)[98] * 1000
