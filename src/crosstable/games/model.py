"""The record of a game: data only. Game files decide nothing; `rules.py` does.

A game defines its vocabulary, how a match is reported, its points, the fields of the registration form, how opponents
are found, the order of the standings, and the features it uses.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from crosstable.engine.model import Scoring
from crosstable.engine.results import ResultShape
from crosstable.fields import ENTRY_FIELDS, Field
from crosstable.text import Text, tr

USUAL_SCORING = Scoring()
STAGES = ("swiss", "pools", "knockout")
# Which formats are proposed first (engine/adviser.py).
SWISS_FIRST = ("swiss", "round-robin", "pools-knockout", "swiss-cut", "knockout", "double-round-robin")
GROUPS_FIRST = ("pools-knockout", "round-robin", "swiss", "knockout", "swiss-cut", "double-round-robin")


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
class Noun:
    """A word in the four forms that sentences need, so that no code has to build one: Board, Boards, board, boards.

    A word the organiser typed stays as typed; only a heading begins with a capital letter.
    """

    title: str
    titles: str
    word: str
    words: str

    @classmethod
    def typed(cls, one: str, several: str = "") -> "Noun":
        several = several or one
        return cls(one[:1].upper() + one[1:], several[:1].upper() + several[1:], one, several)

    @property
    def is_abbreviated(self) -> bool:
        """Whether it is an abbreviation such as VP, which has one form."""
        return self.title == self.titles and self.title.isupper()

    @property
    def unit(self) -> str:
        """The word after a number: 3 VP, 3 goals."""
        return self.titles if self.is_abbreviated else self.words


TABLE = Noun(tr("Table"), tr("Tables"), tr("table"), tr("tables"))
BOARD = Noun(tr("Board"), tr("Boards"), tr("board"), tr("boards"))
COURT = Noun(tr("Court"), tr("Courts"), tr("court"), tr("courts"))
POINTS = Noun(tr("Point"), tr("Points"), tr("point"), tr("points"))
GOALS = Noun(tr("Goal"), tr("Goals"), tr("goal"), tr("goals"))
SETS = Noun(tr("Set"), tr("Sets"), tr("set"), tr("sets"))
LEGS = Noun(tr("Leg"), tr("Legs"), tr("leg"), tr("legs"))
GAMES = Noun(tr("Game"), tr("Games"), tr("game"), tr("games"))
VICTORY_POINTS = Noun(tr("VP"), tr("VP"), tr("victory point"), tr("victory points"))
BATTLE_POINTS = Noun(tr("BP"), tr("BP"), tr("battle point"), tr("battle points"))


@dataclass(frozen=True, slots=True)
class Official:
    """Who runs an event of this game: the heading, the person inside a sentence, and what players read in a
    dispute. Sentences never abbreviate: players may not know the abbreviation."""

    title: str
    person: str
    comes: str
    calls: str
    enters: str
    call: str


ORGANISER = Official(
    tr("Organiser"),
    tr("an organiser"),
    tr("An organiser will come to you."),
    tr("Dispute and call an organiser"),
    tr("An organiser enters the result: tell the desk how the match ended."),
    tr("Call an organiser"),
)
TO = replace(ORGANISER, title=tr("TO"))
ARBITER = Official(
    tr("Arbiter"),
    tr("the arbiter"),
    tr("The arbiter will come to you."),
    tr("Dispute and call the arbiter"),
    tr("The arbiter enters the result: tell the desk how the game ended."),
    tr("Call the arbiter"),
)
JUDGE = Official(
    tr("Judge"),
    tr("the judge"),
    tr("The judge will come to you."),
    tr("Dispute and call the judge"),
    tr("The judge enters the result: tell the desk how the match ended."),
    tr("Call the judge"),
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The vocabulary of a game: where a match is played, what is counted, the two sides, who decides."""

    place: Noun = TABLE
    counted: Noun = POINTS
    first: str = tr("Player 1")
    second: str = tr("Player 2")
    official: Official = ORGANISER

    @property
    def table(self) -> str:
        return self.place.title

    @property
    def tables(self) -> str:
        return self.place.titles

    @property
    def organiser(self) -> str:
        return self.official.title

    @property
    def points(self) -> str:
        """The heading of a column of scores."""
        return self.counted.titles

    @property
    def score(self) -> str:
        """What is counted, inside a sentence."""
        return self.counted.words

    @property
    def unit(self) -> str:
        return self.counted.unit

    def count(self, number: int) -> Text:
        return tr("{count} {noun}", count=number, noun=self.place.word if number == 1 else self.place.words)

    def say(self, text: str, /, **values: object) -> Text:
        """Mark a sentence about places and sides: “{Table} {number} is free”, “the lower one has {first}”."""
        return tr(text, **{**self.in_sentences, **values})

    @property
    def in_sentences(self) -> dict[str, str]:
        return {"first": self.first, "second": self.second, **self.of_places}

    def side(self, color: str) -> str:
        """Return the game's word for a colour. The engine has two, and White is the first side's."""
        return self.first if color == "white" else self.second

    def letter(self, color: str) -> str:
        """Return its letter in a crosstable: the w of 12w1."""
        return str(self.side(color))[:1].lower()

    @property
    def of_places(self) -> dict[str, str]:
        """The values of {Table}, {Tables}, {table} and {tables}."""
        place = self.place
        return {"Table": place.title, "Tables": place.titles, "table": place.word, "tables": place.words}


@dataclass(frozen=True, slots=True)
class EntryField:
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
    place: Noun | None = None
    counted: Noun | None = None
    tie_breaks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # The points of a match, where the sport differs from the game.
    scoring: Scoring | None = None
    # The usual minutes of a match, where they differ.
    minutes: int | None = None


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
    tables: str = ""
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
    have names. `proposed` are the formats proposed for a new event, the preferred one first; `minutes` are usual for a
    match with the change to the next one.

    `columns` of the standings come before the tie-breaks chosen, `last_columns` after them; `about` is shown next to
    the name of an entry. `scored_shape` and `scored_tie_breaks` apply once the organiser names what is counted. A game
    without a rating pool is not rated. `proposed` formats come in the order of preference; `minutes` are usual for a
    match with the change to the next one.
    """

    code: str
    name: str
    short_name: str
    sentence: str
    shape: ResultShape
    vocabulary: Vocabulary = Vocabulary()
    scoring: Scoring = USUAL_SCORING
    more_scorings: tuple[NamedScoring, ...] = ()
    asks: tuple[EntryField, ...] = ()
    starting_order: StartingOrder = StartingOrder.REGISTRATION
    systems: tuple[str, ...] = ("swiss-slide", "swiss-random")
    stages: tuple[str, ...] = STAGES
    proposed: tuple[str, ...] = SWISS_FIRST
    minutes: int = 30
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
