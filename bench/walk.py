"""The path of one reported result through the code: `python -m bench walk`.

In one process on a new SQLite file, with the settings of a real installation but no network. Each path is run a few
times before it is measured, so nothing is loaded and no query compiled for the first time. It counts our own functions
and their files, each once (comprehensions and lambdas are no functions), and how many of them are not in the server's
request handling (live/) and the write queue (database/); all function calls; the statements sent to the database; and,
without tracing, the processor time. WAYS=1 lists the functions.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from rich.console import Console
from rich.table import Table

OURS = str(Path(__file__).resolve().parent.parent / "src" / "crosstable") + "/"
PLAYERS, WARM, TIMES = 200, 5, 20
TOKEN = "b" * 32
Ways = dict[str, Callable[[int], None]]


def run() -> None:
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "CROSSTABLE_DATA": data, "DJANGO_SETTINGS_MODULE": "crosstable.settings"}
        env |= {"CROSSTABLE_API_RATE": "0", "CROSSTABLE_PACKS": "0", "CROSSTABLE_BACKUPS": "0"}
        env.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", "bench.walk", str(PLAYERS)]
        answer = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
    ways = json.loads(answer.stdout)
    head = ("way", "our functions in files", "without the server", "functions called", "statements")
    table = Table(*head, "core-ms, half", "least")
    for name, way in ways.items():
        inside = [
            one
            for one in way["functions"]
            if not one.startswith(("live/", "database/base", "database/write_queue"))
        ]
        figures = [f"{way['calls']:,}", f"{way['statements']}", f"{way['half']:.2f}", f"{way['least']:.2f}"]
        table.add_row(name, _counted(way["functions"]), _counted(inside), *figures)
    Console(width=140).print(table)
    if os.environ.get("WAYS"):
        for name, way in ways.items():
            print(f"\n{name}", *way["functions"], sep="\n  ")


def _counted(functions: list[str]) -> str:
    return f"{len(functions)} in {len({function.rpartition(':')[0] for function in functions})}"


def measure() -> dict[str, Any]:
    from bench import load_content

    event = load_content.make()
    from crosstable.events.notifications.creation import leave_reports_to

    leave_reports_to(lambda _: None)  # as in the server: a separate thread notifies the opponents
    return {name: _walked(way) for name, way in _ways(event).items()}


def _ways(event: dict[str, Any]) -> Ways:
    """Return the paths. Each report is about another match, as in a hall."""
    from crosstable.accounts.models import User
    from crosstable.events.actions.rounds import rounds
    from crosstable.events.models import Match, Tournament
    from crosstable.events.notifications.creation import on_revision

    tournament, owner = Tournament.objects.get(), User.objects.get(username="owner")
    rounds.publish_round(tournament=tournament, by=owner)
    rounds.start_round(tournament=tournament, by=owner)
    pairs = Match.objects.filter(pk__in=event["matches"]).order_by("pk")
    rows = list(pairs.values_list("pk", "first__player__user", "second__player__user"))
    half = len(rows) // 2
    phones, programs = rows[:half], rows[half:]
    tokens = {user: _token(user) for _, *users in programs for user in users}

    def phone(match: int, user: int, mine: int, theirs: int) -> None:
        body = {"mine": mine, "theirs": theirs, "key": f"key-{match}-{user}", "csrfmiddlewaretoken": TOKEN}
        cookie = f"sessionid={event['session_of'][user]}; csrftoken={TOKEN}"
        form = {"HTTP_COOKIE": cookie, "CONTENT_TYPE": "application/x-www-form-urlencoded"}
        _ask("POST", f"/t/bench/me/matches/{match}/report", urlencode(body).encode(), form)

    def program(match: int, user: int, mine: int, theirs: int) -> None:
        body = json.dumps({"score": {"first": mine, "second": theirs}}).encode()
        head = {"HTTP_AUTHORIZATION": f"Bearer {tokens[user]}", "CONTENT_TYPE": "application/json"}
        head["HTTP_IDEMPOTENCY_KEY"] = f"key-{match}-{user}"
        _ask("POST", f"/api/tournaments/{tournament.pk}/matches/{match}/report", body, head)

    def tell(number: int) -> None:
        phone(phones[number][0], phones[number][1], 61, 40)
        on_revision(tournament_id=tournament.pk)

    def own(number: int) -> None:
        cookie = f"sessionid={event['sessions'][number]}"
        _ask("GET", "/t/bench/me", b"", {"HTTP_COOKIE": cookie})

    return {
        "a phone reports": lambda n: phone(phones[n][0], phones[n][1], 60, 40),
        "the other phone says the same": lambda n: phone(phones[n][0], phones[n][2], 40, 60),
        "a program reports": lambda n: program(programs[n][0], programs[n][1], 60, 40),
        "the other program says the same": lambda n: program(programs[n][0], programs[n][2], 60, 40),
        "one's own page": own,
    }


def _token(user: int) -> str:
    from crosstable.accounts.models import User
    from crosstable.accounts.tokens import create_token

    return create_token(user=User.objects.get(pk=user), name="bench", scope="write")[1]


def _ask(method: str, path: str, body: bytes, head: dict[str, str]) -> None:
    """Call Django as the server does."""
    import io

    from crosstable.live.bridge import call, make_environ
    from crosstable.wsgi import application

    scope = {"method": method, "path": path, "query_string": b"", "http_version": "1.1", "scheme": "http"}
    scope |= {"headers": [(b"host", b"127.0.0.1"), (b"accept", b"application/json")]}
    environ = make_environ(scope, io.BytesIO(body), len(body)) | head
    answer = call(application, environ)
    assert answer.status == 200, (answer.status, answer.body)


def _walked(way: Callable[[int], None]) -> dict[str, Any]:
    from django.db import connection

    for number in range(WARM):
        way(number)
    functions, calls = _called(lambda: way(WARM))
    statements: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        way(WARM + 1)
    costs = [_cost(lambda n=number: way(n)) for number in range(WARM + 2, WARM + 2 + TIMES)]
    return {
        "functions": sorted(functions),
        "calls": calls,
        "statements": len(statements),
        "half": median(costs),
        "least": min(costs),
    }


def _called(walk: Callable[[], None]) -> tuple[set[str], int]:
    functions: set[str] = set()
    calls = 0

    def look(frame: Any, happened: str, _: object) -> None:
        nonlocal calls
        calls += happened in ("call", "c_call")
        code = frame.f_code
        if happened == "call" and code.co_filename.startswith(OURS) and not code.co_name.startswith("<"):
            functions.add(f"{code.co_filename.removeprefix(OURS)}:{code.co_qualname}")

    sys.setprofile(look)
    try:
        walk()
    finally:
        sys.setprofile(None)
    return functions, calls


def _cost(walk: Callable[[], None]) -> float:
    started = time.thread_time()
    walk()
    return (time.thread_time() - started) * 1000


if __name__ == "__main__":
    print(json.dumps(measure()))
