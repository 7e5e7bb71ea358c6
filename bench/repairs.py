"""Repairs of a round, engine and database: `python -m bench repairs`. Target: under 2 s at 200 players."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

SIZES = (201, 801)
MISSING = (1, 2, 8)
LIMIT = {201: 2.0}
ROUNDS = 3


def run() -> None:
    table = Table("players", "missing", "proposals", "computed (s)", "applied (s)", "wanted (s)")
    for size in SIZES:
        for row in _in_a_process(size):
            wanted = str(LIMIT.get(size, ""))
            table.add_row(
                str(size), row["missing"], row["proposals"], row["computed"], row["applied"], wanted
            )
    Console().print(table)


def _in_a_process(size: int) -> list[dict[str, str]]:
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "CROSSTABLE_DATA": data, "DJANGO_SETTINGS_MODULE": "crosstable.settings"}
        command = [sys.executable, "-m", "bench.repairs", str(size)]
        answer = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return list(json.loads(answer.stdout))


def measure(size: int) -> list[dict[str, str]]:
    import django

    django.setup()
    from django.core.management import call_command

    from bench.rounds import _play_a_round, _tournament
    from crosstable.events.actions.rounds import rounds

    call_command("migrate", verbosity=0)
    tournament = _tournament(size)
    times: dict[str, Any] = {"draft": [], "close": []}
    for number in range(ROUNDS):
        _play_a_round(tournament, times, Random(number))
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    return [_repaired(tournament, missing, Random(missing)) for missing in MISSING]


def _repaired(tournament: Any, missing: int, rng: Random) -> dict[str, str]:
    """The largest case: published and not started, so every table may move."""
    from crosstable.events.actions.people import attendance
    from crosstable.events.actions.rounds import repairs
    from crosstable.events.models import Match
    from crosstable.events.queries.rounds.live_rounds import live_round_of, situation_of
    from crosstable.events.queries.rounds.repairs import offers

    round_ = live_round_of(tournament)
    assert round_ is not None
    for match in rng.sample(list(Match.objects.filter(round=round_, state="open")), missing):
        attendance.mark_no_show(entry=match.first, by=tournament.owner)
    started = time.perf_counter()
    found = offers(situation_of(round_))
    computed = time.perf_counter() - started
    started = time.perf_counter()
    repairs.apply_repair(tournament=tournament, key=found[-1].key, by=tournament.owner)
    applied = time.perf_counter() - started
    return {
        "missing": str(missing),
        "proposals": str(len(found)),
        "computed": f"{computed:.2f}",
        "applied": f"{applied:.2f}",
    }


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measure(int(sys.argv[1]))))
    else:
        run()
