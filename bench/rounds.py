"""Drafting a round with the database, and the public pages of a 200-entry event: `python -m bench.rounds`.

Each size runs in a separate process on a new SQLite file, with the settings of a real installation.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

SIZES = (200, 800, 2000)
LIMITS = {200: 0.3, 800: 2.0, 2000: 15.0}
ROUNDS = 6
PAGES = ("", "/standings", "/rounds/6", "/board", "/lists")


def run() -> None:
    results = [_in_a_process(size) for size in SIZES]
    table = Table(
        "entries", "draft, worst of 6 rounds (s)", "limit (s)", "close a round (s)", "peak memory (MB)"
    )
    for size, result in zip(SIZES, results, strict=True):
        table.add_row(
            str(size),
            f"{max(result['draft']):.3f}",
            str(LIMITS[size]),
            f"{max(result['close']):.3f}",
            f"{result['memory']:.0f}",
        )
    Console().print(table)
    pages = Table("page, 200 entries, uncached", "server time (ms)", "limit (ms)")
    for path, milliseconds in results[0]["pages"].items():
        pages.add_row(path, f"{milliseconds:.0f}", "100")
    Console().print(pages)


def _in_a_process(size: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "CROSSTABLE_DATA": data, "DJANGO_SETTINGS_MODULE": "crosstable.settings"}
        command = [sys.executable, "-m", "bench.rounds", str(size)]
        answer = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(answer.stdout))


def measure(size: int) -> dict[str, Any]:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    tournament = _tournament(size)
    times: dict[str, Any] = {"draft": [], "close": []}
    for number in range(ROUNDS):
        _play_a_round(tournament, times, Random(number))
    times["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    times["pages"] = _pages(tournament) if size == SIZES[0] else {}
    return times


def _tournament(size: int) -> Any:
    from datetime import date

    from django.utils import timezone

    from crosstable.accounts.models import Player, User
    from crosstable.events.actions.event.tournaments import Details, create_tournament
    from crosstable.events.models import Entry

    owner = User.objects.create(username="owner", email="owner@example.org")
    details = Details(name="Bench", date=date(2026, 11, 21), total_rounds=ROUNDS + 1, choices={"most": 100})
    tournament = create_tournament(details=details, by=owner)
    players = Player.objects.bulk_create(Player(name=f"Player {i}") for i in range(size))
    now = timezone.now()
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=p,
            seed=i,
            display_name=p.name,
            faction="Orks",
            list_text="list",
            checked_in_at=now,
        )
        for i, p in enumerate(players, start=1)
    )
    type(tournament).objects.filter(pk=tournament.pk).update(status="in-progress", lists_locked_at=now)
    return tournament


def _play_a_round(tournament: Any, times: dict[str, Any], rng: Random) -> None:
    from crosstable.events.actions.rounds import rounds
    from crosstable.events.bridge.results.scores import parse_score
    from crosstable.events.models import Match

    owner = tournament.owner
    times["draft"].append(_seconds(lambda: rounds.pair_next_round(tournament=tournament, by=owner)))
    rounds.publish_round(tournament=tournament, by=owner)
    round_ = rounds.start_round(tournament=tournament, by=owner)
    open_ = list(Match.objects.filter(round=round_, state="open"))
    for match in open_:
        match.state = "agreed"
        match.set_score(parse_score(match, (rng.randint(0, 100), rng.randint(0, 100))))
    Match.objects.bulk_update(open_, ["state", "result", "score", "tallies"])
    times["close"].append(_seconds(lambda: rounds.close_round(tournament=tournament, by=owner)))


def _pages(tournament: Any) -> dict[str, float]:
    from django.test import Client

    client, found = Client(headers={"host": "localhost"}), {}
    addresses = [f"/t/{tournament.slug}{page}" for page in PAGES] + ["/", "/leaderboard", "/players/1"]
    for address in addresses:
        assert client.get(address).status_code == 200  # templates are compiled once per process, not per page
        best = min(_seconds(lambda a=address: client.get(a)) for _ in range(3))
        found[address] = best * 1000
    return found


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measure(int(sys.argv[1]))))
    else:
        run()
