"""Tie-breaks of teams by their boards (FIDE C.07 article 12), for teams equal in match points and board points.

| code | article | the better team                                                                |
|------|---------|--------------------------------------------------------------------------------|
| BC   | 12.1    | has the smaller sum of board number × points made there: it won on high boards |
| TBR  | 12.2    | has more points on board 1; if equal on board 2 …                              |
| BBE  | 12.3    | has more points without the last board; if equal without the last two …       |

Article 13 is in tie_breaks/extended.py.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from itertools import accumulate

from crosstable.engine.model import Points

BoardPoints = Sequence[Points]
"""What a team has made on each board over all matches, board 1 first."""
Key = tuple[Points, ...]
"""Higher is better, the first difference decides."""


def board_count(boards: BoardPoints) -> Key:
    return (-sum((number * points for number, points in enumerate(boards, start=1)), Decimal(0)),)


def top_boards(boards: BoardPoints) -> Key:
    return tuple(boards)


def without_bottom_boards(boards: BoardPoints) -> Key:
    """The sums without the last board, without the last two … down to board 1 alone."""
    return tuple(accumulate(boards))[-2::-1]


TEAM_TIE_BREAKS: Mapping[str, Callable[[BoardPoints], Key]] = {
    "BC": board_count,
    "TBR": top_boards,
    "BBE": without_bottom_boards,
}
# What people call them.
TEAM_TIE_BREAK_NAMES: Mapping[str, str] = {
    "BC": "Board count, the smaller the better",
    "TBR": "Points at board 1, then at board 2 …",
    "BBE": "Points without the last board, then without the last two …",
}
