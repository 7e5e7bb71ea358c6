"""The page of a bracket of 128, and its drawing alone: `python -m bench.bracket`. The limit of the page is 150 ms."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

SIZES = (8, 32, 128)
RUNS = 9


def run() -> None:
    with tempfile.TemporaryDirectory() as data:
        os.environ.update(CROSSTABLE_DATA=data, DJANGO_SETTINGS_MODULE="crosstable.settings")
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        table = Table("entrants", "page (ms)", "drawing (ms)", "kB", "limit of the page (ms)")
        for size in SIZES:
            table.add_row(str(size), *_measured(size), "150" if size == 128 else "")
        Console().print(table)


def _measured(size: int) -> tuple[str, str, str]:
    from django.test import Client

    from crosstable.events.queries.stages.bracket import bracket_view, knockout_of
    from crosstable.web.brackets import draw_bracket

    tournament = _event(size)
    stage = knockout_of(tournament)
    assert stage is not None
    view = bracket_view(stage)
    assert view is not None
    client, address = Client(SERVER_NAME="localhost"), f"/t/{tournament.slug}/bracket"
    page = _best(lambda: client.get(address))
    kilobytes = len(client.get(address).content) // 1024
    return f"{page:.0f}", f"{_best(lambda: draw_bracket(view, 'Board')):.0f}", str(kilobytes)


def _event(size: int):  # type: ignore[no-untyped-def]  # the models exist only once Django is set up
    from datetime import date

    from crosstable.accounts.models import User
    from crosstable.events.actions.event import tournaments
    from crosstable.events.actions.event.details import Details
    from crosstable.events.actions.people.uploads import take_players
    from crosstable.events.actions.stages import knockout
    from crosstable.events.bridge.entries import EntryDetails

    by = User.objects.create_user(f"arbiter{size}", f"arbiter{size}@example.org")
    details = Details(name=f"Cup of {size}", date=date(2026, 11, 21), total_rounds=1)
    event = tournaments.create_in_format(details=details, format="knockout", by=by, game="chess")
    tournaments.advance(tournament=event, by=by)
    rows = [EntryDetails(f"Player with a long name {n}", rating=2400 - n) for n in range(size)]
    take_players(tournament=event, rows=rows, by=by)
    tournaments.advance(tournament=event, by=by)
    stage = event.stages.get()
    for step in (knockout.draw_knockout, knockout.publish_knockout, knockout.start_knockout):
        stage = step(stage=stage, by=by)
    return event


def _best(deed: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        deed()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


if __name__ == "__main__":
    run()
