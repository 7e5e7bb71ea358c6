from __future__ import annotations

from crosstable.engine.history import history_of
from crosstable.engine.standings import Row, standings
from engine.building import played

EVENT = played("a b c d", "a-b 60-50", "c-d 60-50", "/", "a-c 40-60", "b-d 70-70")


def table(rows: list[Row]) -> list[tuple[int, str]]:
    return [(row.rank, row.entry.name) for row in rows]


def test_wins_come_first_then_margin_then_strength_of_schedule() -> None:
    # b and d have no win and −10; d met c, who won all, and b: (1 + ¼) / 2; b met a and d: (½ + ¼) / 2.
    assert table(standings(EVENT)) == [(1, "c"), (2, "a"), (3, "d"), (4, "b")]


def test_full_equals_share_a_rank_and_stand_in_seed_order() -> None:
    assert table(standings(EVENT, after_round=1)) == [(1, "a"), (1, "c"), (3, "b"), (3, "d")]


def test_rows_carry_the_values_of_the_tie_breaks_asked_for() -> None:
    assert [row.values for row in standings(EVENT, ("VP", "WINS"))] == [
        (120, 2),
        (120, 0),
        (120, 0),
        (100, 1),
    ]


def test_a_history_already_made_gives_the_same_rows() -> None:
    assert standings(EVENT, history=history_of(EVENT)) == standings(EVENT)


def test_before_the_first_round_everyone_is_first() -> None:
    assert table(standings(played("a b"))) == [(1, "a"), (1, "b")]
