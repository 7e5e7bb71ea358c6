"""One criterion after the other, exactly, by deleting edges.

Invariant: *the perfect matchings of `edges` are exactly the candidates that are best for the criteria treated
so far*, and `mate` is one of them. The graph stays symmetric: an edge is known at both of its ends. A stage
minimises how many edges of one class a perfect matching uses.
"""

from crosstable.engine.pairing.fide.alternating import UNMATCHED, Deficiency, Matching, maximise
from crosstable.engine.pairing.fide.bitsets import members

EdgeClass = dict[int, int]
"""vertex → its neighbours by edges of the class; symmetric."""


class NotProven(Exception):
    """The bitset method cannot answer for this bracket; the weighted method will. The reason is for us."""


class CannotFloat(NotProven):
    """The others of the bracket cannot be paired if only the given players may float."""


class CandidateGraph:
    """A graph with float slots whose perfect matchings are the candidates still in the running."""

    def __init__(self, edges: list[int], mate: Matching) -> None:
        self.edges = edges
        self.mate = mate
        self.everybody = (1 << len(edges)) - 1

    def minimise(self, edge_class: EdgeClass, at_most_one: bool = False) -> int:
        """Use as few edges of `edge_class` as possible, and keep only candidates that do. Returns the number.

        `at_most_one` says that all of these share one vertex: if one is needed, every candidate has
        exactly one, and nothing has to be deleted.
        """
        others, freed = self.edges[:], 0
        for vertex, partners in edge_class.items():
            others[vertex] &= ~partners
            if partners >> self.mate[vertex] & 1:
                freed |= 1 << vertex
        if not freed:
            self.edges = others
            return 0
        mate = self.mate[:]
        for vertex in members(freed):
            mate[vertex] = UNMATCHED
        deficiency = maximise(others, mate, self.everybody, freed)
        if not deficiency.exposed:
            self.edges, self.mate = others, mate
            return 0
        if at_most_one:
            return 1
        return self._adjust_duals(others, edge_class, mate, deficiency)

    def _adjust_duals(
        self, others: list[int], edge_class: EdgeClass, mate: Matching, deficiency: Deficiency
    ) -> int:
        """Minimum-cost perfect matching with cost 0 for `others` and 2 for `edge_class`, primal-dual.

        Proof. The duals start at 0 and stay feasible: a step raises them by 1 on D (even), lowers them by 1
        on A (odd) of the tight graph. Slack is a cost 0 or 2 minus two duals. An edge within D is even at
        slack and not tight (D has no edges between its components), so it is at least 2 before; an edge from
        D to the rest outside A is not tight, so it is at least 1 before; nothing else shrinks. A perfect
        matching of tight edges is therefore optimal, and by complementary slackness a perfect matching is
        optimal if and only if all its edges are tight: the tight graph carries the invariant on. This holds
        as long as only single vertices carry duals; where D has an odd component of several vertices
        (a blossom) it would need one, and we leave the bracket to the weighted method.
        """
        duals = [0] * len(others)
        while deficiency.exposed:
            if deficiency.blossoms:
                raise NotProven("blossom")
            for vertex in members(deficiency.even):
                duals[vertex] += 1
            for vertex in members(deficiency.odd):
                duals[vertex] -= 1
            tight = self._tight_edges(others, edge_class, duals)
            deficiency = maximise(tight, mate, self.everybody, deficiency.exposed)
        self.edges, self.mate = tight, mate
        return sum(partners >> mate[vertex] & 1 for vertex, partners in edge_class.items()) // 2

    def _tight_edges(self, others: list[int], edge_class: EdgeClass, duals: list[int]) -> list[int]:
        """The edges whose two duals add up to their cost."""
        level: dict[int, int] = {}
        for vertex, dual in enumerate(duals):
            level[dual] = level.get(dual, 0) | 1 << vertex
        tight = [near & level.get(-duals[vertex], 0) for vertex, near in enumerate(others)]
        for vertex, partners in edge_class.items():
            tight[vertex] |= self.edges[vertex] & partners & level.get(2 - duals[vertex], 0)
        return tight
