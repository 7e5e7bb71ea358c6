from __future__ import annotations

import pytest

from crosstable.engine.model import Outcome
from crosstable.engine.ratings import (
    EloOptions,
    RatedGame,
    Rating,
    RatingChange,
    expected_share,
    round_changes,
)


def test_equals_expect_half_and_four_hundred_points_are_ten_to_one() -> None:
    assert expected_share(1500, 1500) == 0.5
    assert expected_share(1600, 1200) == pytest.approx(10 / 11)
    assert expected_share(1200, 1600) == pytest.approx(1 / 11)


def test_newcomers_start_at_1200_and_move_by_half_of_32() -> None:
    assert round_changes([RatedGame(1, 2, Outcome.WIN)], {}) == [
        RatingChange(1, 2, 1200, 1216),
        RatingChange(2, 1, 1200, 1184),
    ]


def test_k_is_32_below_thirty_games_and_16_from_then_on() -> None:
    ratings = {1: Rating(1200, 29), 2: Rating(1200, 30)}
    changes = round_changes([RatedGame(1, 2, Outcome.LOSS)], ratings)
    assert [change.change for change in changes] == [-16, 8]


def test_a_draw_moves_the_favourite_down() -> None:
    # 1400 expects 1/(1+10^(−½)) = 0.7597 of 1200: 32 × (0.5 − 0.7597) = −8.31, and +8.31 for the other.
    ratings = {1: Rating(1400), 2: Rating(1200)}
    assert [c.after for c in round_changes([RatedGame(1, 2, Outcome.DRAW)], ratings)] == [1392, 1208]


def test_an_upset_pays_most() -> None:
    # 1200 expects 1/11 of 1600: 32 × 10/11 = 29.09.
    ratings = {1: Rating(1200), 2: Rating(1600)}
    assert [c.after for c in round_changes([RatedGame(1, 2, Outcome.WIN)], ratings)] == [1229, 1571]


def test_all_games_of_a_round_start_from_the_ratings_before_it() -> None:
    games = [RatedGame(1, 2, Outcome.WIN), RatedGame(1, 3, Outcome.WIN)]
    assert [c.before for c in round_changes(games, {})] == [1200, 1200, 1200, 1200]


def test_options_change_start_and_k() -> None:
    changes = round_changes([RatedGame(1, 2, Outcome.WIN)], {}, EloOptions(start=1000, k_new=20))
    assert [c.after for c in changes] == [1010, 990]
