"""The record of a game: data only. Game files decide nothing; `rules.py` does.

A game defines its vocabulary, how a match is reported, its points, the fields of the registration form, how opponents
are found, the order of the standings, and the features it uses.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from crosstable.engine.model import Scoring
from crosstable.engine.results import ResultShape
from crosstable.fields import ENTRY_FIELDS, Field

USUAL_SCORING = Scoring()
STAGES = ("swiss", "pools", "knockout")
HISSING = ("s", "x", "z", "ch", "sh")
HISSING_ONES = tuple(f"{end}es" for end in HISSING)


class Use(StrEnum):
    """The features a game uses, each with the question it answers."""

    COLORS = "colors"  # does the first side differ from the second, so sides are allocated and balanced?
    FACTIONS = "factions"  # is a faction shown next to a name?
    LISTS = "lists"  # are lists handed in and locked?
    MISSIONS = "missions"  # is there a mission for a round or a table?
    CHECK_IN = "check-in"  # is there a step in which all players are marked as present?
    BYE_REQUESTS = "bye-requests"  # may players ask for a bye?
    RESIGNATION = "resignation"  # is leaving during a match a loss that was played, not a forfeit?
    GAME_TIMES = "game-times"  # does the organiser start and stop the clocks of a single match?
    TRF = "trf"  # is there a tournament report file?
    PERFORMANCE = "performance"  # is a performance rating shown?


class StartingOrder(Enum):
    """Who is number one before the first round."""

    REGISTRATION = "registration"
    RATING = "rating"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The vocabulary of a game. `points` heads a column of scores, `score` is used in a sentence."""

    table: str = "Table"
    first: str = "Player 1"
    second: str = "Player 2"
    organiser: str = "Organiser"
    points: str = "Points"
    score: str = "points"

    @property
    def unit(self) -> str:
        """The unit after a number: 3 VP, 3 goals."""
        return self.points if self.points.isupper() else self.score

    @property
    def one(self) -> str:
        """The singular before another word: Goal difference, Leg ratio, BP difference."""
        if self.points.isupper():
            return self.points
        word = self.score.removesuffix("es" if self.score.endswith(HISSING_ONES) else "s")
        return f"{word[:1].upper()}{word[1:]}"

    @property
    def tables(self) -> str:
        """The plural: Boards, Pitches."""
        return f"{self.table}{'es' if self.table.lower().endswith(HISSING) else 's'}"

    def count(self, number: int) -> str:
        return f"{number} {(self.table if number == 1 else self.tables).lower()}"

    def say(self, text: str, /, **values: object) -> str:
        """Format a sentence about places and sides: “{Table} {number} is free”, “the lower one has {first}”."""
        return text.format(**{"first": self.first, "second": self.second, **values}, **self.of_places)

    def side(self, color: str) -> str:
        """Return the game's word for a colour. The engine has two, and White is the first side's."""
        return self.first if color == "white" else self.second

    def letter(self, color: str) -> str:
        """Return its letter in a crosstable: the w of 12w1."""
        return self.side(color)[:1].lower()

    @property
    def of_places(self) -> dict[str, str]:
        """The values of {Table}, {Tables}, {table} and {tables}."""
        own = {"Table": self.table, "Tables": self.tables}
        return own | {name.lower(): word.lower() for name, word in own.items()}


@dataclass(frozen=True, slots=True)
class Ask:
    """A field on the registration form, by the name of the entry's field (`fields.ENTRY_FIELDS`)."""

    name: str
    required: bool = False
    help: str = ""

    @property
    def field(self) -> Field:
        return ENTRY_FIELDS[self.name]

    @property
    def label(self) -> str:
        return self.field.label


@dataclass(frozen=True, slots=True)
class Setting:
    """An option the organiser chooses when the event is created, by the name of a field of `Choices`."""

    name: str
    label: str
    help: str = ""
    required: bool = False
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Variant:
    """A standard way to play the game: its own result, and its differences from the game."""

    code: str
    name: str
    shape: ResultShape
    table: str = ""
    score: str = ""
    tie_breaks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # The points of a match, where the sport differs from the game.
    scoring: Scoring | None = None


@dataclass(frozen=True, slots=True)
class TieBreakList:
    """A standard order of tie-breaks, points or wins first. An event stores the codes, not the name."""

    code: str
    name: str
    tie_breaks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedScoring:
    """Another scoring with a common name."""

    code: str
    name: str
    scoring: Scoring


@dataclass(frozen=True, slots=True)
class Choices:
    """The organiser's choices about the game; the game's values apply to what is left out."""

    name: str = ""
    table: str = ""
    score: str = ""
    draws: bool | None = None
    most: int | None = None
    best_of: int | None = None
    variant: str = ""
    scoring: str = ""
    # The game system whose factions are offered, and a selection of them or others; see games.factions.
    factions: str = ""
    faction_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """Each is one value, equal to itself alone.

    `systems`: the default first. `tie_breaks` by kind of stage, `more_tie_breaks` are also offered; `tie_break_lists`
    have names.

    `columns` of the standings come before the tie-breaks chosen, `last_columns` after them; `about` is shown next to
    the name of an entry. `scored_shape` and `scored_tie_breaks` apply once the organiser names what is counted. A game
    without a rating pool is not rated.
    """

    code: str
    name: str
    short_name: str
    sentence: str
    shape: ResultShape
    words: Vocabulary = Vocabulary()
    scoring: Scoring = USUAL_SCORING
    more_scorings: tuple[NamedScoring, ...] = ()
    asks: tuple[Ask, ...] = ()
    starting_order: StartingOrder = StartingOrder.REGISTRATION
    systems: tuple[str, ...] = ("swiss-slide", "swiss-random")
    stages: tuple[str, ...] = STAGES
    tie_breaks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    more_tie_breaks: tuple[str, ...] = ()
    tie_break_lists: tuple[TieBreakList, ...] = ()
    columns: tuple[str, ...] = ("PTS", "W", "D", "L")
    last_columns: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    rating_pool: str | None = None
    uses: frozenset[Use] = frozenset()
    settings: tuple[Setting, ...] = ()
    variants: tuple[Variant, ...] = ()
    scored_shape: ResultShape | None = None
    scored_tie_breaks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def limit(self) -> Setting | None:
        """The setting for the highest score of one side, in a game whose every event has one."""
        return next(
            (setting for setting in self.settings if setting.name == "most" and setting.required), None
        )

    @property
    def system(self) -> str:
        return self.systems[0]
