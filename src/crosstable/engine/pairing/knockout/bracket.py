"""The bracket as a value: matches whose two slots say where their entrants come from. Holds no results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout.errors import NoSuchMatch


@dataclass(frozen=True, slots=True)
class Placeholder:
    """Somebody not known yet, by what is known: "Winner of pool A"."""

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


Slot = Seed | WinnerOf | LoserOf


class Part(Enum):
    """Which part of the bracket a match is in. RESET is played if the winners' side loses the grand final."""

    MAIN = "main"
    LOSERS = "losers"
    THIRD_PLACE = "third place"
    GRAND_FINAL = "grand final"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """`number` counts from 1 in an order in which the matches can be played; `position` is from the top of
    its round, as it would be in a full bracket, so that a drawing keeps its shape where there are byes."""

    number: int
    part: Part
    round: int
    position: int
    first: Slot
    second: Slot
    best_of: int = 1

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
    def feeds(self) -> Mapping[int, tuple[int, ...]]:
        """The matches that wait for a match, directly."""
        waiting: dict[int, list[int]] = {match.number: [] for match in self.matches}
        for match in self.matches:
            for source in {slot.match for slot in match.slots if not isinstance(slot, Seed)}:
                waiting[source].append(match.number)
            if match.part is Part.RESET:
                waiting[match.number - 1].append(match.number)
        return {number: tuple(matches) for number, matches in waiting.items()}


def fill(bracket: Bracket, known: Mapping[str, EntryId]) -> Bracket:
    """The same bracket with those placeholders replaced whose label is known by now."""
    entrants = tuple(known.get(e.label, e) if isinstance(e, Placeholder) else e for e in bracket.entrants)
    return replace(bracket, entrants=entrants)
