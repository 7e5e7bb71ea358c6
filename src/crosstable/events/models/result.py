"""The columns of a result, of a match, a report or one of several games. Stored whole: it can be counted and worded
without knowing the game, and stays as confirmed whatever is chosen for the event later."""

from collections.abc import Mapping
from typing import Any

from django.db import models

from crosstable.engine.results import POINTS, Score, is_storable, recalled
from crosstable.text import tr

# The columns a query needs for a score, in the order of `recalled`.
RESULT_COLUMNS = ("result", "score", "tallies")


class ResultCode(models.TextChoices):
    """How a match ended, first side first: F was not played, U is not rated. The first has White in chess."""

    FIRST_WINS = "1-0", "1–0"
    SECOND_WINS = "0-1", "0–1"
    DRAW = "1/2-1/2", "½–½"
    FIRST_WINS_BY_FORFEIT = "1-0F", tr("1–0 forfeit")
    SECOND_WINS_BY_FORFEIT = "0-1F", tr("0–1 forfeit")
    DOUBLE_FORFEIT = "0-0F", tr("0–0 forfeit")
    BOTH_LOSE = "0-0", "0–0"
    FIRST_HALF = "1/2-0", "½–0"
    SECOND_HALF = "0-1/2", "0–½"
    FIRST_WINS_UNRATED = "1-0U", tr("1–0 unrated")
    SECOND_WINS_UNRATED = "0-1U", tr("0–1 unrated")
    DRAW_UNRATED = "1/2-1/2U", tr("½–½ unrated")
    BOTH_LOSE_UNRATED = "0-0U", tr("0–0 unrated")
    FIRST_HALF_UNRATED = "1/2-0U", tr("½–0 unrated")
    SECOND_HALF_UNRATED = "0-1/2U", tr("0–½ unrated")


class WithResult(models.Model):
    """The three columns of a result, and the value they store. Empty while there is no result."""

    result = models.CharField(max_length=8, choices=ResultCode, blank=True)
    # In the format of the game's shape: a code, a pair of numbers, pairs of them for the sets …
    score = models.JSONField(null=True, blank=True)
    # The tallies: [["points", 72, 45]], [["parts", 2, 1], ["points", 60, 57]].
    tallies = models.JSONField(default=list, blank=True)

    class Meta:
        abstract = True

    @property
    def parsed_score(self) -> Score:
        """The score. Only valid if there is a result."""
        return recalled(self.result, self.score, self.tallies)

    def set_score(self, score: Score | None) -> None:
        """Set or clear the score."""
        columns = score.stored() if score else {"result": "", "score": None, "tallies": []}
        for name, value in columns.items():
            setattr(self, name, value)

    @property
    def points(self) -> tuple[int, int] | tuple[None, None]:
        """The points of both sides, in a game scored by them; None without a result, or if nothing was played."""
        if not self.result or not self.tallies or self.tallies[0][0] != POINTS:
            return None, None
        return self.tallies[0][1], self.tallies[0][2]

    @property
    def is_sound(self) -> bool:
        """Whether the imported columns are a valid score."""
        return not self.result or is_storable(self.score, self.tallies)

    @property
    def result_words(self) -> str:
        """'72–45', '½–½', '2–1 (21–19, 18–21, 21–17)'; empty without a result."""
        return self.parsed_score.words if self.result else ""


def report_words(score: str, winner: str, result: str) -> str:
    """A report in words: the score, and who won by it."""
    if winner:
        return tr("{score}, {winner} won", score=score, winner=winner)
    return tr("{score}, a draw", score=score) if result.startswith(ResultCode.DRAW) else score


def score_from_json(values: Mapping[str, Any]) -> Score:
    """Parse a stored score: `{"result": "1-0", "score": [72, 45], "tallies": [["points", 72, 45]]}`."""
    return recalled(*(values[name] for name in RESULT_COLUMNS))
