"""Options of a Swiss, and the named combinations."""

from dataclasses import dataclass, replace
from enum import Enum

from crosstable.engine.model import Outcome


class GroupBy(Enum):
    """Who counts as equal. RECORD: wins, draws and losses; SCORE: the points; NONE: all in one group."""

    RECORD = "record"
    SCORE = "score"
    NONE = "none"


class Method(Enum):
    """The meetings in a group of 2m, counted from 1, if no rule prevents it."""

    SLIDE = "slide"  # 1 v m+1, 2 v m+2 …
    FOLD = "fold"  # 1 v 2m, 2 v 2m−1 …
    ADJACENT = "adjacent"  # 1 v 2, 3 v 4 …
    RANDOM = "random"  # a slide of the group in an order drawn from the seed


@dataclass(frozen=True, slots=True)
class SwissOptions:
    """`order_by` are tie-break codes, best first; full ties are in seed order.

    `seed` is for Method.RANDOM only: the same seed and history always draw the same round. With `met_when_paired` a
    forfeited game is a meeting, too. A game with an outcome of `bars_bye` counts as an earlier bye.
    """

    order_by: tuple[str, ...] = ("WINS", "MARGIN", "SOS")
    group_by: GroupBy = GroupBy.RECORD
    method: Method = Method.SLIDE
    seed: int = 0
    met_when_paired: bool = False
    bars_bye: frozenset[Outcome] = frozenset({Outcome.FORFEIT_WIN})


BY_RECORD = SwissOptions()
"""A10: wins, margin, strength of schedule; groups of equal W-L-D; upper half against lower half."""

MONRAD = SwissOptions(order_by=("PTS",), group_by=GroupBy.NONE, method=Method.ADJACENT)
"""Down the standings, each with the nearest opponent not met yet."""

CLUB = SwissOptions(order_by=("PTS", "RTNG"), group_by=GroupBy.SCORE, method=Method.FOLD)
"""Score groups, ranked by rating, highest against lowest."""

CLUB_IN_TURN = replace(CLUB, bars_bye=frozenset({Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS}))
"""E5: a forfeited round, on either side, bars a bye. The system itself is pairing/one_by_one.py."""

NEXT = SwissOptions(
    order_by=("PTS", "RTNG"), group_by=GroupBy.SCORE, method=Method.ADJACENT, met_when_paired=True
)
"""D: points, then rating; groups of equal points. The system itself is pairing/one_by_one.py."""

SIMPLE = SwissOptions(
    order_by=("PTS", "RTNG"),
    group_by=GroupBy.SCORE,
    method=Method.SLIDE,
    met_when_paired=True,
    bars_bye=frozenset(),
)
"""B: score groups in Elo order, upper half against lower half. Only byes bar a bye."""

SLIDE = SwissOptions(order_by=("PTS",), group_by=GroupBy.SCORE, method=Method.SLIDE)
"""Equal scores, upper half against lower half in starting order: for any game."""

RANDOM = SwissOptions(order_by=("PTS",), group_by=GroupBy.SCORE, method=Method.RANDOM)
"""Equal scores drawn by lot."""
