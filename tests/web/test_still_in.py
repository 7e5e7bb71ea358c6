"""While a bracket is played, players who are still in are listed with their next match wherever places are shown: on
displays, printouts and in files as on the standings page."""

from __future__ import annotations

import pytest

from crosstable.events.files.exports import crosstable_rows, standings_rows
from crosstable.events.files.printing.tables import crosstable, standings
from crosstable.events.models import Tournament
from events.test_printing import ADDRESS
from knockout_building import beats, started, with_knockout
from web.test_screens import slides
from web.visiting import text

pytestmark = pytest.mark.django_db
TOLD = [("cy", "in the final"), ("ann", "in the semi-finals"), ("di", "in the semi-finals"), ("bo", "")]


@pytest.fixture
def semi_final() -> Tournament:
    """One of two is over: cy has beaten bo."""
    stage = started(with_knockout("ann bo cy di"))
    beats(stage, "cy bo")
    stage.tournament.refresh_from_db()
    return stage.tournament


def test_on_a_screen(semi_final, client):
    ((_, _, words),) = slides(client, f"/t/{semi_final.slug}/screens/standings")
    shown = [words.index(f"{name} {where}".strip()) for name, where in TOLD]
    assert shown == sorted(shown)
    assert words.count("in the") == 3


@pytest.mark.parametrize("sheet", [standings, crosstable])
def test_on_paper(semi_final, sheet):
    cells = [row[1] for row in sheet(semi_final, None, ADDRESS)["rows"]]
    lines = [(cell, "") if isinstance(cell, str) else (cell["text"], cell["small"]) for cell in cells]
    assert [(name, small.removeprefix("Orks").removeprefix(" · ")) for name, small in lines] == TOLD


@pytest.mark.parametrize("rows", [standings_rows, crosstable_rows])
def test_in_files(semi_final, rows):
    head, *lines = rows(semi_final)
    assert (head[-1], [(line[head.index("Name")], line[-1]) for line in lines]) == ("Still in", TOLD)
    assert len({len(line) for line in (head, *lines)}) == 1
    beats(semi_final.stages.get(), "ann di", "ann cy")
    assert "Still in" not in rows(semi_final)[0], "every place is certain"


def test_on_the_crosstable(semi_final, client):
    words = text(client.get(f"/t/{semi_final.slug}/crosstable"))
    assert [f"{name} {where}".strip() in words for name, where in TOLD] == [True] * 4
