"""What follows from the parts of a match: who won is given, what was counted is added up."""

from __future__ import annotations

from crosstable.engine.model import Tally
from crosstable.engine.results import (
    Decided,
    Points,
    Series,
    Sets,
    by_code,
    from_boards,
    from_series,
)

SETS, CARDS, GOALS = Sets(best_of=3), Series(3, drawn_parts=True, draws=True, timed=True), Points("goals")


def test_the_sets_and_points_of_all_boards_are_added_up():
    boards = [SETS.read([[11, 4], [11, 7]]), SETS.read([[11, 9], [3, 11], [8, 11]])]
    match = from_boards("1/2-1/2", boards)
    assert match.tallies == (Tally("parts", 3, 2), Tally("points", 44, 42))
    assert (match.words, match.margin, match.swapped.words) == ("3–2", 1, "2–3")


def test_drawn_games_stay_drawn():
    match = from_boards("1-0", [CARDS.read([2, 0]), CARDS.read([1, 1, 1])])
    assert (match.tallies, match.words) == ((Tally("parts", 3, 1, 1),), "3–1–1")


def test_boards_decide_and_not_the_goals():
    match = from_boards("1-0", [GOALS.read([1, 0]), GOALS.read([1, 0]), GOALS.read([0, 9])])
    assert (match.code, match.words) == ("1-0", "2–9")


def test_where_nothing_is_counted_or_played_the_result_says_it_all():
    assert from_boards("1-0", [Decided().read("1-0"), Decided().read("1/2-1/2")]) == by_code("1-0")
    assert from_boards("1-0F", [GOALS.read("1-0F")] * 2) == by_code("1-0F")


def test_a_series_tells_its_games_before_what_was_counted_in_them():
    match = from_series("1-0", [GOALS.read([60, 40]), GOALS.read([30, 50]), GOALS.read([70, 20])])
    assert match.tallies == (Tally("parts", 2, 1), Tally("points", 160, 110))
    assert match.words == "2–1"
    assert match.to_result().tallies == match.tallies
