"""The record of a tie-break. Higher values are better.

Everything about a tie-break is in its record: its names, how its value is computed and shown, the contribution of each
round, the sentences that compare two entries, where it is meaningful, and its name in a report file. To add one, write
its record into the module of its family; `registry.py` lists the families.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Protocol

from crosstable.engine.history import EntryHistory, Game, History
from crosstable.engine.model import EntryId
from crosstable.text import Text

TieBreakValue = int | Decimal | Fraction
Values = Mapping[EntryId, TieBreakValue]
AmongTied = Callable[[History, Sequence[EntryId]], Mapping[EntryId, int]]

# Prefix in the records 202 and 212 of a report file for a code that is not FIDE's.
OTHER = "OTHER_"


class Across(Enum):
    """How values of entries of different pools are compared: pools may differ in size."""

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
    """One round's contribution. `of` and `times` are the factors of a product (Sonneborn-Berger)."""

    round: int
    opponent: EntryId | None
    value: TieBreakValue
    is_cut: bool = False
    was_played: bool = True
    of: TieBreakValue | None = None
    times: TieBreakValue | None = None


class Parts(Protocol):
    """The parts of one entry's value, if any. `tie` are the entries of a direct encounter.

    The value is the sum or mean of the parts that are not cut, plus penalties and bonuses.
    """

    def __call__(self, history: History, entry: EntryId, tie: Sequence[EntryId] = ()) -> Sequence[Part]: ...


def no_parts(history: History, entry: EntryId, tie: Sequence[EntryId] = ()) -> Sequence[Part]:
    """Return the parts of a plain count: none."""
    return ()


def by_game(value: Callable[[History, Game], TieBreakValue | None]) -> Parts:
    """Return the contributions of the entry's own rounds; None leaves a round out."""

    def parts(history: History, entry: EntryId, tie: Sequence[EntryId] = ()) -> Sequence[Part]:
        values = [(game, value(history, game)) for game in history[entry].games]
        return [Part(g.round, g.opponent, v, was_played=g.was_played) for g, v in values if v is not None]

    return parts


@dataclass(frozen=True, slots=True)
class TieBreak:
    """`among` instead of `values` for one that depends on who is tied (direct encounter).

    The game and the event fill in texts in braces: `won` is the word for what is won, `scored` the word for what is
    scored in a match, `unit` the unit after a number of these.
    """

    code: str
    name: str
    short: str
    values: Callable[[History], Values]
    among: AmongTied | None = None
    # What is counted, in a sentence. `is_rule`: it is also shown under the tables.
    explanation: str = field(kw_only=True)
    is_rule: bool = False
    # Its name where a game has its own words: “{scored.title} difference”.
    name_in_game: str = ""
    # Heading of a column of the standings instead of `short`; `column_name` explains the column instead of `name`.
    heading: str = ""
    column_name: str = ""

    format: Format = Format.NUMBER
    # The displayed form of a value made for comparison: a value of several numbers, a negative number.
    display: Callable[[TieBreakValue], TieBreakValue] | None = None

    # The value with its unit, singular and plural: 1 win, 2 wins.
    counted: Text | None = None
    # How it separates two entries: “{one}’s margin is {ahead}, {two}’s {behind}.”
    why: Text | None = None
    # What two tied entries have in common: “a margin of {value}”.
    level: Text | None = None
    parts: Parts = no_parts
    # The penalties and bonuses in it, which belong to no round.
    added: Callable[[EntryHistory], TieBreakValue] | None = None

    # The only kind of event in which it is meaningful.
    only_in: EventKind | None = None
    # It depends on which side an entry played.
    needs_sides: bool = False
    # It is computed from single games or ratings, which teams on several boards do not have.
    of_persons: bool = False
    # It is meaningful inside one pool only.
    is_local: bool = False
    # An average or a rating, not a sum over the games.
    is_mean: bool = False
    # Computed from the entry's own games alone, so it adds up over all stages. One that depends on opponents or on the
    # tied belongs to the stage it orders.
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
        """Its name in a tournament report file."""
        return self.code if self.is_fide else f"{OTHER}{self.code}"


def nothing(history: History) -> Values:
    """Return the values of a tie-break that is an order among the tied, and not a number."""
    return dict.fromkeys(history, 0)


def negated(value: TieBreakValue) -> TieBreakValue:
    return -value


def extra_points(history: EntryHistory) -> TieBreakValue:
    return history.extra_points


def extra_vp(history: EntryHistory) -> TieBreakValue:
    return history.extra_vp
