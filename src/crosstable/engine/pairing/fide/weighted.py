"""Minimum-cost matching with exact whole numbers, for decisions that are taken one after another.

A decision is never "try and compare": its preference is added below the cost, the optimum is taken, and the
edges that lost are deleted.
"""

from collections.abc import Callable, Iterable

from crosstable.engine.pairing.fide.alternating import UNMATCHED, Matching
from crosstable.engine.pairing.matching import BITS, WeightedEdge, heaviest_pairs

EdgePreference = Callable[[int, int], int]
VertexPreference = Callable[[int], int]


class TooWide(Exception):
    """The criteria of this bracket need more bits than the solver has."""


class MatchingProblem:
    """Edges (i, j, cost) with i < j and costs of 0 or more.

    Without `exposure` the matching must be perfect. With it, leaving v unmatched costs exposure[v], which is
    forbidden for the vertices in `must_match`.
    """

    def __init__(self, size: int, edges: list[WeightedEdge], exposure: list[int] | None = None) -> None:
        self.size = size
        self.edges = edges
        self.exposure = exposure
        self.must_match: set[int] = set()

    def room(self) -> int:
        """How many bits are left for preferences below the cost."""
        most = max((cost for _, _, cost in self.edges), default=0)
        if self.exposure:
            most = max(most, 4 * max(self.exposure))
        return max(1, BITS - 4 - most.bit_length())

    def solve(
        self,
        width: int = 0,
        preference: EdgePreference | None = None,
        exposure_preference: VertexPreference | None = None,
    ) -> Matching:
        """An optimum for the cost and, in `width` bits below it, for the preferences (smaller is better)."""
        edges = self.edges
        if preference is not None:
            edges = [(i, j, (cost << width) + preference(i, j)) for i, j, cost in edges]
        if self.exposure is None:
            return self._solve_perfect(edges)
        return self._solve_with_exposure(edges, self._exposure_costs(width, exposure_preference))

    def _exposure_costs(self, width: int, preference: VertexPreference | None) -> list[int]:
        assert self.exposure is not None
        penalty = max(self.exposure, default=0) + 1 if self.must_match else 0
        return [
            (cost + (penalty if vertex in self.must_match else 0) << width)
            + (preference(vertex) if preference else 0)
            for vertex, cost in enumerate(self.exposure)
        ]

    def _solve_perfect(self, edges: list[WeightedEdge]) -> Matching:
        most = max((cost for _, _, cost in edges), default=0) + 1
        mate = self._maximum([(i, j, most - cost) for i, j, cost in edges], perfect=True)
        assert UNMATCHED not in mate, "decisions never destroy the last perfect matching"
        return mate

    def _solve_with_exposure(self, edges: list[WeightedEdge], exposure: list[int]) -> Matching:
        """Matching i and j saves both exposures: maximise what is saved."""
        saved = [(i, j, exposure[i] + exposure[j] - cost) for i, j, cost in edges]
        return self._maximum([edge for edge in saved if edge[2] > 0], perfect=False)

    def _maximum(self, edges: list[WeightedEdge], perfect: bool) -> Matching:
        if max((weight for _, _, weight in edges), default=0).bit_length() > BITS:
            raise TooWide
        mate = [UNMATCHED] * self.size
        for i, j in heaviest_pairs(self.size, edges, most_pairs=perfect):
            mate[i], mate[j] = j, i
        return mate

    def add_below(self, width: int, cost: EdgePreference) -> None:
        """Make a preference part of the cost, in `width` bits below what there is."""
        self.edges = [(i, j, (above << width) + cost(i, j)) for i, j, above in self.edges]
        if self.exposure is not None:
            self.exposure = [above << width for above in self.exposure]

    def keep(self, survives: Callable[[int, int], bool]) -> None:
        self.edges = [edge for edge in self.edges if survives(edge[0], edge[1])]

    def fix_pairs(self, mate: Matching, vertices: Iterable[int]) -> None:
        """Decide that these vertices keep their partners."""
        fixed = {vertex: mate[vertex] for vertex in vertices}
        fixed |= {partner: vertex for vertex, partner in fixed.items()}
        self.keep(lambda i, j: (i not in fixed and j not in fixed) or fixed.get(i) == j)
        self.must_match |= set(fixed)


def fix_first_opponents(
    problem: MatchingProblem, leaders: list[int], opponents: list[int]
) -> Matching | None:
    """Each of `leaders` in turn gets the first possible of `opponents`; as many per solve as bits allow."""
    place = {vertex: number for number, vertex in enumerate(opponents)}
    width = len(opponents).bit_length()
    todo, mate = leaders[:], None
    while todo:
        count = max(1, min(len(todo), problem.room() // width))
        now, todo = todo[:count], todo[count:]
        shift = {vertex: width * (count - 1 - turn) for turn, vertex in enumerate(now)}
        mate = problem.solve(
            width * count,
            lambda i, j, shift=shift: place[j] << shift[i] if i in shift and j in place else 0,  # type: ignore[misc]
            lambda i, shift=shift: len(opponents) << shift[i] if i in shift else 0,  # type: ignore[misc]
        )
        problem.fix_pairs(mate, now)
    return mate
