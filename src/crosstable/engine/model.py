"""The values that all packages use: entries, pairings, byes, results, rounds, tournaments.

No game-specific rules. A wargame uses victory points and no colours; chess uses colours and no victory points; both are
matches between a first and a second entry. In games with colours the first has White.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum
from typing import NewType

EntryId = NewType("EntryId", int)
Points = Decimal


class Color(Enum):
    WHITE = "white"
    BLACK = "black"

    @property
    def opposite(self) -> Color:
        return Color.BLACK if self is Color.WHITE else Color.WHITE


class ByeKind(Enum):
    """Why an entry has no opponent. ALLOCATED is decided by the pairing; the others were known before."""

    ALLOCATED = "allocated"
    FULL = "full"
    HALF = "half"
    ZERO = "zero"


class Outcome(Enum):
    """The outcome of a match for one side. A result is two of these."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"

    @property
    def was_played(self) -> bool:
        return self in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)

    @property
    def is_win(self) -> bool:
        return self in (Outcome.WIN, Outcome.FORFEIT_WIN)

    @property
    def is_loss(self) -> bool:
        return self in (Outcome.LOSS, Outcome.FORFEIT_LOSS)


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant: a person or a team. `seed` is the starting number, unique in the tournament."""

    id: EntryId
    seed: int
    name: str = ""
    rating: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """A count in addition to the winner: sets won, points scored. `drawn` belongs to neither side."""

    name: str
    first: int
    second: int
    drawn: int = 0

    @property
    def swapped(self) -> Tally:
        return Tally(self.name, self.second, self.first, self.drawn)

    def __add__(self, other: Tally) -> Tally:
        """Return the sum of both tallies."""
        return Tally(
            self.name, self.first + other.first, self.second + other.second, self.drawn + other.drawn
        )


@dataclass(frozen=True, slots=True)
class Result:
    """One per match, seen from the first entry, with victory points and tallies if the game has them."""

    first: Outcome
    second: Outcome
    first_vp: int | None = None
    second_vp: int | None = None
    rated: bool = True
    tallies: tuple[Tally, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """The decision that two entries meet; no result. The first has White where colours matter."""

    first: EntryId
    second: EntryId
    table: int | None = None

    @property
    def entries(self) -> frozenset[EntryId]:
        return frozenset((self.first, self.second))


@dataclass(frozen=True, slots=True)
class Bye:
    entry: EntryId
    kind: ByeKind = ByeKind.ALLOCATED


@dataclass(frozen=True, slots=True)
class Match:
    """A pairing in play; `result` is None while it is open."""

    pairing: Pairing
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    matches: tuple[Match, ...] = ()
    byes: tuple[Bye, ...] = ()


@dataclass(frozen=True, slots=True)
class Scoring:
    """Map outcomes to points, each configurable. Byes score by their kind."""

    win: Points = Decimal(1)
    draw: Points = Decimal("0.5")
    loss: Points = Decimal(0)
    forfeit_win: Points = Decimal(1)
    forfeit_loss: Points = Decimal(0)
    allocated_bye: Points = Decimal(1)
    full_bye: Points = Decimal(1)
    half_bye: Points = Decimal("0.5")
    zero_bye: Points = Decimal(0)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty or a bonus in points or victory points, given in or after a round (0: before round 1)."""

    entry: EntryId
    points: Points = Decimal(0)
    vp: int = 0
    round: int = 0


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that has happened so far. Rounds are in order and numbered from 1.

    `is_round_robin`: all pairings were fixed before the first round, so a round without a game is a free one that no
    player requested (C.07 art. 15.2).
    """

    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...] = ()
    total_rounds: int = 0
    scoring: Scoring = field(default_factory=Scoring)
    adjustments: tuple[Adjustment, ...] = ()
    is_round_robin: bool = False

    def until(self, round_number: int) -> Tournament:
        """Return the tournament as it was after the given round."""
        return replace(
            self,
            rounds=tuple(r for r in self.rounds if r.number <= round_number),
            adjustments=tuple(a for a in self.adjustments if a.round <= round_number),
        )


@dataclass(frozen=True, slots=True)
class Notice:
    """A rule that could not be met, with the entries concerned. Worded in the outer layers."""

    rule: str
    entries: tuple[EntryId, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The result of a pairing system: the next round, and what could not be avoided in it."""

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()
    warnings: tuple[Notice, ...] = ()

    @property
    def players(self) -> Iterable[EntryId]:
        for pairing in self.pairings:
            yield pairing.first
            yield pairing.second
        for bye in self.byes:
            yield bye.entry
