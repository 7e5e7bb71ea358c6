"""Pairings inside a bracket: the closest to the ideal order without a rematch.

`Bracket` is the order in which it would be paired if no two had met, and what departing from it costs. A *unit* is a
pair of that order. Only the surroundings of units that are not allowed are re-paired; why nothing better lies outside
is proved at `_is_proved` and in docs/algorithms/swiss.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from crosstable.engine.pairing.matching import Criterion, Edge, Matching, best_matching, scattered
from crosstable.engine.pairing.swiss.field import Field, Pair, ordered
from crosstable.engine.pairing.swiss.options import Method

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Bracket:
    """Players paired with each other on one level of the ladder.

    Places are counted inside the bracket: 0 … 2m−1, floaters first, then residents, each in rank order. `order` are
    positions of the field, `floaters` the number of floaters at its start. A floater meets a resident: meeting another
    floater would be another downfloat.
    """

    order: tuple[int, ...]
    floaters: int
    method: Method

    @property
    def half(self) -> int:
        return len(self.order) // 2

    def ideal(self, unit: int) -> Pair:
        """Return the places of the unit-th pair of the ideal order."""
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
        """Return by how many places the pair differs from its ideal."""
        match self.method:
            case Method.SLIDE | Method.RANDOM:
                return abs(abs(q - p) - self.half)
            case Method.FOLD:
                return abs(p + q - (2 * self.half - 1))
            case Method.ADJACENT:
                return abs(q - p) - 1

    def height_of_change(self, p: int, q: int) -> int:
        """Return how many are ranked below the higher player of a pair that differs from the ideal."""
        top = min(p, q)
        if self.exchange(p, q) == 0 and self.displacement(p, q) == 0 and self._starts_a_unit(top):
            return 0
        return len(self.order) - 1 - top

    def _starts_a_unit(self, top: int) -> bool:
        return self.method is not Method.ADJACENT or top % 2 == 0


def make_brackets(field: Field, falls: Sequence[int], method: Method, seed: int = 0) -> list[Bracket]:
    """Return each group's residents who do not float, below its incoming floaters; empty ones omitted."""
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


FIRST_REACH = 2


def pair_bracket(field: Field, bracket: Bracket, thin: bool = True) -> list[Pair]:
    """Return pairs of positions of the field."""
    places = _near_the_ideal(field, bracket) if thin else None
    if places is None:
        every = combinations(range(len(bracket.order)), 2)
        places = _solve(field, bracket, [edge for edge in every if bracket.may_meet(*edge)]).pairs
    return [ordered(bracket.order[a], bracket.order[b]) for a, b in places]


def _near_the_ideal(field: Field, bracket: Bracket) -> Sequence[Edge] | None:
    """Return the best round without rematch and exchange, or None if there is none."""
    ideal = [bracket.ideal(unit) for unit in range(bracket.half)]
    wrong = [unit for unit, pair in enumerate(ideal) if not _is_free(field, bracket, *pair)]
    reach = FIRST_REACH if wrong else 0
    while wrong:
        units = {u for w in wrong for u in range(max(0, w - reach), min(bracket.half, w + reach + 1))}
        unchanged = [pair for unit, pair in enumerate(ideal) if unit not in units]
        solution = _solve_near(field, bracket, sorted(units), reach)
        if solution is not None and _is_proved(field, bracket, [*unchanged, *solution.pairs], units, reach):
            return [*unchanged, *solution.pairs]
        if bracket.method is Method.ADJACENT:
            return _with_short_spans(field, bracket)
        if solution is None and reach >= bracket.half:
            return None
        reach *= 2
    return ideal


def _is_free(field: Field, bracket: Bracket, a: int, b: int) -> bool:
    return bracket.may_meet(a, b) and not field.times_met(bracket.order[a], bracket.order[b])


def _solve_near(field: Field, bracket: Bracket, units: Sequence[int], reach: int) -> Matching | None:
    """Return the best among the given units, with no pair from units more than `reach` apart."""
    edges = [
        pair
        for i, one in enumerate(units)
        for pair in _edges_of(bracket, one, [u for u in units[i : i + reach + 1] if u - one <= reach])
        if _is_free(field, bracket, *pair)
    ]
    places = [place for unit in units for place in bracket.ideal(unit)]
    criteria = _closeness(bracket, edges)
    return best_matching(places, edges, criteria)


def _edges_of(bracket: Bracket, one: int, others: Sequence[int]) -> Iterator[Pair]:
    """Pairs without exchange between a unit and itself or a later one."""
    top, low = bracket.ideal(one)
    for other in others:
        first, second = bracket.ideal(other)
        if other == one:
            yield top, low
            continue
        for a in (top, low):
            for b in (first, second):
                if not bracket.exchange(a, b):
                    yield ordered(a, b)


def _is_proved(field: Field, bracket: Bracket, pairs: Sequence[Pair], units: set[int], reach: int) -> bool:
    """Return whether no round outside the reach is as close to the ideal as this one.

    Blocks: cut the units wherever no pair of a best round crosses. A piece of L units with every inner cut crossed is
    displaced by at least 2(L−1), and holds a wrong unit, or the ideal would beat it. So a round displaced by D moves
    only units within D/2 of a wrong one, and none further than D/2.
    """
    displaced = sum(bracket.displacement(a, b) for a, b in pairs)
    if displaced // 2 <= reach or reach >= bracket.half:
        return True
    return bracket.method is not Method.ADJACENT and _has_prices(field, bracket, pairs, units, reach)


def _has_prices(field: Field, bracket: Bracket, pairs: Sequence[Pair], units: set[int], reach: int) -> bool:
    """Linear programming duality for the assignment of upper to lower units.

    Prices on the lower units under which every pair that was weighed costs no less than its upper player's own prove
    the round best among those. If all that was not weighed costs strictly more at these prices, a round that uses any
    of it is worse.
    """
    import numpy as np  # most rounds need no proof, so numpy is not loaded at start-up

    index = np.arange(bracket.half)
    own = index.copy()
    for a, b in pairs:
        own[a] = _unit_of(bracket, b)
    inside = np.isin(index, list(units))
    cost = np.abs(index[:, None] - index[None, :])
    weighed = inside[:, None] & inside[None, :] & (cost <= reach)
    near = [
        (i, j) for i, j in np.argwhere(weighed).tolist() if _is_free(field, bracket, i, bracket.ideal(j)[1])
    ]
    prices = _prices(np.array(near, dtype=np.int64), own, cost)
    weighed[index, own] = True
    surplus = cost - cost[index, own][:, None] + prices[own][:, None] - prices[None, :]
    return bool((surplus[~weighed] > 0).all())


def _unit_of(bracket: Bracket, low: int) -> int:
    return low - bracket.half if bracket.method is not Method.FOLD else 2 * bracket.half - 1 - low


def _prices(near: Numbers, own: Numbers, cost: Numbers) -> Numbers:
    """Bellman and Ford, from zero. It converges: a round best within reach has no cheaper detour."""
    import numpy as np

    upper, lower = near[:, 0], near[:, 1]
    step = cost[upper, lower] - cost[upper, own[upper]]
    prices = np.zeros(len(own), dtype=np.int64)
    while True:
        before = prices.copy()
        np.minimum.at(prices, lower, before[own[upper]] + step)
        if (prices == before).all():
            return prices


def _with_short_spans(field: Field, bracket: Bracket) -> Sequence[Edge] | None:
    """Return the best adjacent round without rematch, weighed on all pairs a best one can contain.

    Let p-q be in a best round. Any other pair that touches a place between them could trade partners with it and come
    nearer, unless p or q may not meet its new one. So at most |p's barred| + |q's barred| pairs touch the places
    between, each at most two: q−p−1 ≤ 2(|p's barred| + |q's barred|). Once every span is known to be at most X, only
    those barred within 2X can be in the way, and the bound is recalculated.
    """
    barred = _barred(field, bracket)
    longest = 4 * max(map(len, barred)) + 1
    near = [sum(1 for x in places if abs(x - p) <= 2 * longest) for p, places in enumerate(barred)]
    edges = [
        (p, q)
        for p in range(len(barred))
        for q in range(p + 1, min(len(barred), p + longest + 1))
        if q - p - 1 <= 2 * (near[p] + near[q]) and q not in barred[p]
    ]
    best = best_matching(range(len(barred)), edges, _closeness(bracket, edges))
    return None if best is None else best.pairs


def _barred(field: Field, bracket: Bracket) -> list[set[int]]:
    """Return for every place those it may not meet."""
    seat = {p: place for place, p in enumerate(bracket.order)}
    barred = [{seat[q] for q in field.meetings[p] if q in seat} for p in bracket.order]
    for place in range(bracket.floaters):
        barred[place] |= set(range(bracket.floaters)) - {place}
    return barred


def _solve(field: Field, bracket: Bracket, edges: list[Edge]) -> Matching:
    order = bracket.order
    rematches = {e: field.times_met(order[a], order[b]) for e, (a, b) in enumerate(edges)}
    exchanges = {e: bracket.exchange(a, b) for e, (a, b) in enumerate(edges)}
    criteria = (rematches, exchanges, *_closeness(bracket, edges))
    best = best_matching(range(len(order)), edges, criteria)
    assert best is not None, "falls are chosen so that every bracket can be paired"
    return best


def _closeness(bracket: Bracket, edges: Sequence[Edge]) -> tuple[Criterion, ...]:
    displaced = {e: bracket.displacement(a, b) for e, (a, b) in enumerate(edges)}
    height = {e: bracket.height_of_change(a, b) for e, (a, b) in enumerate(edges)}
    return displaced, height, scattered(edges)
