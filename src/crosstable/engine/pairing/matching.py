"""Minimum-cost perfect matchings under criteria in strict order, exact. No game rules.

The solver is rustworkx.

Every criterion gives each edge a whole cost, zero or more. All criteria become the digits of one number per edge, so
one run of Edmonds' algorithm weighs them all. rustworkx counts in 128 bits; where the digits do not fit, they are
solved in stages, and `Matching.stages` lists the criteria each stage decided.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

import rustworkx as rx

# Duals and slacks inside the algorithm reach a few times the largest weight; 120 bits leave enough of 127.
BITS = 120

Edge = tuple[int, int]
WeightedEdge = tuple[int, int, int]
"""Two vertices by their numbers, and a whole weight of at most BITS bits."""
Criterion = Mapping[int, int]
"""Edge number → cost; edges that are absent cost nothing."""


def heaviest_pairs(size: int, edges: Sequence[WeightedEdge], *, most_pairs: bool) -> set[Edge]:
    """Return the matching of the greatest weight on the vertices 0 to size - 1.

    With `most_pairs` the heaviest of those with as many pairs as possible. No edge may be given twice.
    """
    graph = rx.PyGraph(node_count_hint=size, edge_count_hint=len(edges))
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(edges)
    pairs: set[Edge] = rx.max_weight_matching(graph, max_cardinality=most_pairs, weight_fn=int)
    return pairs


@dataclass(frozen=True, slots=True)
class Stage:
    """One run of the solver: the criteria it decided, and the width of its numbers."""

    criteria: range
    bits: int


@dataclass(frozen=True, slots=True)
class Matching:
    pairs: tuple[Edge, ...]
    totals: tuple[int, ...]
    stages: tuple[Stage, ...]


@dataclass(eq=False)
class WeightsTooWide(Exception):
    """One criterion with those already settled needs more digits than the solver has: a modelling error."""

    criterion: int
    bits: int

    def __str__(self) -> str:
        return f"criterion {self.criterion} needs {self.bits} bits, the solver has {BITS}"


def best_matching(
    vertices: Sequence[int], edges: Sequence[Edge], criteria: Sequence[Criterion] = (), bits: int = BITS
) -> Matching | None:
    """Return the perfect matching with the lexicographically smallest totals, or None.

    The totals are unique. The pairs are unique only if the criteria leave no tie: see `scattered`.
    """
    if not vertices:
        return Matching((), (0,) * len(criteria), ())
    search = _Search(vertices, edges, criteria, bits)
    return search.run()


def scattered(edges: Sequence[Edge], width: int = 40) -> Criterion:
    """A last criterion that separates equals: a fixed, well mixed number per edge.

    By the isolation lemma (Mulmuley, Vazirani, Vazirani) random weights of this width leave two best matchings with a
    probability below |edges| / 2**width, so the answer depends on the labels of the vertices alone and not on the order
    in which the solver visits its tables.
    """
    mask = (1 << width) - 1
    return {number: _mixed(u, v) & mask for number, (u, v) in enumerate(edges)}


def _mixed(u: int, v: int) -> int:
    z = (min(u, v) << 32 | max(u, v)) + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    z = (z ^ z >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return z ^ z >> 31


@dataclass
class _Search:
    """The state between stages.

    Proof that packing is right. Let O be the lexicographic optimum and let every digit have a radix above O's total in
    it. If a matching M first differs from O in digit k, then M has at least one more there, worth one unit of k, while
    all of O's lower digits together are worth less than one unit of k. So M weighs more: the lightest matching is O.
    Radices need to exceed the totals of the optimum only.

    Proof that stages are right. What earlier stages decided stays in the numbers, above the new digits, with its known
    total as the radix, so the argument above holds unchanged. An edge that alone costs more than the optimum's total is
    in no optimum and is deleted. A criterion all of whose costs lie on the edges of one vertex is settled by keeping
    that vertex's edges of the winning cost, and no longer needs a digit.
    """

    vertices: Sequence[int]
    edges: Sequence[Edge]
    criteria: Sequence[Criterion]
    bits: int
    alive: set[int] = field(init=False)
    earlier_totals: list[tuple[int, int]] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    best_edges: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.alive = set(range(len(self.edges)))

    def run(self) -> Matching | None:
        while not self.stages or len(self.totals) < len(self.criteria):
            start = len(self.totals)
            digits, stop, width = self._plan()
            chosen = self._solve(digits)
            if chosen is None:
                return None
            self.best_edges = chosen
            self.stages.append(Stage(range(start, stop), width))
            for criterion in range(start, stop):
                self._settle(criterion)
            self._settle_what_is_already_best()
        pairs = tuple(sorted(self.edges[e] for e in self.best_edges))
        return Matching(pairs, tuple(self.totals), tuple(self.stages))

    def _plan(self) -> tuple[list[tuple[int, int]], int, int]:
        """Return the digits of the next stage as (criterion, radix), highest first, and where the stage ends."""
        digits = [(criterion, total + 1) for criterion, total in self.earlier_totals]
        size = prod(radix for _, radix in digits)
        stop = len(self.totals)
        while stop < len(self.criteria):
            radix = self._bound(stop) + 1
            if (size * radix).bit_length() > self.bits:
                break
            size *= radix
            digits.append((stop, radix))
            stop += 1
        if stop == len(self.totals) and stop < len(self.criteria):
            raise WeightsTooWide(stop, (size * (self._bound(stop) + 1)).bit_length())
        return digits, stop, size.bit_length()

    def _bound(self, criterion: int) -> int:
        """Return an upper bound of the optimum's total. Edges that alone cost more are deleted."""
        costs = self._costs(criterion)
        if not costs:
            return 0
        if self._hub(costs) is not None:
            return max(costs.values())
        if self.best_edges and criterion == len(self.totals):
            # The last stage's matching is as good as any so far, so the next total is at most its own.
            return self._prune(criterion, self._total(criterion))
        dearest: dict[int, int] = {}
        for edge, cost in costs.items():
            for vertex in self.edges[edge]:
                dearest[vertex] = max(dearest.get(vertex, 0), cost)
        return sum(dearest.values()) // 2

    def _solve(self, digits: Sequence[tuple[int, int]]) -> list[int] | None:
        weights = self._packed(digits)
        size = prod(radix for _, radix in digits)
        index = {vertex: i for i, vertex in enumerate(self.vertices)}
        ends = {e: (index[self.edges[e][0]], index[self.edges[e][1]]) for e in sorted(self.alive)}
        edges = [(u, v, size - weights.get(e, 0)) for e, (u, v) in ends.items()]
        pairs = heaviest_pairs(len(index), edges, most_pairs=True)
        if 2 * len(pairs) != len(index):
            return None
        numbers = {frozenset(pair): e for e, pair in ends.items()}
        return [numbers[frozenset(pair)] for pair in pairs]

    def _packed(self, digits: Sequence[tuple[int, int]]) -> dict[int, int]:
        weights: dict[int, int] = {}
        unit = 1
        for criterion, radix in reversed(digits):
            for edge, cost in self._costs(criterion).items():
                weights[edge] = weights.get(edge, 0) + cost * unit
            unit *= radix
        return weights

    def _settle(self, criterion: int) -> None:
        total = self._total(criterion)
        self.totals.append(total)
        self._prune(criterion, total)
        costs = self._costs(criterion)
        hub = self._hub(costs) if costs else None
        if hub is not None:
            self.alive -= {e for e in self.alive if hub in self.edges[e] and costs.get(e, 0) != total}
        elif costs:
            self.earlier_totals.append((criterion, total))

    def _settle_what_is_already_best(self) -> None:
        """Skip the next criteria in which the current matching costs nothing."""
        while len(self.totals) < len(self.criteria) and not self._total(len(self.totals)):
            self._settle(len(self.totals))

    def _costs(self, criterion: int) -> dict[int, int]:
        return {e: cost for e, cost in self.criteria[criterion].items() if cost and e in self.alive}

    def _total(self, criterion: int) -> int:
        costs = self.criteria[criterion]
        return sum(costs.get(e, 0) for e in self.best_edges)

    def _prune(self, criterion: int, total: int) -> int:
        self.alive -= {e for e, cost in self._costs(criterion).items() if cost > total}
        return total

    def _hub(self, costs: Mapping[int, int]) -> int | None:
        shared: set[int] | None = None
        for edge in costs:
            ends = self.edges[edge]
            shared = set(ends) if shared is None else shared.intersection(ends)
            if not shared:
                return None
        return min(shared) if shared else None
