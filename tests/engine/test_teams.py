from __future__ import annotations

from decimal import Decimal

from crosstable.engine.model import Entry, EntryId, Outcome, Result
from crosstable.engine.team_tie_breaks import without_bottom_boards
from crosstable.engine.teams import TeamBye, TeamMatch, TeamRow, TeamScoring, team_result, team_standings

WON = Result(Outcome.WIN, Outcome.LOSS)
LOST = Result(Outcome.LOSS, Outcome.WIN)
DRAWN = Result(Outcome.DRAW, Outcome.DRAW)
FORFEITED = Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
ABSENT = Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)
D = Decimal


def entry(number: int) -> Entry:
    return Entry(EntryId(number), number)


def match(first: int, second: int, *boards: Result | None) -> TeamMatch:
    return TeamMatch(EntryId(first), EntryId(second), boards)


def test_more_board_points_win_the_match() -> None:
    result = team_result([WON, DRAWN, DRAWN, LOST, WON])
    assert (result.board_points, result.match_points) == ((D("3.0"), D("2.0")), (D(2), D(0)))
    assert result.result == Result(Outcome.WIN, Outcome.LOSS, rated=False)


def test_equal_board_points_draw_the_match() -> None:
    result = team_result([WON, LOST])
    assert (result.match_points, result.result.first) == ((D(1), D(1)), Outcome.DRAW)


def test_a_match_nobody_came_to_is_a_forfeit() -> None:
    assert team_result([FORFEITED, FORFEITED]).result.first is Outcome.FORFEIT_WIN
    assert team_result([ABSENT]).match_points == (D(0), D(0))


def test_match_points_can_be_three_for_a_win() -> None:
    assert team_result([LOST], TeamScoring(win=D(3))).match_points == (D(0), D(3))


def test_standings_are_by_match_points_then_board_points() -> None:
    """1 and 2 both win once; 2 wins by more. 3's open match does not count."""
    rows = team_standings(
        [entry(i) for i in range(1, 6)],
        [match(1, 4, WON, DRAWN), match(5, 2, LOST, LOST), match(3, 1, WON, None)],
        [TeamBye(EntryId(3), 2)],
    )
    assert rows == [
        TeamRow(1, entry(2), D(2), D(2), 1, 0, 0, (D(1), D(1))),
        TeamRow(2, entry(1), D(2), D("1.5"), 1, 0, 0, (D(1), D("0.5"))),
        TeamRow(3, entry(3), D(2), D("1.0"), 0, 0, 0),
        TeamRow(4, entry(4), D(0), D("0.5"), 0, 0, 1, (D(0), D("0.5"))),
        TeamRow(5, entry(5), D(0), D(0), 0, 0, 1, (D(0), D(0))),
    ]


def test_teams_equal_in_both_share_a_rank() -> None:
    rows = team_standings([entry(1), entry(2), entry(3)], [match(1, 2, WON, LOST)])
    assert [(row.rank, row.entry.id) for row in rows] == [(1, 1), (1, 2), (3, 3)]


# 1 and 2 both win 2:1, so they are equal in match points and board points: 1 on boards 2 and 3, 2 on boards 1 and 3.
LEVEL = [match(1, 3, LOST, WON, WON), match(2, 4, WON, LOST, WON)]


def order(*tie_breaks: str) -> list[tuple[int, int]]:
    rows = team_standings([entry(i) for i in range(1, 5)], LEVEL, tie_breaks=tie_breaks)
    return [(row.rank, row.entry.id) for row in rows]


def test_without_a_tie_break_level_teams_share_a_rank() -> None:
    assert order() == [(1, 1), (1, 2), (3, 3), (3, 4)]


def test_the_smaller_board_count_is_better() -> None:
    """2·1 + 3·1 = 5 against 1 + 3 = 4; of those who lost, 1 against 2."""
    assert order("BC") == [(1, 2), (2, 1), (3, 3), (4, 4)]


def test_top_board_results_go_down_from_board_one() -> None:
    assert order("TBR") == [(1, 2), (2, 1), (3, 3), (4, 4)]


def test_bottom_boards_are_left_out_one_after_the_other() -> None:
    """Without board 3 both have 1; without 2 and 3 the second has 1 and the first none."""
    assert order("BBE") == [(1, 2), (2, 1), (3, 3), (4, 4)]
    assert without_bottom_boards([D(1), D(0), D(2)]) == (D(1), D(1))
    assert without_bottom_boards([D(1), D(3), D(2), D(5)]) == (D(6), D(4), D(1))


def test_a_row_says_what_was_made_on_each_board() -> None:
    rows = team_standings([entry(i) for i in range(1, 5)], [*LEVEL, match(1, 2, WON, DRAWN, LOST)])
    assert {row.entry.id: row.boards for row in rows}[EntryId(1)] == (D(1), D("1.5"), D(1))
