"""Team matches over several boards: board results → match result. Standings are those of tie_breaks/team_registry.py.

Board results are seen from the first team, whoever has White there. Line-ups and who may play where are not
checked here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from crosstable.engine.model import Outcome, Points, Result, Scoring
from crosstable.engine.scoring import outcome_points


@dataclass(frozen=True, slots=True)
class TeamScoring:
    """Match points for winning, drawing, losing on board points; boards score by `boards`."""

    win: Points = Decimal(2)
    draw: Points = Decimal(1)
    loss: Points = Decimal(0)
    boards: Scoring = field(default_factory=Scoring)


STANDARD = TeamScoring()


@dataclass(frozen=True, slots=True)
class TeamResult:
    """Board points of both sides, their match points, and the result as any other match has it."""

    board_points: tuple[Points, Points]
    match_points: tuple[Points, Points]
    result: Result


def team_result(boards: Sequence[Result], scoring: TeamScoring = STANDARD) -> TeamResult:
    """More board points win the match; equal ones draw it. A match without a game played is a forfeit."""
    first = sum((outcome_points(scoring.boards, board.first) for board in boards), Decimal(0))
    second = sum((outcome_points(scoring.boards, board.second) for board in boards), Decimal(0))
    played = any(board.first.was_played for board in boards)
    result = _result(first, second, played)
    points = (_match_points(scoring, result.first), _match_points(scoring, result.second))
    return TeamResult((first, second), points, result)


def _result(first: Points, second: Points, played: bool) -> Result:
    if first == second:
        drawn = Outcome.DRAW if played else Outcome.FORFEIT_LOSS
        return Result(drawn, drawn, rated=False)
    won, lost = (Outcome.WIN, Outcome.LOSS) if played else (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
    return Result(won, lost, rated=False) if first > second else Result(lost, won, rated=False)


def _match_points(scoring: TeamScoring, outcome: Outcome) -> Points:
    if outcome.is_win:
        return scoring.win
    return scoring.draw if outcome is Outcome.DRAW else scoring.loss
