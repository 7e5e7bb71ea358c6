"""The game of an event as templates ask about it: `game.words.table`, `"lists" in game.uses`, `game.shape.kind`."""

from dataclasses import dataclass

from crosstable.engine.results import Points, Shape
from crosstable.events.models import Entry, Tournament
from crosstable.events.records.settings.choices import is_led_by_wins, rating_pool_of
from crosstable.events.records.settings.game import (
    adjusts_what_is_counted,
    game_name_of,
    game_of,
    shape_of,
    starts_by_rating,
    unit_of_penalties,
    words_of,
)
from crosstable.games import Ask, Use, Words

# What is asked of who enters and shown in the list of players, if the game asks it.
LISTED = ("faction", "team_name", "federation")


@dataclass(frozen=True, slots=True)
class GameParts:
    """`about` stands beside a name; `list_columns` are of the list of players, `upload_columns` of an upload; `lead`
    is the column that decides."""

    code: str
    name: str
    words: Words
    shape: Shape
    uses: frozenset[str]
    about: tuple[Ask, ...]
    list_columns: tuple[Ask, ...]
    upload_columns: tuple[Ask, ...]
    is_rated: bool
    starts_by_rating: bool
    is_led_by_wins: bool
    offers_systems: bool
    adjusts_what_is_counted: bool
    unit_of_penalties: str
    has_boards: bool

    @property
    def needed(self) -> list[Ask]:
        return [ask for ask in self.upload_columns if ask.required]

    @property
    def optional(self) -> list[Ask]:
        return [ask for ask in self.upload_columns if not ask.required]

    @property
    def counts_points(self) -> bool:
        return isinstance(self.shape, Points)

    @property
    def is_chosen(self) -> bool:
        """A result is one of a few: it is chosen in the rows of the control room. That of a team has one for each
        board."""
        return self.shape.kind == "decided" and not self.has_boards

    @property
    def result_word(self) -> str:
        """Over the column of results."""
        return "Result" if self.shape.kind == "decided" else self.words.points

    @property
    def lead(self) -> str:
        return "W" if self.is_led_by_wins else "PTS"

    @property
    def left_word(self) -> str:
        """Of somebody who plays no more."""
        return "withdrawn" if Use.RESIGNATION.value in self.uses else "dropped"

    @property
    def drop_word(self) -> str:
        return "withdraw" if Use.RESIGNATION.value in self.uses else "drop"

    @property
    def concede_word(self) -> str:
        return "resign" if Use.RESIGNATION.value in self.uses else "concede"

    @property
    def conceded_word(self) -> str:
        return "resigned" if Use.RESIGNATION.value in self.uses else "conceded"

    @property
    def who_decides(self) -> str:
        """In the middle of a sentence. An abbreviation is for those who know it: players are told in full."""
        word = self.words.organiser
        return "an organiser" if word.isupper() or word == Words().organiser else f"the {word.lower()}"

    @property
    def who_comes(self) -> str:
        """What happens in a dispute: a sentence."""
        return f"{self.who_decides.capitalize()} will come to you."

    def said_of(self, entry: Entry) -> str:
        """What is shown of an entry beside its name."""
        values = [getattr(entry, ask.name) for ask in self.about]
        return " · ".join(str(value) for value in values if value)


def game_parts(tournament: Tournament) -> GameParts:
    game = game_of(tournament)
    asks = {ask.name: ask for ask in game.asks}
    return GameParts(
        code=game.code,
        name=game_name_of(tournament),
        words=words_of(tournament),
        shape=shape_of(tournament),
        uses=frozenset(use.value for use in game.uses),
        about=tuple(asks[name] for name in game.about),
        upload_columns=tuple(ask for ask in game.asks if not ask.is_long),
        list_columns=tuple(asks[name] for name in LISTED if name in asks),
        is_rated=bool(rating_pool_of(tournament)) or "rating" in asks,
        starts_by_rating=starts_by_rating(tournament),
        is_led_by_wins=is_led_by_wins(tournament),
        offers_systems=len(game.systems) > 1,
        adjusts_what_is_counted=adjusts_what_is_counted(tournament),
        unit_of_penalties=unit_of_penalties(tournament),
        has_boards=tournament.team_boards > 1,
    )
