"""2,000 players from a file: read, validated, stored for the preview and imported: `python -m bench.uploads`."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
import time
from datetime import date
from itertools import pairwise

from rich.console import Console
from rich.table import Table

PLAYERS = 2000
LIMIT = 2.0


def run() -> None:
    """Run in a separate process, on a separate database."""
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "CROSSTABLE_DATA": data, "DJANGO_SETTINGS_MODULE": "crosstable.settings"}
        subprocess.run([sys.executable, "-m", "bench.uploads", "measure"], env=env, check=True)


def measure() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    table = Table(
        "file", "players", "read (s)", "judge and keep (s)", "take (s)", "together (s)", "limit (s)"
    )
    for kind, data in (("xlsx", _xlsx()), ("csv", _csv())):
        times = _times(kind, data)
        table.add_row(kind, f"{PLAYERS:,}", *(f"{t:.2f}" for t in (*times, sum(times))), f"{LIMIT:.0f}")
    Console().print(table)


def _times(kind: str, data: bytes) -> list[float]:
    from crosstable.accounts.models import User
    from crosstable.events.actions.event import tournaments
    from crosstable.events.actions.event.details import Details
    from crosstable.events.actions.people import uploads
    from crosstable.events.files.uploads import read_upload

    by = User.objects.create_user(kind, f"{kind}@example.org", "bench")
    wanted = Details(name=f"From {kind}", date=date(2026, 11, 21), total_rounds=9)
    tournament = tournaments.create_tournament(details=wanted, by=by, game="chess")
    marks = [time.perf_counter()]
    read = read_upload(f"players.{kind}", data)
    marks.append(time.perf_counter())
    kept = uploads.keep_upload(tournament=tournament, upload=read, by=by)
    marks.append(time.perf_counter())
    assert len(uploads.take_upload(upload=kept, by=by)) == PLAYERS
    marks.append(time.perf_counter())
    return [after - before for before, after in pairwise(marks)]


def _rows() -> list[list[object]]:
    head: list[object] = ["Name", "Rating", "University", "FIDE ID", "Federation", "Birth year"]
    people = (
        [f"Player {n}, Anna", 1000 + n, f"University {n % 40}", 10_000 + n, "ENG", 1990]
        for n in range(PLAYERS)
    )
    return [head, *people]


def _csv() -> bytes:
    return "".join(";".join(map(str, row)) + "\r\n" for row in _rows()).encode()


def _xlsx() -> bytes:
    import xlsxwriter

    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(_rows()):
            sheet.write_row(number, 0, row)
    return out.getvalue()


if __name__ == "__main__":
    measure() if "measure" in sys.argv else run()
