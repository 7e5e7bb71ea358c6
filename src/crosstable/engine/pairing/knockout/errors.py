"""What a caller can put right about a knockout, as types with data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.errors import EngineError


@dataclass(eq=False)
class TooFewEntrants(EngineError):
    entrants: int

    def __str__(self) -> str:
        return f"a knockout needs two entrants, not {self.entrants}"


@dataclass(eq=False)
class EntrantTwice(EngineError):
    entrants: Sequence[object]

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.entrants))} cannot be in the bracket twice"


@dataclass(eq=False)
class BadSeries(EngineError):
    """A series is the best of an odd number of games."""

    best_of: int

    def __str__(self) -> str:
        return f"a series cannot be the best of {self.best_of}"


@dataclass(eq=False)
class SingleEliminationOnly(EngineError):
    """`option`: consolation or reseed."""

    option: str

    def __str__(self) -> str:
        return f"{self.option} belongs to a single elimination"


@dataclass(eq=False)
class KnockoutDraw(EngineError):
    """A match that is over must have a winner."""

    match: int

    def __str__(self) -> str:
        return f"match {self.match} of a knockout cannot be drawn"


@dataclass(eq=False)
class SeriesOver(EngineError):
    """More games than the series has, or games after it was decided."""

    match: int
    games: int
    best_of: int

    def __str__(self) -> str:
        return f"match {self.match} has {self.games} games, more than a best of {self.best_of} can have"


@dataclass(eq=False)
class MatchNotReady(EngineError):
    """A result for a match whose entrants are not known yet, or which is not to be played."""

    match: int

    def __str__(self) -> str:
        return f"match {self.match} cannot be played yet"


@dataclass(eq=False)
class NoSuchMatch(EngineError):
    match: int

    def __str__(self) -> str:
        return f"there is no match {self.match} in this bracket"
