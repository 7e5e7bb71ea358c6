"""Scores of team matches over several boards, from the history: match points, board points, and FIDE C.07 article 12.

Every board of a match is a tally of its game, `board 1` and so on: won, lost or drawn. A board counts as the scoring of
the game says; one that was forfeited counts as any other (article 12). A match nobody played is won on every board.
A bye is worth a win, and a draw on every board.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction

from crosstable.engine.history import EntryHistory, Game, History
from crosstable.engine.model import ByeKind, EntryId, Points, Result, Tally
from crosstable.engine.team_tie_breaks import TEAM_TIE_BREAKS, Key

BOARD = "board "
NOTHING = Points(0)
# Wider than any sum of points, so that a later board never outweighs an earlier one.
NEXT = 10_000


def board_tallies(boards: list[Result]) -> tuple[Tally, ...]:
    """The boards of a match as tallies of its result, in order."""
    return tuple(
        Tally(
            f"{BOARD}{number}",
            int(board.first.is_win),
            int(board.second.is_win),
            int(not board.first.is_win and not board.second.is_win and not board.first.is_loss),
        )
        for number, board in enumerate(boards, start=1)
    )


def has_board_tallies(result: Result) -> bool:
    return any(tally.name.startswith(BOARD) for tally in result.tallies)


def match_points(history: History) -> Mapping[EntryId, Points]:
    return {id: 2 * own.wins + own.draws + own.extra_points for id, own in history.items()}


def board_points(history: History) -> Mapping[EntryId, Points]:
    return {id: sum(points, NOTHING) for id, points in points_by_board(history).items()}


def points_by_board(history: History) -> Mapping[EntryId, list[Points]]:
    """What every team has made on each board over all matches, board 1 first."""
    boards = number_of_boards(history)
    return {id: _points_of(history, own, boards) for id, own in history.items()}


def number_of_boards(history: History) -> int:
    return max((len(_boards(game)) for own in history.values() for game in own.games), default=0)


def points_of_match(history: History, game: Game) -> tuple[Points, Points] | None:
    """Board points of both sides; None where no board of the match is known."""
    tallies = _boards(game)
    if not tallies:
        return None
    mine = sum((_points(history, tally) for tally in tallies), NOTHING)
    theirs = sum((_points(history, tally.turned) for tally in tallies), NOTHING)
    return mine, theirs


def _points(history: History, board: Tally) -> Points:
    scoring = history.scoring
    return scoring.win * board.first + scoring.draw * board.drawn + scoring.loss * board.second


def _points_of(history: History, own: EntryHistory, boards: int) -> list[Points]:
    games = [points_in(history, game, boards) for game in own.games]
    return [sum((points[board] for points in games), NOTHING) for board in range(boards)]


def points_in(history: History, game: Game, boards: int) -> list[Points]:
    """What a team made on each board of one match, or of a round without one."""
    win, draw = history.scoring.win, history.scoring.draw
    if tallies := _boards(game):
        points = [_points(history, tally) for tally in tallies]
        return points + [NOTHING] * (boards - len(points))
    if game.bye in (ByeKind.ALLOCATED, ByeKind.FULL, ByeKind.HALF):
        return [draw] * boards
    is_given = game.outcome is not None and game.outcome.is_win and not game.outcome.was_played
    return [win if is_given else NOTHING] * boards


def _boards(game: Game) -> list[Tally]:
    return [tally for tally in game.tallies if tally.name.startswith(BOARD)]


def by_boards(code: str) -> Callable[[History], Mapping[EntryId, Decimal | Fraction]]:
    """A tie-break by boards as one number: what is compared first, then what only matters if that is equal."""
    return lambda history: {
        id: _as_number(TEAM_TIE_BREAKS[code](points)) for id, points in points_by_board(history).items()
    }


def _as_number(key: Key) -> Fraction:
    return sum((Fraction(value) / NEXT**place for place, value in enumerate(key)), Fraction(0))


def first_of(value: object) -> Decimal:
    """What is compared first, by halves: a sum of board points; of a board count its size."""
    assert isinstance(value, Fraction)
    return abs(Decimal(round(value * 2)) / 2)
