"""A score typed at the desk: `72 45`, `1`, `=f`, and for matches of several games `1 0 1` or `60-40 35-50 71-20`.

The shape of the game reads each of them; here it is only found, and the line cut into games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.results import Said, Shape, read_line
from crosstable.events.errors import BadValue, BoardsNeeded
from crosstable.events.models import Tournament
from crosstable.events.records.results.said import refusing
from crosstable.events.records.settings.game import shape_of

FORFEIT_EXAMPLE = "1f"
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Parts:
    """How many games a match consists of; `all_at_once` where each must be given, as on the boards of a team match."""

    count: int = 1
    all_at_once: bool = False


ONE = Parts()


def read_games(shape: Shape, parts: Parts, text: str) -> list[Said]:
    """The games somebody typed, in order; one forfeit for the whole of a match. Raises BadValue, BoardsNeeded."""
    if len(text) > LONGEST:
        raise BadValue("A score has at most 200 characters.", "text")
    if parts.count == 1:
        return [_read(shape, text)]
    games = [_read(shape, word) for word in text.split()]
    if len(games) == 1 and games[0].is_forfeit:
        return games
    if parts.all_at_once and len(games) != parts.count:
        raise BoardsNeeded(parts.count)
    if not 1 <= len(games) <= parts.count:
        raise BadValue(f"Give the games so far, at most {parts.count} of them.", "text")
    return games


def grammar(tournament: Tournament, parts: Parts = ONE) -> str:
    """The score in one example, as the hint under the line has it."""
    example = shape_of(tournament).line_examples()[0]
    if parts.count == 1:
        return example
    return " ".join([example.replace(" ", "-")] * min(parts.count, 3))


def score_words(games: Sequence[Said]) -> str:
    return ", ".join(game.words for game in games)


def _read(shape: Shape, text: str) -> Said:
    with refusing():
        return shape.check_over(read_line(shape, text))
