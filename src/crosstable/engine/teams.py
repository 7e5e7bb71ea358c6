"""Team matches over several boards: board results → match result. Standings are those of tie_breaks/team_registry.py.

Board results are seen from the first team, whoever has White there. Line-ups and who may play where are not
checked here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from crosstable.engine.model import Outcome, Points, Result, Scoring
from crosstable.engine.scoring import outcome_points


@dataclass(frozen=True, slots=True)
class TeamResult:
    """Board points of both sides, and the result as any other match has it."""

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
