"""Line-ups of team matches: who of a team may sit at which board, and with which colour.

Members are known by their number in the team: the regular ones in the order of boards, then the reserves. Nothing here
knows when a line-up is due.
"""

from collections.abc import Collection, Sequence
from enum import Enum

from crosstable.engine.errors import EngineError
from crosstable.engine.model import Color


class BoardOrder(Enum):
    """FIXED: nobody sits above somebody who stands higher in the team's list, reserves last. FREE: as they like."""

    FIXED = "fixed"
    FREE = "free"


class WrongNumberOfBoards(EngineError):
    named: int
    boards: int
    says = "a match has {self.boards} boards, and {self.named} are named"


class NotInTheTeam(EngineError):
    board: int
    says = "whoever is named for board {self.board} is not in the team"


class AtTwoBoards(EngineError):
    number: int
    board: int
    says = "member {self.number} is named again for board {self.board}"


class OutOfOrder(EngineError):
    """`above` sits at the board before, and comes after `number` in the list."""

    number: int
    above: int
    board: int
    says = "member {self.number} sits at board {self.board}, below member {self.above}"


def check_line_up(line_up: Sequence[int], members: Collection[int], boards: int, order: BoardOrder) -> None:
    """`line_up` are the numbers of members from board 1 on. Raises what is wrong at the first board where it is."""
    if len(line_up) != boards:
        raise WrongNumberOfBoards(len(line_up), boards)
    for board, number in enumerate(line_up, start=1):
        if number not in members:
            raise NotInTheTeam(board)
        if number in line_up[: board - 1]:
            raise AtTwoBoards(number, board)
        if order is BoardOrder.FIXED and board > 1 and number < line_up[board - 2]:
            raise OutOfOrder(number, line_up[board - 2], board)


def usual_line_up(members: Collection[int], boards: int) -> tuple[int, ...]:
    """Whoever says nothing plays with the first of the list."""
    return tuple(sorted(members)[:boards])


def color_at(board: int, *, first_side: bool) -> Color:
    """The first side has White at board 1, Black at board 2 and so on in turn."""
    return Color.WHITE if (board % 2 == 1) == first_side else Color.BLACK
