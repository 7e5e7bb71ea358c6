"""The API with a 200-player event of nine rounds, played through the API itself: `python -m bench api`.

In one process on a new SQLite file, with the settings of a real installation but no network: Django's own time.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

PLAYERS = 200
ROUNDS = 9
# What was timed → wall-clock seconds and processor seconds, one pair per run.
Times = dict[str, list[tuple[float, float]]]
LIMITS = {
    "GET standings, uncached": 60,
    "GET standings, by ETag (304)": 5,
    "pair, publish and start round 1": 1000,
}


def run() -> None:
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "CROSSTABLE_DATA": data, "DJANGO_SETTINGS_MODULE": "crosstable.settings"}
        env |= {"CROSSTABLE_API_RATE": "0", "CROSSTABLE_HOSTS": "testserver", "CROSSTABLE_LOG_LEVEL": "ERROR"}
        env.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", "bench.api"]
        answer = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
    table = Table(f"{PLAYERS} players, {ROUNDS} rounds", "ms (median)", "CPU ms", "limit (ms)")
    for name, (taken, worked) in json.loads(answer.stdout).items():
        table.add_row(name, f"{taken:.1f}", f"{worked:.1f}", str(LIMITS.get(name, "")))
    Console().print(table)


def measure() -> dict[str, list[float]]:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    program = _Program()
    times: Times = {}
    event = program.created()
    _timed(times, "add a player", PLAYERS, lambda n: program.add(event, n))
    for _ in range(3):
        program.post(f"{event}/advance")
    for number in range(1, ROUNDS + 1):
        name = (
            f"pair, publish and start round {number}"
            if number in (1, ROUNDS)
            else "pair, publish and start others"
        )
        _timed(times, name, 1, lambda _, n=number: program.start(event, n))
        program.settle(event, number, times)
        _timed(times, "close a round", 1, lambda _, n=number: program.post(f"{event}/rounds/{n}/close"))
    _reads(times, program, event)
    return {
        name: [statistics.median(part) * 1000 for part in zip(*each, strict=True)]
        for name, each in times.items()
    }


def _reads(times: Times, program: _Program, event: str) -> None:
    for name in ("standings", f"rounds/{ROUNDS}", "players"):
        _timed(times, f"GET {name}, uncached", 20, lambda _, p=name: program.get(f"{event}/{p}"))
    etag = program.get(f"{event}/standings")["ETag"]
    seen = {"If-None-Match": etag}
    _timed(times, "GET standings, by ETag (304)", 100, lambda _: program.get(f"{event}/standings", **seen))


def _timed(times: Times, name: str, count: int, call: Callable[[int], Any]) -> None:
    for n in range(count):
        started, worked = time.perf_counter(), time.process_time()
        call(n)
        times.setdefault(name, []).append((time.perf_counter() - started, time.process_time() - worked))


class _Program:
    """A client with a token."""

    def __init__(self) -> None:
        from django.test import Client

        from crosstable.accounts.models import Player, User
        from crosstable.accounts.tokens import create_token

        user = User.objects.create(username="owner", email="owner@example.org")
        Player.objects.create(user=user, name="Owner")
        secret = create_token(user=user, name="bench", scope="write")[1]
        self.client, self.headers, self.random = Client(), {"Authorization": f"Bearer {secret}"}, Random(1)

    def get(self, path: str, **headers: str) -> Any:
        response = self.client.get(path, headers={**self.headers, **headers})
        assert response.status_code in (200, 304), response.content
        return response

    def post(self, path: str, body: Any = "") -> Any:
        response = self.client.post(path, body, "application/json", headers=self.headers)
        assert response.status_code in (200, 201), response.content
        return response

    def created(self) -> str:
        body = {"name": "Bench", "date": "2026-11-21", "totalRounds": ROUNDS, "maxVp": 100}
        return str(self.post("/api/tournaments", body)["Location"])

    def add(self, event: str, n: int) -> None:
        body = {"displayName": f"Player {n}", "faction": "Orks", "checkedIn": True}
        self.post(f"{event}/players", body)

    def start(self, event: str, number: int) -> None:
        self.post(f"{event}/rounds")
        self.post(f"{event}/rounds/{number}/publish")
        self.post(f"{event}/rounds/{number}/start")

    def settle(self, event: str, number: int, times: Times) -> None:
        matches = self.get(f"{event}/rounds/{number}").json()["matches"]
        for match in matches:
            vp = {"player1VP": self.random.randint(0, 100), "player2VP": self.random.randint(0, 100)}
            path = f"{event}/matches/{match['matchId']}/override"
            _timed(times, "enter a result", 1, lambda _, p=path, vp=vp: self.post(p, vp))


if __name__ == "__main__":
    print(json.dumps(measure()))
