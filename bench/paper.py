"""Printouts, the event file and the emergency printouts of a 200-player event: `python -m bench.paper`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table

PLAYERS, ROUNDS = 200, 3


def run() -> None:
    """Run in a separate process, on a separate database."""
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "CROSSTABLE_DATA": data, "DJANGO_SETTINGS_MODULE": "crosstable.settings"}
        env["CROSSTABLE_ADDRESS"] = "http://192.168.1.20:3005"
        subprocess.run([sys.executable, "-m", "bench.paper", "measure"], env=env, check=True)


def measure() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from crosstable.events.actions.event.event_files import import_event
    from crosstable.events.errors import NothingToPrint
    from crosstable.events.files.eventfile.writing import write_event
    from crosstable.events.files.pack_writer import write_pack
    from crosstable.events.files.printing import SHEETS

    event = _played()
    table = Table(f"{PLAYERS} players, {ROUNDS} rounds", "seconds", "kB")
    for code, sheet in SHEETS.items():
        try:
            seconds, pdf = _timed(partial(_printed, event, sheet))
        except NothingToPrint:
            continue
        table.add_row(f"{code}.pdf", f"{seconds:.2f}", f"{len(pdf) / 1000:.0f}")
    seconds, file = _timed(lambda: write_event(event))
    table.add_row("event file, export", f"{seconds:.2f}", f"{len(file) / 1000:.0f}")
    seconds, _ = _timed(lambda: import_event(data=file, by=event.owner, as_copy=True))
    table.add_row("event file, import", f"{seconds:.2f}", "")
    seconds, _ = _timed(lambda: write_pack(event))
    table.add_row("emergency pack", f"{seconds:.2f}", "")
    Console().print(table)


def _printed(event: Any, sheet: Any) -> bytes:
    from crosstable.events.files.printing import Paper, find_round, print_sheet
    from crosstable.events.files.printing.printer import public_address

    address = public_address()
    return print_sheet(lambda: sheet.content(event, find_round(event, None), address), Paper.A4)


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    started = time.perf_counter()
    done = work()
    return time.perf_counter() - started, done


def _played() -> Any:
    from crosstable.accounts.models import User
    from crosstable.events.actions.event import tournaments
    from crosstable.events.actions.event.details import Details
    from crosstable.events.actions.people import entries
    from crosstable.events.actions.results import results
    from crosstable.events.actions.rounds import rounds
    from crosstable.events.bridge.entries import EntryDetails
    from crosstable.events.bridge.results.scores import parse_score
    from crosstable.events.models import Match

    by = User.objects.create_user("bench", "bench@example.org", "bench")
    details = Details(name="Bench", date=date(2026, 11, 21), total_rounds=ROUNDS)
    event = tournaments.create_tournament(details=details, by=by, game="chess")
    for n in range(PLAYERS):
        player = EntryDetails(f"Player {n:03} van der Westhuizen", rating=1000 + 5 * n)
        entries.add_entry(tournament=event, details=player, by=by)
    tournaments.advance(tournament=event, by=by)
    tournaments.advance(tournament=event, by=by)
    for _ in range(ROUNDS):
        rounds.pair_next_round(tournament=event, by=by)
        rounds.publish_round(tournament=event, by=by)
        rounds.start_round(tournament=event, by=by)
        for match in Match.objects.filter(round__tournament=event, state="open"):
            results.enter_result(match=match, score=parse_score(match, "1-0"), by=by)
        rounds.close_round(tournament=event, by=by)
    event.refresh_from_db()
    return event


if __name__ == "__main__":
    measure() if "measure" in sys.argv else run()
