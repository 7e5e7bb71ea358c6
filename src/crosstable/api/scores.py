"""Scores in JSON, in the form of the match's result shape: a code, two numbers, the sets, the lines of a sheet.

A match of several games reported one by one (the boards of a team match, a best of n in a knockout) is `{"games":
[score, …]}`.
"""

import json
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError, WrapValidator
from pydantic_core import from_json

from crosstable.accounts.models import User
from crosstable.api.schemas import In, Out, Text, Whole
from crosstable.engine.model import Outcome
from crosstable.engine.results import ResultShape, Score
from crosstable.events.actions.results import results, series, team_boards
from crosstable.events.bridge.results.scores import read_score, shape_of_match, understand
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import Claim, Match, MatchPart
from crosstable.events.queries.desk.places import parts_of
from crosstable.text import tr


def _refused_once(score: object, read: Callable[[object], object]) -> object:
    """Validate a score with several alternatives; report one error if none fits, not three."""
    try:
        return read(score)
    except ValidationError:
        raise ValueError("Send a score in the form of the game; GET /api/games shows some.") from None


ScoreJson = str | dict[str, Any] | list[Any]
ScoreValue = Annotated[ScoreJson, WrapValidator(_refused_once)]
RESULTS_DESCRIPTION = (
    "1-0, 0-1 or 1/2-1/2; forfeits are 1-0F, 0-1F and 0-0F. In chess an arbiter can also "
    "enter 0-0, 1/2-0 and 0-1/2. A U at the end means that the game is not rated: 1-0U."
)
DESCRIPTION = (
    'The score in the form of the game: "1-0"; {"first": 72, "second": 45}; {"sets": [[21, '
    '19], [21, 17]]}; {"first": {"primary": 40, …}, "second": {…}}; {"games": [score, …]} for'
    ' team matches and series. A forfeit is "1-0F", "0-1F" or "0-0F" in every game.'
)


class GameIn(In):
    """One board of a team match, or one game of a series: a score of the game's shape, or a result."""

    score: ScoreValue | None = Field(None, description="The score of one game, in the form of the game.")
    result: Text | None = Field(
        None, description="1-0, 0-1 or 1/2-1/2, where the game has results; 1-0F, 0-1F or 0-0F."
    )
    player1_vp: Whole | None = Field(None, validation_alias="player1VP")
    player2_vp: Whole | None = Field(None, validation_alias="player2VP")

    def parsed_score(self, shape: ResultShape, place: str) -> Score:
        if self.score is not None:
            return read_score(shape, self.score, f"{place}.score.")
        return by_names(shape, self.player1_vp, self.player2_vp, self.result, f"{place}.")


class PartOut(Out):
    number: int = Field(description="The number of the board or of the game, from 1.")
    player1: str = Field(description="The player of the first side at this board; empty in a series.")
    player2: str
    result: str
    score: ScoreJson = Field(description="The score in the form of the game.")
    words: str

    @classmethod
    def of(cls, shape: ResultShape, part: MatchPart) -> Self:
        return cls.of_row(
            part,
            player1=str(part.first_member or ""),
            player2=str(part.second_member or ""),
            score=_to_json(shape, part.parsed_score),
            words=part.result_words,
        )


def by_names(
    shape: ResultShape, first_vp: int | None, second_vp: int | None, result: str | None, at: str = ""
) -> Score:
    """Parse a result without a score: two numbers, or a result. Raises BadValue with the field."""
    try:
        return understand(shape, first_vp, second_vp, result, at)
    except BadValue as refused:
        if (first_vp, second_vp) != (None, None) or refused.field == f"{at}result":
            raise
        example = json.dumps(shape.to_json(shape.example(Outcome.WIN)))
        raise BadValue(
            tr("Send a score of this game, for example {example}.", example=example), f"{at}score"
        ) from refused


def read_games(match: Match, games: Sequence[GameIn], place: str) -> list[Score]:
    shape = shape_of_match(match)
    return [game.parsed_score(shape, f"{place}.{number}") for number, game in enumerate(games, start=1)]


def read(match: Match, score: ScoreJson) -> Score | list[Score]:
    """Parse one score, or one per game if they are reported one by one. Raises BadValue with the field."""
    shape, games = shape_of_match(match), score.get("games") if isinstance(score, dict) else None
    if games is None or parts_of(match).count == 1:
        return read_score(shape, score, "score.")
    if not isinstance(games, list):
        raise BadValue(tr("The games of a match are a list of scores."), "score.games")
    return [read_score(shape, _bare(game), f"score.games.{n}.") for n, game in enumerate(games, start=1)]


def _bare(game: object) -> object:
    """Unwrap a game that is given under the name of its score."""
    return game["score"] if isinstance(game, dict) and set(game) == {"score"} else game


def in_address(text: str) -> ScoreJson:
    """Parse a score in a query: JSON, or a bare code."""
    try:
        score: ScoreJson = from_json(text, allow_inf_nan=False)
    except ValueError:
        return text
    return score


def report(match: Match, score: Score | list[Score], by: User, version: int | None) -> None:
    """Report a side's score."""
    if not isinstance(score, list):
        results.report(match=match, score=score, by=by, seen_version=version)
    elif match.round.tournament.has_boards:
        team_boards.report_boards(match=match, boards=score, by=by, seen_version=version)
    else:
        raise BadValue(tr("Players report the games of a series one by one."), "score.games")


def enter(
    match: Match,
    score: Score | list[Score],
    by: User,
    version: int | None,
    replaces: Sequence[int] = (),
    reason: str = "",
) -> None:
    """Enter an organiser's score."""
    values: dict[str, Any] = {"match": match, "by": by, "seen_version": version, "reason": reason}
    if not isinstance(score, list):
        results.enter_result(score=score, overwrite=True, accept=replaces, **values)
    elif match.round.tournament.has_boards:
        team_boards.enter_boards(boards=score, overwrite=True, accept=replaces, **values)
    else:
        series.enter_games(games=score, accept=replaces, **values)


def score_of(match: Match, row: Match | Claim) -> ScoreJson | None:
    """Return the score of a match, or of a report about it."""
    return _to_json(rules_of(match.round.tournament).shape, row.parsed_score) if row.result else None


def _to_json(shape: ResultShape, score: Score) -> ScoreJson:
    try:
        return shape.to_json(score)
    except (TypeError, ValueError):  # the sum of several parts, or reported before the game was changed
        stored: ScoreJson = score.stored()["score"]
        return stored


def games_out(match: Match) -> list[PartOut]:
    shape = rules_of(match.round.tournament).shape
    return [PartOut.of(shape, part) for part in match.parts.all() if part.result]
