"""The bracket as a value: matches whose two slots state where their entrants come from.

Also the options of a knockout (`KnockoutOptions`) and the errors a caller can correct. A bracket holds no results:
`playing` applies them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId
from crosstable.text import tr


class Elimination(Enum):
    """Number of lost matches that eliminates an entry."""

    SINGLE = "single"
    DOUBLE = "double"


class Consolation(Enum):
    """Who plays on after a loss: no one, the losers of the first round, or all losers, for every place."""

    NONE = "none"
    FIRST = "first"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class KnockoutOptions:
    """`best_of` holds for every match; `best_of_final` for the final (and the grand final and its reset).

    `best_of_rounds` holds for the rounds before it, the semi-finals first, None where it is the same as the others.

    In a double elimination the round before the grand final is the final of either side; two rounds of the losers' side
    go with one of the winners'. The third-place match is as long as the semi-finals.

    The third-place match, a consolation and reseeding belong to single elimination; in a double the losers' side
    decides third place. With fewer than four entrants there is none either: only one of them loses a semi-final.
    """

    elimination: Elimination = Elimination.SINGLE
    third_place: bool = False
    best_of: int = 1
    best_of_final: int | None = None
    reset: bool = True
    best_of_rounds: tuple[int | None, ...] = ()
    consolation: Consolation = Consolation.NONE
    reseed: bool = False

    @property
    def series(self) -> Iterator[int]:
        """Yield every match length in use."""
        chosen = (self.best_of, self.best_of_final, *self.best_of_rounds)
        return (best_of for best_of in chosen if best_of is not None)

    def best_of_round(self, left: int) -> int:
        """Return the length of a match with `left` rounds after it; 0 is the final."""
        chosen = (self.best_of_final, *self.best_of_rounds)
        return (chosen[left] if left < len(chosen) else None) or self.best_of

    def one_game_each(self) -> KnockoutOptions:
        return replace(self, best_of=1, best_of_final=None, best_of_rounds=())


SINGLE = KnockoutOptions()


class TooFewEntrants(EngineError):
    entrants: int
    says = tr("a knockout needs two entrants, not {entrants}")


class EntrantTwice(EngineError):
    entrants: Sequence[object]

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.entrants))} cannot be in the bracket twice"


class BadSeries(EngineError):
    """A series is the best of an odd number of games."""

    best_of: int
    says = tr("a series cannot be the best of {best_of}")


class SingleEliminationOnly(EngineError):
    """`option`: consolation or reseed."""

    option: str
    says = tr("{option} belongs to a single elimination")


class KnockoutDraw(EngineError):
    """A finished match must have a winner."""

    match: int
    says = tr("match {match} of a knockout cannot be drawn")


class SeriesOver(EngineError):
    """More games than the series has, or games after it was decided."""

    match: int
    games: int
    best_of: int
    says = tr("match {match} has {games} games, more than a best of {best_of} can have")


class MatchNotReady(EngineError):
    """A result for a match whose entrants are not known yet, or which is not to be played."""

    match: int
    says = tr("match {match} cannot be played yet")


class NoSuchMatch(EngineError):
    match: int
    says = tr("there is no match {match} in this bracket")


@dataclass(frozen=True, slots=True)
class Placeholder:
    """An entrant not known yet, by description: "Winner of pool A"."""

    label: str

    def __str__(self) -> str:
        return self.label


Entrant = EntryId | Placeholder


@dataclass(frozen=True, slots=True)
class Seed:
    """The entrant with this seed, from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    match: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    match: int


@dataclass(frozen=True, slots=True)
class StillIn:
    """The entrant with this rank by seed, from 1, of those still in after a round of the main bracket.

    Reseeding is known when the whole round is decided.
    """

    round: int
    rank: int


Slot = Seed | WinnerOf | LoserOf | StillIn


class Part(Enum):
    """The part of the bracket a match is in.

    RESET is played if the winners' side loses the grand final. CONSOLATION: losers play on for places.
    """

    MAIN = "main"
    LOSERS = "losers"
    THIRD_PLACE = "third place"
    CONSOLATION = "consolation"
    GRAND_FINAL = "grand final"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """`number` counts from 1 in an order in which the matches can be played.

    `position` is from the top of its round, as in a full bracket, so a drawing keeps its shape where there are byes.
    `best` is the best place that can still be reached from it: matches with the same one form a block.
    """

    number: int
    part: Part
    round: int
    position: int
    first: Slot
    second: Slot
    best_of: int = 1
    best: int = 1

    @property
    def slots(self) -> tuple[Slot, Slot]:
        return (self.first, self.second)


@dataclass(frozen=True)
class Bracket:
    """Entrants in seed order. A slot of a match is a seed, or the winner or loser of an earlier match."""

    entrants: tuple[Entrant, ...]
    matches: tuple[BracketMatch, ...]

    @cached_property
    def by_number(self) -> Mapping[int, BracketMatch]:
        return {match.number: match for match in self.matches}

    def match(self, number: int) -> BracketMatch:
        """Raises NoSuchMatch."""
        try:
            return self.by_number[number]
        except KeyError:
            raise NoSuchMatch(number) from None

    @cached_property
    def main_rounds(self) -> int:
        return max(match.round for match in self.matches if match.part is Part.MAIN)

    @cached_property
    def blocks(self) -> Mapping[int, Sequence[BracketMatch]]:
        """The best place → the matches that lead to it; 1 is the bracket itself, both sides of it."""
        matches: dict[int, list[BracketMatch]] = {}
        for match in self.matches:
            matches.setdefault(match.best, []).append(match)
        return matches

    @cached_property
    def block_of_losers(self) -> Mapping[int, int]:
        """Match → the block in which its loser plays on, if any."""
        return {s.match: m.best for m in self.matches for s in m.slots if isinstance(s, LoserOf)}

    def best_after_losing(self, number: int) -> int:
        """Return the best place left to the loser of a match; that of its block for an eliminated entry."""
        return self.block_of_losers.get(number, self.match(number).best)

    @cached_property
    def main_by_round(self) -> Mapping[int, Sequence[BracketMatch]]:
        matches: dict[int, list[BracketMatch]] = {}
        for match in self.matches:
            if match.part is Part.MAIN:
                matches.setdefault(match.round, []).append(match)
        return matches

    def sources(self, match: BracketMatch) -> frozenset[int]:
        """Return the matches whose results decide who plays here."""
        numbers: set[int] = set()
        for slot in match.slots:
            if isinstance(slot, StillIn):
                numbers |= {earlier.number for earlier in self.main_by_round[slot.round]}
            elif not isinstance(slot, Seed):
                numbers.add(slot.match)
        return frozenset(numbers)


# The winner's and the loser's slot of a match that may not exist.
Ends = tuple[Slot | None, Slot | None]


@dataclass
class Draw:
    """Matches added one after the other while a bracket is built; a match with an empty slot is skipped."""

    matches: list[BracketMatch] = field(default_factory=list)

    def add(
        self, part: Part, round_: int, position: int, first: Slot | None, second: Slot | None, best: int = 1
    ) -> Ends:
        if first is None or second is None:
            return first or second, None
        number = len(self.matches) + 1
        self.matches.append(BracketMatch(number, part, round_, position, first, second, best=best))
        return WinnerOf(number), LoserOf(number)
