"""A team match shows its boards and who sits there, on the public page of the round and on paper."""

from __future__ import annotations

import pytest
from django.test import Client

from crosstable.events.files.printing.sheets import SHEETS
from events.test_line_ups import league
from web.visiting import text

pytestmark = pytest.mark.django_db


def test_the_page_of_a_round_names_the_players_at_every_board():
    stage, match = league()
    page = text(Client().get(f"/t/{stage.tournament.slug}/rounds/{match.round.number}"))
    names = {"Owls": ("ann", "ben"), "Crows": ("cem", "dan")}
    first, second = names[str(match.first)], names[str(match.second)]
    for number in (1, 2):
        assert f"Board {number} {first[number - 1]} {second[number - 1]}" in page


def test_the_pairings_on_paper_name_them_too():
    stage, match = league()
    content = SHEETS["pairings-by-table"].content(stage.tournament, match.round, "")
    small = [row[1]["small"] for row in content["rows"] if isinstance(row[1], dict) and not row[1]["text"]]
    assert {"ann", "ben"} <= set(small) or {"cem", "dan"} <= set(small)
