"""Previewing, making and undoing a correction, 800 entries and 8 rounds: `python -m bench.corrections`.

A result of round 1 turns out to be wrong in round 8: everything after it is paired and rated again. In a separate
process on a new SQLite file, for the wargame Swiss and for the FIDE Dutch. Processor time, on one core.
"""

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

SIZE, ROUNDS = 800, 8
LIMIT = 2.0
GAMES = ("wargame", "chess")


def run() -> None:
    table = Table(
        "game", "preview (s)", "limit (s)", "correct everywhere (s)", "undo (s)", "later pairings otherwise"
    )
    for game in GAMES:
        result = _in_a_process(game)
        times = [f"{result[name]:.2f}" for name in ("preview", "correct", "undo")]
        table.add_row(game, times[0], str(LIMIT), *times[1:], str(result["differing"]))
    Console().print(table)


def _in_a_process(game: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "CROSSTABLE_DATA": data, "DJANGO_SETTINGS_MODULE": "crosstable.settings"}
        command = [sys.executable, "-m", "bench.corrections", game]
        answer = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(answer.stdout))


def measure(game: str) -> dict[str, Any]:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    tournament = _played(game)
    return _timed(tournament, game)


def _timed(tournament: Any, game: str) -> dict[str, Any]:
    from crosstable.events.actions.core import undo
    from crosstable.events.actions.results import corrections
    from crosstable.events.bridge.results.scores import parse_score
    from crosstable.events.models import Match, Policy
    from crosstable.events.queries.past.corrections import preview

    row = Match.objects.filter(round__tournament=tournament, round__number=1, table=1).get()
    match = corrections.closed_match(tournament, row)
    ending = parse_score(match, (1, 99) if game == "wargame" else _other(match.result))
    by, reason = tournament.owner, "A slip of the pen"
    seen, looked = _seconds(lambda: preview(match, ending, Policy.EVERYWHERE))
    _, made = _seconds(
        lambda: corrections.correct_result(
            match=match, policy="everywhere", reason=reason, by=by, score=ending
        )
    )
    _, undone = _seconds(lambda: undo.undo(tournament=tournament, by=by))
    return {
        "preview": looked,
        "correct": made,
        "undo": undone,
        "differing": sum(bool(later.instead) for later in seen.later),
    }


def _other(result: str) -> str:
    return "0-1" if result == "1-0" else "1-0"


def _seconds(action: Any) -> tuple[Any, float]:
    """Return processor time: other processes may use the computer."""
    start = time.process_time()
    return action(), time.process_time() - start


def _played(game: str) -> Any:
    """Play the rounds through the actions; results are written in bulk, since entry is not measured."""
    from datetime import date

    from crosstable.accounts.models import Player, User
    from crosstable.events.actions.event import tournaments
    from crosstable.events.actions.event.details import Details
    from crosstable.events.actions.rounds import rounds
    from crosstable.events.models import Entry, Tournament

    by = User.objects.create_user("olga")
    details = Details(name="Bench", date=date(2026, 11, 21), total_rounds=ROUNDS, initial_color="white")
    tournament = tournaments.create_tournament(details=details, by=by, game=game)
    chance, now = Random(SIZE), tournament.created_at
    people = Player.objects.bulk_create([Player(name=f"Player {n}") for n in range(SIZE)])
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=player,
            seed=n,
            display_name=player.name,
            faction="Orks",
            rating=chance.randint(1000, 2400),
            checked_in_at=now,
        )
        for n, player in enumerate(people, start=1)
    )
    Tournament.objects.update(status="in-progress")
    for number in range(1, ROUNDS + 1):
        rounds.pair_next_round(tournament=tournament, by=by)
        rounds.publish_round(tournament=tournament, by=by)
        rounds.start_round(tournament=tournament, by=by)
        if number < ROUNDS:
            _settle(tournament, number, chance, game)
            rounds.close_round(tournament=tournament, by=by)
    return tournament


def _settle(tournament: Any, number: int, chance: Random, game: str) -> None:
    from crosstable.engine.results import by_code, by_points
    from crosstable.events.models import Match

    matches = list(
        Match.objects.filter(round__tournament=tournament, round__number=number, second__isnull=False)
    )
    for match in matches:
        match.state = "agreed"
        first, second = (max(0, min(100, int(chance.gauss(60 - 10 * i, 25)))) for i in range(2))
        code = "1-0" if first > second else "0-1" if first < second else "1/2-1/2"
        if game == "wargame":
            match.set_score(by_points(code, first, second))
        else:
            match.set_score(by_code("1/2-1/2" if chance.random() < 0.3 else code))
    Match.objects.bulk_update(matches, ["state", "result", "score", "tallies"], batch_size=100)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measure(sys.argv[1])))
    else:
        run()
