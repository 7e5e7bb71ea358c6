"""Standings and crosstable of pools on paper: one table for each pool."""

from __future__ import annotations

import pytest

from crosstable.events.files.printing.sheets import SHEETS
from pdfs import words
from pool_building import fresh, playing_pools, won
from web.visiting import logged_in

pytestmark = pytest.mark.django_db


def two_pools():
    stage = playing_pools("ann bo cy di ed flo", game="other", groups=2)
    won(stage, "ann-di", "ann-ed", "di-ed", "bo-cy", "bo-flo", "cy=flo")
    return fresh(stage)


def printed(stage, sheet: str) -> str:
    answer = logged_in("olga").get(f"/t/{stage.tournament.slug}/control/print/{sheet}-a4.pdf")
    assert answer.status_code == 200, answer.content[:300]
    return words(answer.getvalue() if hasattr(answer, "getvalue") else answer.content)


def test_standings_of_pools_are_one_table_each():
    stage = two_pools()
    content = SHEETS["standings"].content(stage.tournament, None, "")
    assert [table["heading"] for table in content["tables"]] == ["Pool A", "Pool B"]
    ranks = [[(row[0], row[1]["text"]) for row in table["rows"]] for table in content["tables"]]
    assert ranks == [[("1", "ann"), ("2", "di"), ("3", "ed")], [("1", "bo"), ("2", "cy"), ("2", "flo")]]
    paper = printed(stage, "standings")
    assert paper.index("Pool A") < paper.index("ann") < paper.index("Pool B") < paper.index("bo")


def test_the_crosstable_of_pools_has_everyone_against_everyone_in_each_pool():
    stage = two_pools()
    content = SHEETS["crosstable"].content(stage.tournament, None, "")
    assert [[row[1]["text"], *row[2:5]] for row in content["tables"][0]["rows"]] == [
        ["ann", "", "1", "1"],
        ["di", "0", "", "1"],
        ["ed", "0", "0", ""],
    ]
    assert "Pool A" in printed(stage, "crosstable")


def test_one_pool_needs_no_heading():
    stage = playing_pools("ann bo cy", game="other")
    content = SHEETS["standings"].content(stage.tournament, None, "")
    assert ["heading" in table for table in content["tables"]] == [False]
