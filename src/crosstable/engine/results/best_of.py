"""What sets, legs and games of one sitting have in common: best of n, and when that is over."""

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

    def outcomes(self, first: int = 0, second: int = 0) -> tuple[Outcome, ...]:
        """What the first side can still get out of it, with so many parts won."""
        left = self.best_of - first - second
        possible = {
            Outcome.WIN: self._can_win(first, second, left),
            Outcome.DRAW: self._can_end_level(),
            Outcome.LOSS: self._can_win(second, first, left),
        }
        return tuple(outcome for outcome, can_be in possible.items() if can_be)

    def _can_win(self, side: int, other: int, left: int) -> bool:
        return side + left > other if self.timed else side + left >= self.needed

    def _can_end_level(self) -> bool:
        """From anywhere before the end: nobody has more than half of the parts, so that the other can draw level."""
        by_time = self.timed and (self.best_of > 2 or self.drawn_parts)
        return self.draws and (by_time or self.best_of % 2 == 0)

    def end(self, first: int, second: int, *, at: str, goes_on: bool = False) -> Outcomes | None:
        """How it ended with so many parts won; None while it goes on. Raises NoDraw with the field `at`."""
        is_full = first + second == self.best_of
        if max(first, second) == self.needed:
            return by_comparison(first, second)
        if is_full and not self.draws:
            raise NoDraw(at)
        stopped = self.timed and not goes_on and (first != second or self.draws)
        return by_comparison(first, second) if is_full or stopped else None
