"""Parsing a score typed at the desk: `72 45`, `1`, `=f`, and for matches of several games `1 0 1` or `60-40 35-50
71-20`; if one score has several words, semicolons separate the scores: `11-4 11-7; 9-11 11-8 11-6`.

This module only splits the line into games; the shape of the game parses each of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.results import ResultShape, Score, ScoreRefused
from crosstable.engine.results.errors import NotALine
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue, BoardsNeeded
from crosstable.events.models import Tournament
from crosstable.text import tr

FORFEIT_EXAMPLE = "1f"
LONGEST = 600


@dataclass(frozen=True, slots=True)
class Parts:
    """How many games a match consists of; `each_required` if all must be given, as on team boards."""

    count: int = 1
    each_required: bool = False


ONE = Parts()


def read_games(shape: ResultShape, parts: Parts, text: str) -> list[Score]:
    """Parse the typed games in order; one forfeit counts for the whole match. Raises BadValue, BoardsNeeded."""
    if len(text) > LONGEST:
        raise BadValue(tr("A score has at most {longest} characters.", longest=LONGEST), "text")
    if parts.count == 1:
        return [_read(shape, text)]
    games = [_read_one_of_several(shape, one) for one in _cut(shape, text)]
    if len(games) == 1 and games[0].is_forfeit:
        return games
    if parts.each_required and len(games) != parts.count:
        raise BoardsNeeded(boards=parts.count)
    if not 1 <= len(games) <= parts.count:
        raise BadValue(tr("Give the games so far, at most {count} of them.", count=parts.count), "text")
    return games


def grammar(tournament: Tournament, parts: Parts = ONE) -> str:
    """Return an example score for the hint below the input; with all boards if all are required."""
    shape = rules_of(tournament).shape
    example = shape.line_examples()[0]
    shown = parts.count if parts.each_required else min(parts.count, 3)
    return example if parts.count == 1 else _joined(shape, [example] * shown)


def each_game(shape: ResultShape) -> str:
    """Return how one of several games is typed: `1, 0 or =`, `72-45`. A forfeit is given for the whole match."""
    *most, last = [_joined(shape, [one]) for one in shape.line_examples() if one != FORFEIT_EXAMPLE]
    return f"{', '.join(most)} or {last}" if most else last


def as_typed(shape: ResultShape, games: Sequence[Score]) -> str:
    """Return the games as they could have been typed."""
    return _joined(shape, [shape.to_line(game) for game in games])


def score_words(games: Sequence[Score]) -> str:
    return ", ".join(game.words for game in games)


def _cut(shape: ResultShape, text: str) -> list[str]:
    between = r"\s*;\s*" if ";" in text or not shape.is_one_word else r",?\s+"
    return [one for one in re.split(between, text.strip()) if one]


def _joined(shape: ResultShape, lines: Sequence[str]) -> str:
    return " ".join(line.replace(" ", "-") for line in lines) if shape.is_one_word else "; ".join(lines)


def _read(shape: ResultShape, text: str) -> Score:
    try:
        return shape.check_over(shape.read_line(text))
    except ScoreRefused as refused:
        raise BadValue(str(refused), refused.field) from refused


def _read_one_of_several(shape: ResultShape, text: str) -> Score:
    """Parse one of several games; errors give examples in that form: `60-40`, not `60 40`."""
    try:
        return shape.check_over(shape.read_line(text))
    except NotALine as refused:
        examples = tuple(_joined(shape, [one]) for one in refused.examples)
        raise BadValue(str(NotALine(refused.field, refused.text, examples)), refused.field) from refused
    except ScoreRefused as refused:
        raise BadValue(str(refused), refused.field) from refused
