"""From results to points: outcomes and byes by the scoring, and team matches over several boards.

Board results are seen from the first team, whichever side has White there. Members of a team are identified by their
number in it: the regular ones in the order of boards, then the reserves. Deadlines of line-ups are not decided here.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from crosstable.engine.errors import EngineError
from crosstable.engine.model import ByeKind, Color, EntryId, Outcome, Points, Result, Round, Scoring
from crosstable.text import tr


def add_round(scores: dict[EntryId, Points], round_: Round, scoring: Scoring) -> None:
    """Add each entry's points of the round; an open match gives none yet."""
    for match in round_.matches:
        if match.result is not None:
            scores[match.pairing.first] += outcome_points(scoring, match.result.first)
            scores[match.pairing.second] += outcome_points(scoring, match.result.second)
    for bye in round_.byes:
        scores[bye.entry] += bye_points(scoring, bye.kind)


def outcome_points(scoring: Scoring, outcome: Outcome) -> Points:
    match outcome:
        case Outcome.WIN:
            return scoring.win
        case Outcome.DRAW:
            return scoring.draw
        case Outcome.LOSS:
            return scoring.loss
        case Outcome.FORFEIT_WIN:
            return scoring.forfeit_win
        case Outcome.FORFEIT_LOSS:
            return scoring.forfeit_loss


def bye_points(scoring: Scoring, kind: ByeKind) -> Points:
    match kind:
        case ByeKind.ALLOCATED:
            return scoring.allocated_bye
        case ByeKind.FULL:
            return scoring.full_bye
        case ByeKind.HALF:
            return scoring.half_bye
        case ByeKind.ZERO:
            return scoring.zero_bye


@dataclass(frozen=True, slots=True)
class TeamResult:
    """Board points of both sides, and the result like that of any other match."""

    board_points: tuple[Points, Points]
    result: Result


def team_result(boards: Sequence[Result], scoring: Scoring) -> TeamResult:
    """More board points win the match; equal ones draw it. A match without a game played is a forfeit."""
    first = sum((outcome_points(scoring, board.first) for board in boards), Decimal(0))
    second = sum((outcome_points(scoring, board.second) for board in boards), Decimal(0))
    played = any(board.first.was_played for board in boards)
    return TeamResult((first, second), _result(first, second, played))


def _result(first: Points, second: Points, played: bool) -> Result:
    if first == second:
        drawn = Outcome.DRAW if played else Outcome.FORFEIT_LOSS
        return Result(drawn, drawn, rated=False)
    won, lost = (Outcome.WIN, Outcome.LOSS) if played else (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
    return Result(won, lost, rated=False) if first > second else Result(lost, won, rated=False)


class BoardOrder(Enum):
    """FIXED: members sit in the order of the team's list, reserves last. FREE: in any order."""

    FIXED = "fixed"
    FREE = "free"


class WrongNumberOfBoards(EngineError):
    named: int
    boards: int
    says = tr("a match has {boards} boards, and {named} are named")


class NotInTheTeam(EngineError):
    board: int
    says = tr("the player named for board {board} is not in the team")


class AtTwoBoards(EngineError):
    number: int
    board: int
    says = tr("member {number} is named again for board {board}")


class OutOfOrder(EngineError):
    """`above` sits at the board before, and comes after `number` in the list."""

    number: int
    above: int
    board: int
    says = tr("member {number} sits at board {board}, below member {above}")


def check_line_up(line_up: Sequence[int], members: Collection[int], boards: int, order: BoardOrder) -> None:
    """Check the numbers of members from board 1 on. Raises the error of the first wrong board."""
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
    """Return the line-up of a team that gives none: the first of the list."""
    return tuple(sorted(members)[:boards])


def color_at(board: int, *, first_side: bool) -> Color:
    """The first side has White at board 1, Black at board 2 and so on, alternating."""
    return Color.WHITE if (board % 2 == 1) == first_side else Color.BLACK
