"""What a tie-break is: one complete record. Higher values are better.

Everything the program says and does with a tie-break is in its record: its names, how its value is computed and shown,
what each round gave to it, the sentences that compare two entries, where it means something, and what it is called in a
report file. To add one, write its record into the module of its family; `registry.py` lists the families.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Protocol

from crosstable.engine.history import EntryHistory, Game, History
from crosstable.engine.model import EntryId

TieBreakValue = int | Decimal | Fraction
Values = Mapping[EntryId, TieBreakValue]
AmongTied = Callable[[History, Sequence[EntryId]], Mapping[EntryId, int]]

# In the records 202 and 212 of a report file a code that is not FIDE's begins so.
OTHER = "OTHER_"


class Across(Enum):
    """How the values of entries of different pools are compared: pools may differ in size."""

    PER_GAME = "divided by the number of games"
    AS_IS = "as they are"
    NEVER = "not at all"


class EventKind(Enum):
    """A round robin is any event whose pairings are fixed before the first round."""

    SWISS = "swiss"
    ROUND_ROBIN = "round robin"


class Format(Enum):
    """How a value is written."""

    NUMBER = "number"
    SHARE = "in percent"
    DIFFERENCE = "with its sign"
    RATING = "a whole number; none where it is 0"


@dataclass(frozen=True, slots=True)
class Part:
    """What one round gave. `of` and `times` are what it was made of, where it is a product (Sonneborn-Berger)."""

    round: int
    opponent: EntryId | None
    value: TieBreakValue
    is_cut: bool = False
    was_played: bool = True
    of: TieBreakValue | None = None
    times: TieBreakValue | None = None


class Parts(Protocol):
    """The parts of one entry's value; empty where it has none. `tie` are the entries of a direct encounter.

    Those that are not cut, with what was added as a penalty or a bonus, make the value, or their mean does.
    """

    def __call__(self, history: History, entry: EntryId, tie: Sequence[EntryId] = ()) -> Sequence[Part]: ...


def no_parts(history: History, entry: EntryId, tie: Sequence[EntryId] = ()) -> Sequence[Part]:
    """Of a plain count."""
    return ()


def by_game(value: Callable[[History, Game], TieBreakValue | None]) -> Parts:
    """What the entry's own rounds gave; None leaves a round out."""

    def parts(history: History, entry: EntryId, tie: Sequence[EntryId] = ()) -> Sequence[Part]:
        values = [(game, value(history, game)) for game in history[entry].games]
        return [Part(g.round, g.opponent, v, was_played=g.was_played) for g, v in values if v is not None]

    return parts


@dataclass(frozen=True, slots=True)
class TieBreak:
    """`among` instead of `values` for one that depends on who is tied (direct encounter).

    Texts in braces are filled in by the game and the event: `words` are the words of the game, `scored` the words for
    what is scored in a match, `unit` what stands behind a number of these.
    """

    code: str
    name: str
    short: str
    values: Callable[[History], Values]
    among: AmongTied | None = None
    # What is counted, in a sentence. `is_rule`: it also stands under the tables.
    explanation: str = ""
    is_rule: bool = False
    # Its name where a game has words of its own: “{scored.one} difference”.
    name_in_game: str = ""
    # Over a column of the standings instead of `short`; `column_name` explains the column instead of `name`.
    heading: str = ""
    column_name: str = ""
    # Its name begins with the name of a person or a body, which keeps its capital in a sentence.
    is_proper: bool = False

    format: Format = Format.NUMBER
    # What people see of a value that is made for comparing: a value of several numbers, a negative number.
    display: Callable[[TieBreakValue], TieBreakValue] | None = None

    # Behind a value, one and many: 1 win, 2 wins.
    counted: tuple[str, str] | None = None
    # How it separates two entries: “{one}’s margin is {ahead}, {two}’s {behind}.”
    why: str = ""
    # What two entries have in common who are level in it: “a margin of {value}”.
    level: str = ""
    parts: Parts = no_parts
    # The penalties and bonuses in it, which belong to no round.
    added: Callable[[EntryHistory], TieBreakValue] | None = None

    # The one kind of event in which it means something.
    only_in: EventKind | None = None
    # It counts who was on which side.
    needs_sides: bool = False
    # It is made of single games or of ratings, which teams on several boards do not have.
    of_persons: bool = False
    # It means something inside one pool only.
    is_local: bool = False
    # An average or a rating, no sum over the games.
    is_mean: bool = False
    # Made of one's own games alone, so that it adds up over all stages. What looks at opponents or at those who are
    # level belongs to the stage it orders.
    adds_up: bool = False
    # It counts more of a score than the margin and the victory points: sets, points in them, shares of them.
    needs_full_scores: bool = False
    # One of FIDE C.07, or of the codes of TRF.
    is_fide: bool = False

    def suits(self, kind: EventKind) -> bool:
        return self.only_in in (None, kind)

    @property
    def is_share(self) -> bool:
        return self.format is Format.SHARE

    @property
    def rule(self) -> str:
        return self.explanation if self.is_rule else ""

    @property
    def across(self) -> Across:
        """A value that exists only inside one pool is never compared with another's; a ratio is not divided."""
        if self.is_local or self.among is not None:
            return Across.NEVER
        return Across.AS_IS if self.is_share or self.is_mean else Across.PER_GAME

    @property
    def report_code(self) -> str:
        """What it is called in a tournament report file."""
        return self.code if self.is_fide else f"{OTHER}{self.code}"


def nothing(history: History) -> Values:
    """The values of one that is an order among those who are level, and no number."""
    return dict.fromkeys(history, 0)


def negated(value: TieBreakValue) -> TieBreakValue:
    return -value


def extra_points(history: EntryHistory) -> TieBreakValue:
    return history.extra_points


def extra_vp(history: EntryHistory) -> TieBreakValue:
    return history.extra_vp
