"""A hall under attack: `python -m bench hostile`. One server as installed, over loopback, first quiet, then attacked.

An event of 400 players; 1,000 open pages follow it, results are saved and players open their own page. In the second
half one anonymous client and one account, in a separate process, do all they can for as long: made-up sessions on pages
and streams, 60 parallel log-ins, four large parallel prints, a pool of 1,024 players, and writes whose answers are
stored. Everything is bounded in number and time.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

import uvloop
from rich.console import Console
from rich.table import Table

from bench.load import allow_many_connections, serving
from bench.load_clients import HOST, Connection, OpenPage, Organiser, phone

PLAYERS, PAGES, SECONDS = 400, 1000, 20.0
CSRF = "b" * 32
IN_ONE_POOL = 1024


def run() -> None:
    allow_many_connections()
    with serving(PLAYERS, api_rate=600) as (port, pid, event):
        figures = uvloop.run(_measure(port, pid, event))
    _print(figures)


async def _measure(port: int, pid: int, event: dict[str, Any]) -> dict[str, Any]:
    organiser, api = Organiser(port, event["token"]), f"/api/tournaments/{event['tournament']}"
    for step in ("publish", "start"):
        await organiser.post(f"{api}/rounds/4/{step}")
    paths = ["/t/bench/rounds/4", "/t/bench/standings", "/t/bench"]
    pages = [OpenPage(port, paths[n % 3], "/t/bench/stream") for n in range(PAGES)]
    for start in range(0, PAGES, 50):
        await asyncio.gather(*(page.open() for page in pages[start : start + 50]))
    matches, sessions = list(event["matches"]), list(event["sessions"])
    quiet = await _hall(port, organiser, api, matches, sessions)
    disk = _bytes_in(Path(event["data"]))
    attack = subprocess.Popen(
        [sys.executable, "-m", "bench.hostile", str(port), event["attacker"], str(SECONDS + 4)],
        stdout=subprocess.PIPE,
        text=True,
    )
    memory = asyncio.create_task(_most_memory(pid))
    await asyncio.sleep(4)  # it has begun
    attacked = await _hall(port, organiser, api, matches, sessions)
    output = await asyncio.to_thread(attack.communicate)
    memory.cancel()
    for page in pages:
        page.close()
    return {
        "quiet": quiet,
        "attacked": attacked,
        "memory": MOST["memory"],
        "disk": (_bytes_in(Path(event["data"])) - disk) / 1e6,
        "answers": json.loads(output[0]),
    }


async def _hall(
    port: int, organiser: Organiser, api: str, matches: list[int], sessions: list[str]
) -> dict[str, list[float]]:
    """Save three results a second and open eight players' own pages a second, for some seconds."""
    saved: list[float] = []
    own: list[float] = []
    end = time.perf_counter() + SECONDS

    async def save() -> None:
        while time.perf_counter() < end and matches:
            body = {"player1VP": 60, "player2VP": 40}
            saved.append(await organiser.post(f"{api}/matches/{matches.pop()}/override", body))
            await asyncio.sleep(0.33)

    async def look() -> None:
        while time.perf_counter() < end:
            own.append(await phone(port, "/t/bench/me", sessions[len(own) % len(sessions)]))
            await asyncio.sleep(0.12)

    await asyncio.gather(save(), look())
    return {"saved": saved, "own": own}


MOST = {"memory": 0.0}


async def _most_memory(pid: int) -> None:
    while True:
        MOST["memory"] = max(MOST["memory"], await asyncio.to_thread(_memory, pid))
        await asyncio.sleep(0.5)


def _memory(pid: int) -> float:
    """Return the megabytes of the server, its workers and their child processes (PSS)."""
    total = 0.0
    with suppress(OSError, ValueError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            total += _memory(int(child))
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    return total


def _bytes_in(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _print(figures: dict[str, Any]) -> None:
    quiet, attacked = figures["quiet"], figures["attacked"]
    table = Table("what", "quiet, half", "attacked, half", "ratio", "last", "wanted", "met")
    for name, what, most in (("saved", "saving a result", 3), ("own", "one's own page", 5)):
        before, after = median(quiet[name]), median(attacked[name])
        table.add_row(
            f"{what} ({len(quiet[name])}, {len(attacked[name])})",
            f"{before * 1000:.0f} ms",
            f"{after * 1000:.0f} ms",
            f"{after / before:.1f}",
            f"{max(attacked[name]) * 1000:.0f} ms",
            f"at most {most} ×",
            "yes" if after <= most * before else "no",
        )
    memory, disk = figures["memory"], figures["disk"]
    table.add_row(
        "memory", "", f"{memory:.0f} MB", "", "", "under 1,200 MB", "yes" if memory < 1200 else "no"
    )
    table.add_row("disk", "", f"{disk:.1f} MB", "", "", "under 50 MB", "yes" if disk < 50 else "no")
    Console(width=140).print(table)
    Console().print("What the attack was answered:", figures["answers"])


# ---------- the attack, in a separate process ----------


class Attack:
    def __init__(self, port: int, token: str, seconds: float) -> None:
        self.port, self.token = port, token
        self.end = time.monotonic() + seconds
        self.answers: dict[str, Counter[int]] = {}

    async def ask(self, what: str, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
        sent = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        head = f"{method} {path} HTTP/1.1\r\n{HOST.decode()}{sent}Content-Length: {len(body)}\r\n\r\n"
        connection = Connection(self.port)
        try:
            status, answer = await asyncio.wait_for(connection.ask(head.encode() + body), 60)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            status, answer = 0, b""
        connection.close()
        self.answers.setdefault(what, Counter())[status] += 1
        return answer

    async def by_account(self, what: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
        sent = json.dumps(body).encode() if body is not None else b""
        own_headers = {"Authorization": f"Bearer {self.token}", "Content_Type": "application/json", **headers}
        answer = await self.ask(what, method, f"/api{path}", sent, **own_headers)
        with suppress(ValueError):
            return json.loads(answer)
        return {}

    async def repeated(self, work: Callable[[], Awaitable[Any]], at_once: int) -> None:
        async def loop() -> None:
            while time.monotonic() < self.end:
                await work()

        await asyncio.gather(*(loop() for _ in range(at_once)))

    async def run(self) -> None:
        event = await self.large_event()
        await asyncio.gather(
            self.repeated(self.made_up_page, 16),
            self.repeated(self.wrong_log_in, 60),
            self.streams(300),
            self.repeated(lambda: self.printed(event), 4),
            self.repeated(lambda: self.kept_answer(event), 4),
            self.repeated(lambda: self.one_pool(event), 2),
        )

    async def made_up_page(self) -> None:
        cookie = f"sessionid={secrets.token_hex(16)}"
        await self.ask("a page with a made-up session", "GET", "/t/bench/standings", Cookie=cookie)

    async def wrong_log_in(self) -> None:
        fields = {"username": secrets.token_hex(4), "password": "wrong", "csrfmiddlewaretoken": CSRF}
        kind = "application/x-www-form-urlencoded"
        body = urlencode(fields).encode()
        await self.ask("a log-in", "POST", "/login", body, Cookie=f"csrftoken={CSRF}", Content_Type=kind)

    async def streams(self, count: int) -> None:
        writers = []
        for _ in range(count):
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                cookie = f"Cookie: sessionid={secrets.token_hex(16)}\r\n".encode()
                writer.write(b"GET /t/bench/stream HTTP/1.1\r\n" + HOST + cookie + b"\r\n")
                writers.append(writer)
        await asyncio.sleep(max(0, self.end - time.monotonic()))
        for writer in writers:
            writer.close()

    async def large_event(self) -> int:
        body = {
            "name": "Attack",
            "date": "2026-12-01",
            "game": "chess",
            "format": "round-robin",
            "totalRounds": 5,
        }
        made = await self.by_account("an event", "POST", "/tournaments", body)
        assert "tournamentId" in made, made
        event = int(made["tournamentId"])
        rows = "\r\n".join(["Name", *(f"Attacker Number {n}" for n in range(IN_ONE_POOL))])
        form = (
            '--x\r\nContent-Disposition: form-data; name="file"; filename="p.csv"\r\n'
            f"Content-Type: text/csv\r\n\r\n{rows}\r\n--x--\r\n"
        )
        kind = "multipart/form-data; boundary=x"
        path = f"/api/tournaments/{event}/players/bulk-upload"
        own_headers = {"Authorization": f"Bearer {self.token}", "Content_Type": kind}
        await self.ask("an upload", "POST", path, form.encode(), **own_headers)
        return event

    async def printed(self, event: int) -> None:
        await self.by_account("a print", "GET", f"/tournaments/{event}/print/name-cards")

    async def one_pool(self, event: int) -> None:
        await self.by_account("one pool", "POST", f"/tournaments/{event}/stages/1/pools", {"groups": 1})

    async def kept_answer(self, event: int) -> None:
        key = secrets.token_hex(16)
        await self.by_account(
            "a kept answer",
            "POST",
            f"/tournaments/{event}/stages/1/pools",
            {"groups": 64},
            Idempotency_Key=key,
        )


if __name__ == "__main__":
    attack = Attack(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]))
    uvloop.run(attack.run())
    print(json.dumps({what: dict(counts) for what, counts in attack.answers.items()}))
