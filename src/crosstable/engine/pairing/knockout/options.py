"""How a knockout is played: one frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Elimination(Enum):
    """After how many lost matches somebody is out."""

    SINGLE = "single"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True)
class KnockoutOptions:
    """`best_of` holds for every match; `best_of_final` for the final (and the grand final and its reset).

    The third-place match belongs to single elimination; in a double the losers' side decides third place.
    With fewer than four entrants there is none either: only one of them loses a semi-final.
    """

    elimination: Elimination = Elimination.SINGLE
    third_place: bool = False
    best_of: int = 1
    best_of_final: int | None = None
    reset: bool = True


SINGLE = KnockoutOptions()
