"""`crosstable event export` and `import`: from one data directory to another, by the command line alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from serving import QUICK, environment, prepare

LINES = """
from building import playing, play_round
from crosstable.events.queries.standings import standings_table
tournament = playing('ann bo cy')
play_round(tournament, 'ann 72-45')
print([(line.rank, line.entry.display_name) for line in standings_table(tournament).lines])
"""
READ = """
from crosstable.events.models import Tournament
from crosstable.events.queries.standings import standings_table
tournament = Tournament.objects.get()
print([(line.rank, line.entry.display_name) for line in standings_table(tournament).lines])
"""
ROOT = "from building import user\nuser('root', is_superuser=True, is_first_administrator=True)"


def crosstable(*words: object) -> tuple[int, str]:
    command = [sys.executable, "-m", "crosstable", *map(str, words)]
    done = subprocess.run(command, env=environment(**QUICK), capture_output=True, text=True)
    return done.returncode, (done.stdout + done.stderr).strip()


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path, Path]:
    """The data directories of two installations, and where the file is written."""
    return tmp_path / "here", tmp_path / "there", tmp_path / "event.zip"


def test_an_event_travels_from_one_installation_to_another(places):
    here, there, file = places
    standings = prepare(here, LINES, **QUICK)
    slug = "northern-open-gt"
    said = crosstable("event", "export", slug, "-o", file, "--data", here)
    assert said == (0, f"Northern Open GT written to {file}")
    again = crosstable("event", "export", slug, "-o", file, "--data", here)
    assert again == (1, f"Error: {file} exists already.")
    code, said = crosstable("event", "import", file, "--data", there)
    assert (code, said.startswith("Error: Nobody could own the event yet")) == (1, True)
    prepare(there, ROOT, **QUICK)
    said = crosstable("event", "import", file, "--data", there)
    assert said == (0, f"Northern Open GT is now at /t/{slug}")
    assert prepare(there, READ, **QUICK) == standings
    code, said = crosstable("event", "import", file, "--data", there)
    assert code == 1
    assert "is in this installation already" in said
    assert crosstable("event", "import", file, "--copy", "--data", there) == (
        0,
        f"Northern Open GT is now at /t/{slug}-2",
    )


def test_what_cannot_be_done_is_said_in_one_line(places):
    here, _, file = places
    prepare(here, ROOT, **QUICK)
    assert crosstable("event", "export", "nowhere", "--data", here) == (
        1,
        "Error: There is no event at /t/nowhere here. Is --data the right directory?",
    )
    assert crosstable("event", "import", file, "--data", here) == (
        1,
        f"Error: {file} cannot be read: No such file or directory.",
    )
    file.write_bytes(b"hello")
    code, said = crosstable("event", "import", file, "--owner", "root", "--data", here)
    assert (code, said.startswith("Error: This is not an event file.")) == (1, True)
    code, said = crosstable("event", "import", file, "--owner", "nobody", "--data", here)
    assert (code, said) == (1, "Error: There is no account called nobody here.")
