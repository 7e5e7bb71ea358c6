"""What somebody says a match ended like: one frozen value. Two claims agree when their values are equal.

The six codes are the same for every game. What was not played has a code for a score and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from crosstable.engine.model import Outcome, Result, Tally

Outcomes = tuple[Outcome, Outcome]
Score = Any
"""As a shape keeps it, always hashable: a code, a tuple of numbers, or a tuple of those for each part."""

PARTS, POINTS = "parts", "points"
"""The names of tallies: sets, legs or games won; points, goals or victory points scored."""

OUTCOMES: dict[str, Outcomes] = {
    "1-0": (Outcome.WIN, Outcome.LOSS),
    "0-1": (Outcome.LOSS, Outcome.WIN),
    "1/2-1/2": (Outcome.DRAW, Outcome.DRAW),
    "1-0F": (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "0-1F": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    "0-0F": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
}
CODES: dict[Outcomes, str] = {outcomes: code for code, outcomes in OUTCOMES.items()}
FORFEITS = ("1-0F", "0-1F", "0-0F")
CODE_WORDS = {
    "1-0": "1–0",
    "0-1": "0–1",
    "1/2-1/2": "½–½",
    "1-0F": "1–0 forfeit",
    "0-1F": "0–1 forfeit",
    "0-0F": "0–0 forfeit",
}


@dataclass(frozen=True, slots=True)
class Said:
    """`outcomes` is None while a series goes on. The first tally is what totals and margin are of."""

    score: Score
    outcomes: Outcomes | None
    tallies: tuple[Tally, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.outcomes is not None

    @property
    def is_forfeit(self) -> bool:
        return self.score in FORFEITS

    @property
    def code(self) -> str:
        """The result without its numbers; empty while it goes on."""
        return CODES[self.outcomes] if self.outcomes else ""

    @property
    def totals(self) -> tuple[int, int] | None:
        return (self.tallies[0].first, self.tallies[0].second) if self.tallies else None

    @property
    def margin(self) -> int | None:
        """By how much the first side is ahead."""
        return self.tallies[0].first - self.tallies[0].second if self.tallies else None

    def tally(self, name: str) -> Tally | None:
        return next((tally for tally in self.tallies if tally.name == name), None)

    def to_result(self, rated: bool = True) -> Result:
        """As the engine reckons with it. Only what is over has a result: ask `is_over` or `Shape.check_over` first."""
        assert self.outcomes is not None, "a series that goes on has no result"
        if self.tallies and self.tallies[0].name == POINTS:
            points, *others = self.tallies
            return Result(*self.outcomes, points.first, points.second, rated, tuple(others))
        return Result(*self.outcomes, rated=rated, tallies=self.tallies)


def by_code(code: str) -> Said:
    """A forfeit, or a match whose numbers nobody wrote down."""
    return Said(code, OUTCOMES[code])


def by_comparison(first: int, second: int) -> Outcomes:
    if first == second:
        return Outcome.DRAW, Outcome.DRAW
    return (Outcome.WIN, Outcome.LOSS) if first > second else (Outcome.LOSS, Outcome.WIN)


def turned_code(code: str) -> str:
    """The same result for the second side."""
    first, second = OUTCOMES[code]
    return CODES[second, first]
