"""The order a bracket would be paired in if nobody had met, and what departing from it costs.

Places are counted inside the bracket: 0 … 2m−1, floaters first, then residents, each in rank order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from crosstable.engine.pairing.swiss.field import Field, Pair
from crosstable.engine.pairing.swiss.options import Method


@dataclass(frozen=True, slots=True)
class Bracket:
    """Who is paired with each other on one rung: `order` are positions of the field, `floaters` how many
    of the first have fallen here. A floater meets a resident: meeting a floater would be another fall."""

    order: tuple[int, ...]
    floaters: int
    method: Method

    @property
    def half(self) -> int:
        return len(self.order) // 2

    def ideal(self, unit: int) -> Pair:
        """The places of the unit-th pair of the undisturbed order."""
        match self.method:
            case Method.SLIDE | Method.RANDOM:
                return unit, unit + self.half
            case Method.FOLD:
                return unit, 2 * self.half - 1 - unit
            case Method.ADJACENT:
                return 2 * unit, 2 * unit + 1

    def may_meet(self, p: int, q: int) -> bool:
        return p >= self.floaters or q >= self.floaters

    def exchange(self, p: int, q: int) -> int:
        """1 for a pair that is not between the upper and the lower half."""
        if self.method is Method.ADJACENT:
            return 0
        return 0 if min(p, q) < self.half <= max(p, q) else 1

    def displacement(self, p: int, q: int) -> int:
        """How many places the pair is off its ideal."""
        match self.method:
            case Method.SLIDE | Method.RANDOM:
                return abs(abs(q - p) - self.half)
            case Method.FOLD:
                return abs(p + q - (2 * self.half - 1))
            case Method.ADJACENT:
                return abs(q - p) - 1

    def height_of_change(self, p: int, q: int) -> int:
        """For a pair that differs from the ideal: how many stand below its higher player."""
        top = min(p, q)
        if self.exchange(p, q) == 0 and self.displacement(p, q) == 0 and self._starts_a_unit(top):
            return 0
        return len(self.order) - 1 - top

    def _starts_a_unit(self, top: int) -> bool:
        return self.method is not Method.ADJACENT or top % 2 == 0


def make_brackets(field: Field, falls: Sequence[int], method: Method, seed: int = 0) -> list[Bracket]:
    """The residents of each group who do not fall, under the floaters fallen to them. Empty ones left out."""
    floaters: dict[int, list[int]] = {}
    for p, fall in enumerate(falls):
        if fall:
            floaters.setdefault(field.levels[p] + fall, []).append(p)
    brackets = []
    for level, group in enumerate(field.groups):
        fallen, residents = floaters.get(level, []), [p for p in group if not falls[p]]
        if method is Method.RANDOM:
            lot = Random(f"{seed}/{level}/{field.size}/{sum(map(len, field.meetings))}")
            lot.shuffle(fallen)
            lot.shuffle(residents)
        if fallen or residents:
            brackets.append(Bracket((*fallen, *residents), len(fallen), method))
    return brackets
