"""How a match ended, by purpose. Its row has what counts in the standings now; its correction has the rest.

| purpose                                    | everywhere | from now on               | rating only | note only |
|--------------------------------------------|------------|---------------------------|-------------|-----------|
| standings now, pairing the next round      | corrected  | corrected                 | as it was   | as it was |
| standings after a round, published earlier | corrected  | as it was                 | as it was   | as it was |
| the ledger at the place of the game        | corrected  | as it was, and a booking  | corrected   | as it was |
| a report file (TRF) of the event           | corrected  | corrected                 | as it was   | as it was |

A report file lists the corrections in comment lines (`###`), for the rating officer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Q

from crosstable.engine.model import Result
from crosstable.engine.results import Score
from crosstable.engine.tie_breaks.teams import board_tallies
from crosstable.events.bridge.results import scores
from crosstable.events.bridge.team_boards import points_on_boards
from crosstable.events.bridge.words import points_words
from crosstable.events.models import ByeCode, Correction, Match, Policy, Round, Tournament, score_from_json


@dataclass(frozen=True)
class ScoreOnBoards(Score):
    """A team match with its boards, one per row; None for a row without a result."""

    boards: tuple[Score | None, ...] = ()
    # Both sides' totals in words. The scoring may change; the boards stay the same.
    made: tuple[str, str] | None = field(default=None, compare=False)

    @property
    def reported_boards(self) -> list[Score]:
        return [board for board in self.boards if board is not None]

    @property
    def words(self) -> str:
        """`1½–½ (1–0, ½–½)`"""
        if self.made is None:
            return super().words
        return f"{'–'.join(self.made)} ({', '.join(board.words for board in self.reported_boards)})"

    def to_result(self, rated: bool = True) -> Result:
        """Return the result with its boards, so standings count these and not those of the rows."""
        result = super().to_result(rated)
        boards = board_tallies([board.to_result() for board in self.reported_boards])
        return replace(result, tallies=(*result.tallies, *boards))


# How a match ended: a result, or the kind of a bye.
ResultOrBye = Score | ByeCode


def ending_of(match: Match) -> ResultOrBye:
    if match.is_bye:
        return ByeCode(match.bye_kind)
    if not match.round.tournament.has_boards:
        return match.parsed_score
    rows = [part.parsed_score if part.result else None for part in match.parts.all()]
    return on_boards(match.round.tournament, match.parsed_score, rows)


def on_boards(tournament: Tournament, whole: Score, boards: Sequence[Score | None]) -> ScoreOnBoards:
    points = points_on_boards([board for board in boards if board is not None], tournament)
    if points is None or whole.is_forfeit:
        return ScoreOnBoards(whole.value, whole.outcomes, whole.tallies, tuple(boards))
    made = points_words(points[0]), points_words(points[1])
    return ScoreOnBoards(whole.value, whole.outcomes, whole.tallies, tuple(boards), made)


def as_json(ending: ResultOrBye) -> dict[str, Any]:
    if isinstance(ending, ByeCode):
        return {"bye": ending.value}
    if isinstance(ending, ScoreOnBoards):
        boards = [board.stored() if board else None for board in ending.boards]
        return {**ending.stored(), "boards": boards, "made": ending.made}
    return ending.stored()


def for_journal(ending: ResultOrBye) -> dict[str, Any]:
    """Return the values for the journal."""
    if isinstance(ending, ByeCode):
        return {"bye": ending.value}
    if isinstance(ending, ScoreOnBoards) and ending.made:
        return {"result": ending.code, "score": ending.words}
    return {"result": ending.code, **scores.for_journal(ending)}


def from_json(values: dict[str, Any]) -> ResultOrBye:
    if "bye" in values:
        return ByeCode(values["bye"])
    whole = score_from_json(values)
    if "boards" not in values:
        return whole
    boards = tuple(score_from_json(board) if board else None for board in values["boards"])
    made = tuple(values["made"]) if values.get("made") else None
    return ScoreOnBoards(whole.value, whole.outcomes, whole.tallies, boards, made)


def words(ending: ResultOrBye) -> str:
    return ending.label if isinstance(ending, ByeCode) else ending.words


def published_endings(tournament: Tournament, after_round: int) -> dict[int, ResultOrBye]:
    """Return the endings in the published standings after that round, by match, if different from the row."""
    is_from_later_round = Q(policy=Policy.FROM_NOW, since_round__gt=after_round)
    return _endings(Q(match__round__tournament=tournament) & is_from_later_round, "before")


def ledger_endings(round_: Round) -> dict[int, ResultOrBye]:
    """Return the endings the ledger rates in the round's place, by match, if different from the row."""
    of_round = Q(match__round=round_)
    return _endings(of_round & Q(policy=Policy.FROM_NOW), "before") | _endings(
        of_round & Q(policy=Policy.RATING_ONLY), "after"
    )


def _endings(wanted: Q, side: str) -> dict[int, ResultOrBye]:
    rows = Correction.objects.filter(wanted, undone_at__isnull=True).values_list("match_id", side)
    return {match: from_json(values) for match, values in rows}
