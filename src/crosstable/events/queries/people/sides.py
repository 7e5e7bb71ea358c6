"""A result as one side sees it: mine first, and whether I won."""

from __future__ import annotations

from dataclasses import dataclass

from crosstable.engine.results import OUTCOMES, Score
from crosstable.events.models import Claim, Match, ResultCode


@dataclass(frozen=True, slots=True)
class ScoreOfSide:
    """Seen from one side: mine first."""

    score: Score

    @classmethod
    def of(cls, row: Match | Claim, *, first: bool) -> ScoreOfSide:
        return cls(row.said if first else row.said.swapped)

    def __str__(self) -> str:
        """Two numbers with room between them."""
        pair = self.score.totals if self.score.value == self.score.totals else None
        return f"{pair[0]} – {pair[1]}" if pair else self.score.words

    @property
    def lead(self) -> int:
        """By how much one side is ahead, whichever number wins."""
        return abs(self.score.margin or 0)


def outcome_for(result: str, *, first: bool) -> str:
    """win, draw or loss for one side; empty while there is no result."""
    if not result:
        return ""
    outcome = OUTCOMES[result][0 if first else 1]
    return "win" if outcome.is_win else "loss" if outcome.is_loss else "draw"


def result_from(outcome: str, *, first: bool) -> str:
    """The result a player means who says “I won”, “a draw” or “I lost”."""
    if outcome == "draw":
        return ResultCode.DRAW.value
    return ResultCode.FIRST_WINS.value if (outcome == "win") == first else ResultCode.SECOND_WINS.value
