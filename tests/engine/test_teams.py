from __future__ import annotations

from decimal import Decimal

from crosstable.engine.model import Outcome, Result, Scoring
from crosstable.engine.scoring import team_result
from crosstable.engine.tie_breaks.teams import without_bottom_boards

WON = Result(Outcome.WIN, Outcome.LOSS)
LOST = Result(Outcome.LOSS, Outcome.WIN)
DRAWN = Result(Outcome.DRAW, Outcome.DRAW)
FORFEITED = Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
ABSENT = Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)
D = Decimal


def test_more_board_points_win_the_match() -> None:
    result = team_result([WON, DRAWN, DRAWN, LOST, WON], Scoring())
    assert result.board_points == (D("3.0"), D("2.0"))
    assert result.result == Result(Outcome.WIN, Outcome.LOSS, rated=False)


def test_equal_board_points_draw_the_match() -> None:
    assert team_result([WON, LOST], Scoring()).result.first is Outcome.DRAW


def test_a_match_no_one_came_to_is_a_forfeit() -> None:
    assert team_result([FORFEITED, FORFEITED], Scoring()).result.first is Outcome.FORFEIT_WIN
    assert team_result([ABSENT], Scoring()).result.first is Outcome.FORFEIT_LOSS


def test_boards_count_as_the_scoring_says() -> None:
    assert team_result([LOST], Scoring(win=D(3))).board_points == (D(0), D(3))


def test_bottom_boards_are_left_out_one_after_the_other() -> None:
    assert without_bottom_boards([D(1), D(0), D(2)]) == (D(1), D(1))
    assert without_bottom_boards([D(1), D(3), D(2), D(5)]) == (D(6), D(4), D(1))
