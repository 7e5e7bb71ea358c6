"""Parsing a reported score with the shape of the event's game: one value, stored whole.

The shape derives the result from the score (A13); without a score, the result itself is reported.
"""

from collections.abc import Mapping
from typing import Any

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import build_bracket
from crosstable.engine.results import (
    CODE_WORDS,
    OUTCOMES,
    POINTS,
    Decided,
    ResultShape,
    Score,
    ScoreRefused,
)
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import KnockoutSettings
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Match, ResultCode

PLAYED = (ResultCode.FIRST_WINS, ResultCode.SECOND_WINS, ResultCode.DRAW)
FORFEITS = (
    ResultCode.FIRST_WINS_BY_FORFEIT,
    ResultCode.SECOND_WINS_BY_FORFEIT,
    ResultCode.DOUBLE_FORFEIT,
)
# The names of the two numbers of a score in forms and refusals.
POINT_FIELDS = {"first": "first_vp", "second": "second_vp"}


def results_offered(shape: ResultShape, *, in_bracket: bool = False) -> list[tuple[str, str]]:
    """Return the usual results to choose from. In a bracket one side must advance."""
    level = (ResultCode.DRAW, ResultCode.DOUBLE_FORFEIT) if in_bracket else ()
    left_out = level if shape.may_end_level else (ResultCode.DRAW, *level)
    return [(code.value, str(code.label)) for code in (*PLAYED, *FORFEITS) if code not in left_out]


def special_results(shape: ResultShape, *, in_bracket: bool = False) -> list[tuple[str, str]]:
    """Return the results an arbiter decides: 0–0 and ½–0 over the board, unrated games."""
    codes = shape.special_codes if isinstance(shape, Decided) else ()
    wins = [code for code in codes if any(outcome.is_win for outcome in OUTCOMES[code])]
    return [(code, CODE_WORDS[code]) for code in (wins if in_bracket else codes)]


def shape_of_match(match: Match) -> ResultShape:
    """Return the shape of this match's score: in a knockout it has as many sets as its round. If the games of a series
    are separate rows, each is reported as everywhere, a drawn one too."""
    tournament, stage = match.round.tournament, match.round.stage
    rules = rules_of(tournament)
    if match.bracket_number is None or not rules.shape.has_parts:
        return rules.shape
    return rules_of(tournament, stage, _best_of(match)).shape


def may_end_level(match: Match) -> bool:
    """Whether the next report may name no winner: in a bracket only a game of a series may."""
    level = shape_of_match(match).may_end_level
    return level and (match.bracket_number is None or _best_of(match) > 1)


def _best_of(match: Match) -> int:
    """Return the maximum number of games of a bracket match."""
    stage, number = match.round.stage, match.bracket_number
    assert stage is not None and number is not None
    seats = [EntryId(seat) for seat in range(1, stage.bracket_seats.count() + 1)]
    return build_bracket(seats, KnockoutSettings.of(stage).options()).match(number).best_of


def parse_score(match: Match, score: object) -> Score:
    """Parse a score of this match by its shape. Raises BadValue with the field."""
    return read_score(shape_of_match(match), score)


def read_score(shape: ResultShape, score: object, at: str = "") -> Score:
    """Parse a score from an API client: a code, or what the shape's schema describes. Raises BadValue with the field;
    `at` is the path of the score in the request: `score.games.2.`"""
    try:
        return shape.check_over(shape.read(score))
    except ScoreRefused as refused:
        raise BadValue(str(refused), f"{at}{refused.field}") from refused


def read_fields(shape: ResultShape, values: Mapping[str, str]) -> Score:
    """Parse a form with the shape's fields. Raises BadValue with the field."""
    try:
        return shape.check_over(shape.read_fields(values))
    except ScoreRefused as refused:
        raise BadValue(str(refused), refused.field) from refused


def understand(
    shape: ResultShape, first_vp: int | None, second_vp: int | None, result: str | None, at: str = ""
) -> Score:
    """Parse a result or two numbers, whichever the game has. Raises BadValue."""
    names = {field.name for field in shape.fields()}
    without_numbers = first_vp is None and second_vp is None and _needs_none(shape, result)
    if POINT_FIELDS.keys() <= names and not without_numbers:
        score: object = {"first": first_vp, "second": second_vp}
    else:
        score = result
    try:
        return read_score(shape, score)
    except BadValue as refused:
        field = refused.field or ""
        raise BadValue(str(refused), f"{at}{POINT_FIELDS.get(field, field)}") from refused


def _needs_none(shape: ResultShape, result: str | None) -> bool:
    """Whether the result needs no numbers: nothing was played, or a draw was agreed."""
    return result in FORFEITS or (shape.may_agree_to_draw and result == ResultCode.DRAW)


def report_for_journal(match: Match, side: Entry, score: Score) -> dict[str, Any]:
    """Return who reported, the score with the reporter's numbers first, and who won by it; each name as a separate
    value."""
    reported = {"reporter": str(side), "reported": score.words_for(first=side.pk == match.first_id)}
    return {**reported, "winner": str(getattr(match, score.winner))} if score.winner else reported


def for_journal(score: Score) -> dict[str, Any]:
    """Return the values for the journal: two numbers, a result, or the score in words."""
    if isinstance(score.value, str):
        return {"result": score.code}
    if [(tally.name, tally.first, tally.second) for tally in score.tallies] == [(POINTS, *score.value)]:
        return {"first_vp": score.value[0], "second_vp": score.value[1]}
    return {"result": score.code, "score": score.words}
