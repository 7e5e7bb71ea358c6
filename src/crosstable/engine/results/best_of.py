"""What sets, legs and games of one sitting have in common: best of n, and when that is over."""

from __future__ import annotations

from dataclasses import dataclass

from crosstable.engine.model import Outcome
from crosstable.engine.results.errors import NoDraw
from crosstable.engine.results.said import Outcomes, by_comparison


@dataclass(frozen=True, slots=True)
class BestOf:
    """`draws`: it may end level. `timed`: time may end it, and who leads then has won. `drawn_parts`: a part may be
    drawn, so that something was played although nobody has won any."""

    best_of: int
    draws: bool = False
    timed: bool = False
    drawn_parts: bool = False

    @property
    def needed(self) -> int:
        return self.best_of // 2 + 1

    @property
    def narrowest(self) -> int:
        """The winner's least margin in parts."""
        return 1 if self.timed else 2 * self.needed - self.best_of

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What the first side can get out of it."""
        by_time = self.timed and (self.best_of > 2 or self.drawn_parts)
        may_be_level = self.draws and (by_time or self.best_of % 2 == 0)
        return (Outcome.WIN, *((Outcome.DRAW,) if may_be_level else ()), Outcome.LOSS)

    def end(self, first: int, second: int, *, at: str, goes_on: bool = False) -> Outcomes | None:
        """How it ended with so many parts won; None while it goes on. Raises NoDraw with the field `at`."""
        is_full = first + second == self.best_of
        if max(first, second) == self.needed:
            return by_comparison(first, second)
        if is_full and not self.draws:
            raise NoDraw(at)
        if goes_on or not (is_full or self.timed) or (first == second and not self.draws):
            return None
        return by_comparison(first, second)
