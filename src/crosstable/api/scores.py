"""Scores on the wire, in the form the shape of the match has: a code, two numbers, the sets, the lines of a sheet.

A match of several games told one by one (the boards of a team match, a best of n in a knockout) is
`{"games": [score, …]}`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic_core import from_json

from crosstable.accounts.models import User
from crosstable.engine.results import Said, Shape
from crosstable.events.actions.results import results, series, team_boards
from crosstable.events.errors import BadValue
from crosstable.events.models import Claim, Match
from crosstable.events.queries.desk.places import parts_of
from crosstable.events.records.results.said import read_score
from crosstable.events.records.settings.game import shape_of
from crosstable.events.records.stages import shape_of_match

ScoreJson = str | dict[str, Any] | list[Any]
DESCRIPTION = (
    'How it ended, as the game tells it: "1-0"; {"first": 72, "second": 45}; {"sets": [[21, 19], [21, 17]]}; '
    '{"first": {"primary": 40, …}, "second": {…}}; {"games": [score, …]} for boards and series; '
    'a forfeit is "1-0F", "0-1F" or "0-0F" in all of them.'
)


def read(match: Match, score: ScoreJson) -> Said | list[Said]:
    """One score, or one for each game where they are told one by one. Raises BadValue with the field."""
    shape, games = shape_of_match(match), score.get("games") if isinstance(score, dict) else None
    if games is None or parts_of(match).count == 1:
        return _read(shape, score, "score")
    if not isinstance(games, list):
        raise BadValue("The games of a match are a list of scores.", "score.games")
    return [_read(shape, game, f"score.games.{number}") for number, game in enumerate(games, start=1)]


def _read(shape: Shape, score: object, place: str) -> Said:
    try:
        return read_score(shape, score)
    except BadValue as refused:
        raise BadValue(str(refused), f"{place}.{refused.field}" if refused.field else place) from refused


def read_one(match: Match, score: ScoreJson) -> Said:
    """The score of a whole match. Raises BadValue with the field."""
    said = read(match, score)
    if isinstance(said, list):
        raise BadValue("A correction is one score for the whole match, not one for each game.", "score.games")
    return said


def in_address(text: str) -> ScoreJson:
    """A score in the address of a request: JSON, or a code as it is."""
    try:
        score: ScoreJson = from_json(text, allow_inf_nan=False)
    except ValueError:
        return text
    return score


def report(match: Match, score: ScoreJson, by: User, version: int | None) -> None:
    """What one side says."""
    said = read(match, score)
    if not isinstance(said, list):
        results.report(match=match, said=said, by=by, seen_version=version)
    elif match.round.tournament.team_boards > 1:
        team_boards.report_boards(match=match, boards=said, by=by, seen_version=version)
    else:
        raise BadValue("Players report the games of a series one by one.", "score.games")


def enter(
    match: Match, score: ScoreJson, by: User, version: int | None, replaces: Sequence[int], reason: str = ""
) -> None:
    """What an organiser says."""
    said = read(match, score)
    kept: dict[str, Any] = {"match": match, "by": by, "seen_version": version, "reason": reason}
    if not isinstance(said, list):
        results.enter_result(said=said, overwrite=True, accept=replaces, **kept)
    elif match.round.tournament.team_boards > 1:
        team_boards.enter_boards(boards=said, overwrite=True, **kept)
    else:
        series.enter_games(games=said, accept=replaces, **kept)


def told(match: Match, row: Match | Claim) -> ScoreJson | None:
    """The score of a match, or of a claim about it."""
    if not row.result:
        return None
    try:
        return shape_of(match.round.tournament).to_json(row.said)
    except (TypeError, ValueError):  # the sum of a team match, or told before another game was chosen
        stored: ScoreJson = row.said.stored()["score"]
        return stored
