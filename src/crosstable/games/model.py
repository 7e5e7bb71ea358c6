"""What a game is: a record of data. Nothing here or in the files of the games decides anything; `rules.py` does.

A game says what its people call things, how a match is told, what it is worth, what is asked of who enters, how
opponents are found, who stands ahead, and which parts of the program it uses.
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
    """What a game takes of the program, each with the question it answers."""

    COLORS = "colors"  # does the first side differ from the second, so that sides are allocated and balanced?
    FACTIONS = "factions"  # is a faction shown beside a name?
    LISTS = "lists"  # are lists handed in and locked?
    MISSIONS = "missions"  # is there a mission for a round or a table?
    CHECK_IN = "check-in"  # is there a step in which everybody is marked as here?
    BYE_REQUESTS = "bye-requests"  # may players ask for a bye?
    RESIGNATION = "resignation"  # is leaving during a match a loss that was played, and no forfeit?
    GAME_TIMES = "game-times"  # does the organiser start and stop the clocks of a single match?
    TRF = "trf"  # is there a tournament report file?
    PERFORMANCE = "performance"  # is a performance rating shown?


class StartingOrder(Enum):
    """Who is number one before the first round."""

    REGISTRATION = "registration"
    RATING = "rating"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the people of a game call things. `points` heads a column of scores, `score` stands in a sentence."""

    table: str = "Table"
    first: str = "Player 1"
    second: str = "Player 2"
    organiser: str = "Organiser"
    points: str = "Points"
    score: str = "points"

    @property
    def unit(self) -> str:
        """Behind a number: 3 VP, 3 goals."""
        return self.points if self.points.isupper() else self.score

    @property
    def one(self) -> str:
        """One of what is counted, in front of another word: Goal difference, Leg ratio, BP difference."""
        if self.points.isupper():
            return self.points
        word = self.score.removesuffix("es" if self.score.endswith(HISSING_ONES) else "s")
        return f"{word[:1].upper()}{word[1:]}"

    @property
    def tables(self) -> str:
        """More than one: Boards, Pitches."""
        return f"{self.table}{'es' if self.table.lower().endswith(HISSING) else 's'}"

    def count(self, number: int) -> str:
        return f"{number} {(self.table if number == 1 else self.tables).lower()}"

    def say(self, text: str, /, **values: object) -> str:
        """A sentence about places and sides: “{Table} {number} is free”, “the lower one has {first}”."""
        return text.format(**{"first": self.first, "second": self.second, **values}, **self.of_places)

    def side(self, color: str) -> str:
        """What a colour is called here. The engine knows two, and White is the first side's."""
        return self.first if color == "white" else self.second

    def letter(self, color: str) -> str:
        """The same in a crosstable: the w of 12w1."""
        return self.side(color)[:1].lower()

    @property
    def of_places(self) -> dict[str, str]:
        """What stands for {Table}, {Tables}, {table} and {tables}."""
        own = {"Table": self.table, "Tables": self.tables}
        return own | {name.lower(): word.lower() for name, word in own.items()}


@dataclass(frozen=True, slots=True)
class Ask:
    """Something asked of who enters, by the name of the entry's field (`fields.ENTRY_FIELDS`)."""

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
    """Something the organiser chooses when the event is created, by the name of a field of `Choices`."""

    name: str
    label: str
    help: str = ""
    required: bool = False
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Variant:
    """A well-known way to play the game: its own result, and what it says otherwise than the game."""

    code: str
    name: str
    shape: ResultShape
    table: str = ""
    score: str = ""
    tie_breaks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # What a match is worth, where the sport counts otherwise than the game.
    scoring: Scoring | None = None


@dataclass(frozen=True, slots=True)
class TieBreakList:
    """A well-known order of tie-breaks, points or wins first. An event stores the codes, not the name."""

    code: str
    name: str
    tie_breaks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedScoring:
    """Another way to count that people know by a name."""

    code: str
    name: str
    scoring: Scoring


@dataclass(frozen=True, slots=True)
class Choices:
    """What the organiser chose about the game; what is left out is as the game says."""

    name: str = ""
    table: str = ""
    score: str = ""
    draws: bool | None = None
    most: int | None = None
    best_of: int | None = None
    variant: str = ""
    scoring: str = ""
    # Whose factions are offered, and which of them or others; see games.factions.
    factions: str = ""
    faction_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """Each is one value, equal to itself alone.

    `systems`: the usual one first. `tie_breaks` by kind of stage, `more_tie_breaks` are offered besides;
    `tie_break_lists` are known by a name.

    `columns` of the standings come before the tie-breaks chosen, `last_columns` after them; `about` is shown of an
    entry beside its name. `scored_shape` and `scored_tie_breaks` hold once the organiser names what is counted. A game
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
        """The highest score of one side, in a game whose every event has one."""
        return next(
            (setting for setting in self.settings if setting.name == "most" and setting.required), None
        )

    @property
    def system(self) -> str:
        return self.systems[0]
