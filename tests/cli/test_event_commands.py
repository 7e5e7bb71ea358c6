"""`crosstable event export` and `import`: from one data directory to another, by the command line alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from house import Builder

LINES = """
from building import playing, play_round
from crosstable.events.queries.standings.standings import standings_table
tournament = playing('ann bo cy')
play_round(tournament, 'ann 72-45')
print([(line.rank, line.entry.display_name) for line in standings_table(tournament).lines])
"""
READ = """
from crosstable.events.models import Tournament
from crosstable.events.queries.standings.standings import standings_table
tournament = Tournament.objects.get()
print([(line.rank, line.entry.display_name) for line in standings_table(tournament).lines])
"""
ROOT = "from building import user\nuser('root', is_superuser=True, is_first_administrator=True)"


COMMAND = """
from typer.testing import CliRunner
from crosstable.cli.main import app
done = CliRunner().invoke(app, {words!r}, prog_name="crosstable")
print(done.exit_code, done.output.strip(), sep="\\n")
"""


class Installation:
    """A data directory, what is in it, and the command line on it."""

    def __init__(self, data: Path) -> None:
        self.data, self._builder = data, Builder(data)
        self.build, self.close = self._builder.build, self._builder.close

    def crosstable(self, *words: object) -> tuple[int, str]:
        printed = self.build(COMMAND.format(words=[*map(str, words), "--data", str(self.data)]))
        code, _, text = printed.strip().partition("\n")
        return int(code), text


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Installation]:
    with closing(Installation(tmp_path / "here")) as installation:
        yield installation


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Installation]:
    with closing(Installation(tmp_path / "there")) as installation:
        yield installation


def test_an_event_travels_from_one_installation_to_another(here, there, tmp_path):
    file = tmp_path / "event.zip"
    standings = here.build(LINES)
    slug = "northern-open-gt"
    output = here.crosstable("event", "export", slug, "-o", file)
    assert output == (0, f"Northern Open GT written to {file}")
    again = here.crosstable("event", "export", slug, "-o", file)
    assert again == (1, f"Error: {file} exists already.")
    code, output = there.crosstable("event", "import", file)
    assert (code, output.startswith("Error: No account can own the event yet")) == (1, True)
    there.build(ROOT)
    output = there.crosstable("event", "import", file)
    assert output == (0, f"Northern Open GT is now at /t/{slug}")
    assert there.build(READ) == standings
    code, output = there.crosstable("event", "import", file)
    assert code == 1
    assert "is in this installation already" in output
    assert there.crosstable("event", "import", file, "--copy") == (
        0,
        f"Northern Open GT is now at /t/{slug}-2",
    )


def test_what_cannot_be_done_is_said_in_one_line(here, tmp_path):
    file = tmp_path / "event.zip"
    here.build(ROOT)
    assert here.crosstable("event", "export", "nowhere") == (
        1,
        "Error: There is no event at /t/nowhere here. Is --data the right directory?",
    )
    assert here.crosstable("event", "import", file) == (
        1,
        f"Error: {file} cannot be read: No such file or directory.",
    )
    file.write_bytes(b"hello")
    code, output = here.crosstable("event", "import", file, "--owner", "root")
    assert (code, output.startswith("Error: This is not an event file.")) == (1, True)
    code, output = here.crosstable("event", "import", file, "--owner", "nobody")
    assert (code, output) == (1, "Error: There is no account called nobody here.")
