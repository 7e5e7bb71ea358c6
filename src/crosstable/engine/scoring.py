"""From what happened to points: outcomes and byes by the tournament's scoring."""

from crosstable.engine.model import ByeKind, EntryId, Outcome, Points, Round, Scoring


def add_round(scores: dict[EntryId, Points], round_: Round, scoring: Scoring) -> None:
    """What everybody has after the round; an open match gives nothing yet."""
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
