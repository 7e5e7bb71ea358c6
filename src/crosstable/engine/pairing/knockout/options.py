"""How a knockout is played: one frozen value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum


class Elimination(Enum):
    """After how many lost matches somebody is out."""

    SINGLE = "single"
    DOUBLE = "double"


class Consolation(Enum):
    """Who plays on after a lost match: nobody, the losers of the first round, or everybody, for every place."""

    NONE = "none"
    FIRST = "first"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class KnockoutOptions:
    """`best_of` holds for every match; `best_of_final` for the final (and the grand final and its reset);
    `best_of_rounds` for the rounds before it, the semi-finals first, None where it is as the others.

    In a double elimination the round before the grand final is the final of either side; two rounds of the losers' side
    go with one of the winners'. The third-place match is as long as the semi-finals.

    The third-place match, a consolation and seeding anew belong to single elimination; in a double the losers' side
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
        """Every length of a match there is."""
        chosen = (self.best_of, self.best_of_final, *self.best_of_rounds)
        return (best_of for best_of in chosen if best_of is not None)

    def best_of_round(self, left: int) -> int:
        """How long a match is that so many rounds come after; 0 is the final."""
        chosen = (self.best_of_final, *self.best_of_rounds)
        return (chosen[left] if left < len(chosen) else None) or self.best_of

    def one_game_each(self) -> KnockoutOptions:
        return replace(self, best_of=1, best_of_final=None, best_of_rounds=())


SINGLE = KnockoutOptions()
