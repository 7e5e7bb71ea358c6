from __future__ import annotations

from decimal import Decimal

from crosstable.engine.model import Entry, EntryId, Outcome, Result
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
        TeamRow(1, entry(2), D(2), D(2), 1, 0, 0),
        TeamRow(2, entry(1), D(2), D("1.5"), 1, 0, 0),
        TeamRow(3, entry(3), D(2), D("1.0"), 0, 0, 0),
        TeamRow(4, entry(4), D(0), D("0.5"), 0, 0, 1),
        TeamRow(5, entry(5), D(0), D(0), 0, 0, 1),
    ]


def test_teams_equal_in_both_share_a_rank() -> None:
    rows = team_standings([entry(1), entry(2), entry(3)], [match(1, 2, WON, LOST)])
    assert [(row.rank, row.entry.id) for row in rows] == [(1, 1), (1, 2), (3, 3)]
