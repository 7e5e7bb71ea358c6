"""Scores of team matches over several boards: match points, board points, and FIDE C.07 article 12.

Every board of a match is a tally of its game, `board 1` and so on: won, lost or drawn. A board counts by the scoring of
the game; a forfeited one counts like any other (article 12). A match not played is won on every board. A bye is worth a
win, and a draw on every board.

| code | article | the better team                                                                |
|------|---------|--------------------------------------------------------------------------------|
| BC   | 12.1    | has the smaller sum of board number × points made there: it won on high boards |
| TBR  | 12.2    | has more points on board 1; if equal on board 2 …                              |
| BBE  | 12.3    | has more points without the last board; if equal without the last two …       |
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import accumulate

from crosstable.engine.history import EntryHistory, Game, History
from crosstable.engine.model import ByeKind, EntryId, Points, Result, Tally
from crosstable.engine.tie_breaks.tie_break import TieBreak, TieBreakValue, extra_points
from crosstable.text import forms, tr

BOARD = "board "
NOTHING = Points(0)
# Wider than any sum of points: a later board never outweighs an earlier one.
NEXT = 10_000
BoardPoints = Sequence[Points]
"""The points of a team on each board over all matches, board 1 first."""
Key = tuple[Points, ...]
"""Higher is better, the first difference decides."""


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
    """Return the points of every team on each board over all matches, board 1 first."""
    boards = number_of_boards(history)
    return {id: _points_of(history, own, boards) for id, own in history.items()}


def number_of_boards(history: History) -> int:
    return max((len(_boards(game)) for own in history.values() for game in own.games), default=0)


def points_of_match(history: History, game: Game) -> tuple[Points, Points] | None:
    """Return the board points of both sides; None if no board of the match is known."""
    tallies = _boards(game)
    if not tallies:
        return None
    mine = sum((_points(history, tally) for tally in tallies), NOTHING)
    theirs = sum((_points(history, tally.swapped) for tally in tallies), NOTHING)
    return mine, theirs


def _points(history: History, board: Tally) -> Points:
    scoring = history.scoring
    return scoring.win * board.first + scoring.draw * board.drawn + scoring.loss * board.second


def _points_of(history: History, own: EntryHistory, boards: int) -> list[Points]:
    games = [points_in(history, game, boards) for game in own.games]
    return [sum((points[board] for points in games), NOTHING) for board in range(boards)]


def points_in(history: History, game: Game, boards: int) -> list[Points]:
    """Return the points of a team on each board of one match, or of a round without one."""
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


def board_count(boards: BoardPoints) -> Key:
    return (-sum((number * points for number, points in enumerate(boards, start=1)), Decimal(0)),)


def top_boards(boards: BoardPoints) -> Key:
    return tuple(boards)


def without_bottom_boards(boards: BoardPoints) -> Key:
    """The sums without the last board, without the last two … down to board 1 alone."""
    return tuple(accumulate(boards))[-2::-1]


BY_BOARDS: Mapping[str, Callable[[BoardPoints], Key]] = {
    "BC": board_count,
    "TBR": top_boards,
    "BBE": without_bottom_boards,
}


def by_boards(history: History, code: str) -> Mapping[EntryId, Fraction]:
    """Return a tie-break by boards as one number: the most important digits first."""
    keys = {id: BY_BOARDS[code](points) for id, points in points_by_board(history).items()}
    return {
        id: sum((Fraction(value) / NEXT**place for place, value in enumerate(key)), Fraction(0))
        for id, key in keys.items()
    }


def first_of(value: TieBreakValue) -> Decimal:
    """Return what is compared first, by halves: a sum of board points; of a board count its size."""
    assert isinstance(value, Fraction)
    return abs(Decimal(round(value * 2)) / 2)


def _by_boards(code: str, name: str, explanation: str) -> TieBreak:
    values = partial(by_boards, code=code)
    return TieBreak(code, name, code, values, explanation=explanation, display=first_of, is_fide=True)


OF_MATCHES = (
    TieBreak(
        "MP",
        tr("Match points"),
        tr("MP"),
        match_points,
        explanation=tr("Two for a match won, one for a match drawn."),
        counted=forms("{value} match point", "{value} match points"),
        added=extra_points,
        adds_up=True,
        is_fide=True,
    ),
    TieBreak(
        "BP",
        tr("Board points"),
        tr("BP"),
        board_points,
        explanation=tr("The points of all boards, added up."),
        counted=forms("{value} board point", "{value} board points"),
        adds_up=True,
        is_fide=True,
    ),
    # Art. 13.1: the score that is not the first, which is board points in an event by match points.
    TieBreak(
        "MPVGP",
        tr("The other score"),
        tr("MPvGP"),
        board_points,
        explanation=tr("Board points where match points come first."),
        is_fide=True,
    ),
)
OF_BOARDS = (
    _by_boards(
        "BC",
        tr("Board count, the smaller the better"),
        tr("Each board’s points times its number: points at the first boards make it small."),
    ),
    _by_boards(
        "TBR",
        tr("Points at board 1, then at board 2 …"),
        tr("The points at the first board; if these are equal at the second, and so on."),
    ),
    _by_boards(
        "BBE",
        tr("Points without the last board, then without the last two …"),
        tr("The points of all boards but the last; if these are equal of all but the last two, and so on."),
    ),
)
