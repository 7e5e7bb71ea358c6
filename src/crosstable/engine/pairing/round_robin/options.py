"""How groups are formed and how they are scheduled: one frozen value each."""

from dataclasses import dataclass
from enum import Enum

from crosstable.engine.model import EntryId


class Distribution(Enum):
    """How entries in seed order come into groups. SNAKE turns back at each end and keeps the strong apart."""

    SNAKE = "snake"
    DEAL = "deal"


class Rounds(Enum):
    """Whose table of rounds is used. BERGER gives colours as FIDE prescribes them."""

    CIRCLE = "circle"
    BERGER = "berger"


class BoardRule(Enum):
    """How boards are dealt out. FORMULA is C3: board = (match index + round index) mod boards + 1."""

    FORMULA = "formula"
    BALANCED = "balanced"

    def sentence(self, board: str) -> str:
        """`board` is what one is called where it is played."""
        return _BOARD_RULES[self].format(board=board)


_BOARD_RULES = {
    BoardRule.FORMULA: "Match by match to the next {board}, starting one {board} later in each round.",
    BoardRule.BALANCED: "Everybody plays on every {board} as often as on any other, as far as that is possible.",
}


@dataclass(frozen=True, slots=True)
class GroupOptions:
    """`shuffle_seed` mixes the entries before they are distributed; kept, it gives the same groups again."""

    groups: int = 1
    distribution: Distribution = Distribution.SNAKE
    shuffle_seed: int | None = None


@dataclass(frozen=True, slots=True)
class ScheduleOptions:
    """Boards are shared by all groups unless `own_boards`: then each group has that many for itself.

    `last_byes` names who sits out in the last round, at most one entry of each odd group. With `count_on` the match
    index of C3 goes on from group to group within a round, so that groups which share boards fill all of them.
    `share_sides`: the sides have names (home and away), so the circle gives everybody each of them equally often, give
    or take one. The Berger tables do so by themselves.
    """

    boards: int = 1
    rounds: Rounds = Rounds.CIRCLE
    double: bool = False
    last_byes: tuple[EntryId, ...] = ()
    own_boards: bool = False
    count_on: bool = False
    board_rule: BoardRule = BoardRule.FORMULA
    share_sides: bool = False


ONE_GROUP = GroupOptions()
ONE_BOARD = ScheduleOptions()
