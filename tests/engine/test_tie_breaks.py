from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from crosstable.engine.history import history_of
from crosstable.engine.model import Tournament
from crosstable.engine.tie_breaks import TIE_BREAKS, TieBreakValue
from engine.building import played


def values(code: str, tournament: Tournament) -> dict[str, TieBreakValue]:
    known = history_of(tournament)
    return {known[id].entry.name: value for id, value in TIE_BREAKS[code].values(known).items()}


THREE = played(
    "a b c", "a-b 72-45", "c bye", "/", "a-c 50-50", "b bye", "/", "b-c 60-30", "a bye"
)  # a 2-0-1, b 2-1, c 1-1-1


def test_wins_count_byes() -> None:
    assert values("WINS", THREE) == {"a": 2, "b": 2, "c": 1}


def test_points_follow_the_scoring() -> None:
    assert values("PTS", THREE) == {"a": Decimal("2.5"), "b": Decimal(2), "c": Decimal("1.5")}


def test_margin_is_scored_minus_conceded() -> None:
    assert values("MARGIN", THREE) == {"a": 27, "b": 3, "c": -30}


def test_victory_points_are_added_up() -> None:
    assert values("VP", THREE) == {"a": 122, "b": 105, "c": 80}


def test_strength_of_schedule_counts_draws_as_half_and_leaves_byes_out() -> None:
    # At the table: a won one and drew one of two, ¾; b won one of two, ½; c drew one of two, ¼.
    assert values("SOS", THREE) == {"a": Fraction(3, 8), "b": Fraction(1, 2), "c": Fraction(5, 8)}


def test_strength_of_schedule_counts_an_opponent_as_often_as_met() -> None:
    t = played("a b c", "a-b 60-50", "/", "a-b 60-50", "/", "a-c 60-50", "/", "c-b 60-50")
    # b won 0 of 3, c 1 of 2: a met b twice and c once.
    assert values("SOS", t) == {"a": Fraction(1, 6), "b": Fraction(5, 6), "c": Fraction(1, 2)}


def test_strength_of_schedule_is_nothing_before_the_first_game_and_ignores_forfeits() -> None:
    t = played("a b c", "a-b 1-0F", "c bye")
    assert values("SOS", t) == {"a": 0, "b": 0, "c": 0}
