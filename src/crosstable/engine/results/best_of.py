"""What sets, legs and games of one sitting have in common: best of n, and when that is over."""

from abc import abstractmethod
from typing import ClassVar

from crosstable.engine.model import Tally
from crosstable.engine.results.errors import NoDraw, NotOverYet
from crosstable.engine.results.score import OUTCOMES, PARTS, Outcomes, Score, by_code, by_comparison
from crosstable.engine.results.shape import ResultShape


class BestOf(ResultShape):
    """`draws`: it may end level. `timed`: time may end it, and who leads then has won. `drawn_parts`: a part may be
    drawn, so that something was played although nobody has won any. `forfeits_count`: a walkover is won to nil."""

    best_of: int
    part: str
    draws: bool
    timed: bool
    forfeits_count: bool
    drawn_parts: bool = False
    # What the score as a whole is called.
    result_name: ClassVar[str]
    counted: ClassVar[str] = PARTS
    has_parts: ClassVar[bool] = True

    @property
    def needed(self) -> int:
        return self.best_of // 2 + 1

    @property
    def may_end_level(self) -> bool:
        by_time = self.timed and (self.best_of > 2 or self.drawn_parts)
        return self.draws and (by_time or self.best_of % 2 == 0)

    def check_over(self, said: Score) -> Score:
        if said.outcomes is not None:
            return said
        won = said.tallies[0]
        raise NotOverYet(self.result_name, self.part, won.first, won.second, self.needed)

    def _forfeit(self, code: str) -> Score:
        if not self.forfeits_count or code == "0-0F":
            return by_code(code)
        outcomes, won = OUTCOMES[code], self._won_to_nil()
        return Score(code, outcomes, won if outcomes[0].is_win else tuple(tally.swapped for tally in won))

    @abstractmethod
    def _won_to_nil(self) -> tuple[Tally, ...]:
        """What a walkover counts as, for the first side."""

    def ended(self, first: int, second: int, *, at: str, goes_on: bool = False) -> Outcomes | None:
        """How it ended with so many parts won; None while it goes on. Raises NoDraw with the field `at`."""
        is_full = first + second == self.best_of
        if max(first, second) == self.needed:
            return by_comparison(first, second)
        if is_full and not self.draws:
            raise NoDraw(at)
        stopped = self.timed and not goes_on and (first != second or self.draws)
        return by_comparison(first, second) if is_full or stopped else None
