"""From what happened to points: outcomes and byes by the tournament's scoring, victory points to a result."""

from crosstable.engine.model import ByeKind, Outcome, Points, Scoring


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
