"""The game of an event as templates ask about it: `game.words.table`, `"lists" in game.uses`, `game.shape.kind`."""

from __future__ import annotations

from dataclasses import dataclass

from crosstable.engine.results import Points, Shape
from crosstable.events.models import Entry, Tournament
from crosstable.events.records.settings.choices import is_led_by_wins
from crosstable.events.records.settings.game import game_name_of, game_of, shape_of, words_of
from crosstable.games import Words


@dataclass(frozen=True, slots=True)
class GameParts:
    code: str
    name: str
    words: Words
    shape: Shape
    uses: frozenset[str]
    about: tuple[str, ...]
    is_led_by_wins: bool

    def said_of(self, entry: Entry) -> str:
        """What is shown of an entry beside its name."""
        values = [getattr(entry, name) for name in self.about]
        return " · ".join(str(value) for value in values if value)

    @property
    def counts_points(self) -> bool:
        return isinstance(self.shape, Points)


def game_parts(tournament: Tournament) -> GameParts:
    game = game_of(tournament)
    return GameParts(
        code=game.code,
        name=game_name_of(tournament),
        words=words_of(tournament),
        shape=shape_of(tournament),
        uses=frozenset(use.value for use in game.uses),
        about=game.about,
        is_led_by_wins=is_led_by_wins(tournament),
    )
