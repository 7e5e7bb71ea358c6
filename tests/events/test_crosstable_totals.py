"""The last column of a crosstable is what leads the order, in files as on the page."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client

from api.calling import Caller
from building import user
from crosstable.events.actions.results import team_boards
from crosstable.events.models import Tournament
from events.test_group_ties import created, started, tell
from events.test_line_ups import league, owls_code
from events.test_teams import boards

pytestmark = pytest.mark.django_db


def totals(tournament: Tournament) -> tuple[str, dict[str, str]]:
    """The heading and, for each name, the value, as the public file and that of the API have them."""
    rows = table(Client().get(f"/t/{tournament.slug}/crosstable.csv").content)
    over_api = Caller("olga").get(f"/tournaments/{tournament.pk}/export?table=crosstable").content
    assert table(over_api) == rows
    return rows[0][-1], {row[2]: row[-1] for row in rows[1:]}


def table(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


@pytest.mark.parametrize("groups", [1, 2])
def test_volleyball_shows_wins(groups: int) -> None:
    stage = started(created("sets", game_variant="volleyball"), "A B C D", groups=groups)
    winner, other = [seat.entry.display_name for seat in stage.pools.get(name="A").seats.all()][:2]
    tell(stage, f"{winner}-{other} 25-20 20-25 25-20 20-25 15-10")
    assert totals(stage.tournament) == ("Wins", {**dict.fromkeys("ABCD", "0"), winner: "1"})


def test_a_volleyball_league_shows_match_points() -> None:
    tournament = created("sets", game_variant="volleyball", tie_break_list="fivb-league")
    stage = started(tournament, "A B C D")
    tell(stage, "A-B 25-20 20-25 25-20 20-25 15-10", "C-D 25-20 25-20 25-20")
    expected = {"A": "2", "B": "1", "C": "3", "D": "0"}
    assert totals(stage.tournament) == ("Match points (3-2-1-0)", expected)


def test_teams_show_match_points() -> None:
    stage, match = league()
    codes = [owls_code(match, code) for code in ("1-0", "1/2-1/2")]
    team_boards.enter_boards(match=match, boards=boards(match, *codes), by=user("olga"))
    assert totals(stage.tournament) == ("Match points", {"Owls": "2", "Crows": "0", "Kites": "0"})
