"""What a caller can put right about a knockout, as types with data."""

from collections.abc import Sequence

from crosstable.engine.errors import EngineError


class TooFewEntrants(EngineError):
    entrants: int
    says = "a knockout needs two entrants, not {self.entrants}"


class EntrantTwice(EngineError):
    entrants: Sequence[object]

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.entrants))} cannot be in the bracket twice"


class BadSeries(EngineError):
    """A series is the best of an odd number of games."""

    best_of: int
    says = "a series cannot be the best of {self.best_of}"


class SingleEliminationOnly(EngineError):
    """`option`: consolation or reseed."""

    option: str
    says = "{self.option} belongs to a single elimination"


class KnockoutDraw(EngineError):
    """A match that is over must have a winner."""

    match: int
    says = "match {self.match} of a knockout cannot be drawn"


class SeriesOver(EngineError):
    """More games than the series has, or games after it was decided."""

    match: int
    games: int
    best_of: int
    says = "match {self.match} has {self.games} games, more than a best of {self.best_of} can have"


class MatchNotReady(EngineError):
    """A result for a match whose entrants are not known yet, or which is not to be played."""

    match: int
    says = "match {self.match} cannot be played yet"


class NoSuchMatch(EngineError):
    match: int
    says = "there is no match {self.match} in this bracket"
