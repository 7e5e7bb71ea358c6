"""A bracket as a weighted graph: its edges, their costs, and how to keep the costs narrow.

One vertex per player still to be paired; an edge costs what its pair counts, and a player who floats costs what
floating counts, each count in its own bits, by rank of the criterion. A field is as wide as the largest total it can
reach in an optimum, so a lower field never carries into a higher one.

`MatchingProblem` is the minimum-cost matching, in exact whole numbers, for decisions taken one after another. A
decision is never "try and compare": its preference is added below the cost, the optimum is computed, and the edges that
lost are deleted.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from crosstable.engine.pairing.fide.bitset_matching import UNMATCHED, Matching, mask_of, members
from crosstable.engine.pairing.fide.criteria import CRITERIA, PairingBracket, Violation
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
        """The number of bits left for preferences below the cost."""
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
        """Make a preference part of the cost, in `width` bits below the existing ones."""
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
    """Give each of `leaders` in order the first possible of `opponents`; as many per solve as bits allow."""
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


NO_VIOLATION = Violation()
COMFORTABLE_BITS = BITS - 40
"""Fields should leave space for the preferences that decisions add below them."""


@dataclass(frozen=True, slots=True)
class Field:
    """A number in the weight: counts of a criterion, or of players who leave the next bracket unpaired."""

    bound: int
    violation: Violation = NO_VIOLATION
    leaving: int = 0


class WeightedBracket:
    """Positions 0 … are moved-down players, then residents, then the next scoregroup, then the rest."""

    def __init__(self, bracket: PairingBracket, complete: bool) -> None:
        self.bracket = bracket
        self.complete = complete
        moved_down, residents = members(bracket.moved_down), members(bracket.residents)
        following = members(bracket.following)
        self.vertices = moved_down + residents + following
        self.movers = len(moved_down)
        self.inside = self.movers + len(residents)
        self.in_next = len(self.vertices)
        if complete:
            self.vertices += members(bracket.below)
        self.pairs, self.others = self._edges()
        self.never_exposed = 0

    def _edges(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Pairs the bracket can make, and all others; moved-down players meet each other only below."""
        position = {vertex: i for i, vertex in enumerate(self.vertices)}
        all_vertices, legal = mask_of(self.vertices), self.bracket.facts.legal
        pairs: list[tuple[int, int]] = []
        others: list[tuple[int, int]] = []
        for i, vertex in enumerate(self.vertices):
            for other in members(legal[vertex] & all_vertices):
                j = position[other]
                if j > i and self.is_pair(i, j):
                    pairs.append((i, j))
                elif j > i and (self.complete or j >= self.movers):
                    others.append((i, j))
        return pairs, others

    def is_pair(self, i: int, j: int) -> bool:
        return i < self.inside and self.movers <= j < self.inside

    def is_paired(self, mate: Matching, i: int) -> bool:
        """Paired within this bracket."""
        j = mate[i]
        return j != UNMATCHED and self.is_pair(min(i, j), max(i, j))

    def is_paired_next(self, mate: Matching, i: int) -> bool:
        """Paired within the next bracket, where this one's floaters have moved down."""
        j = mate[i]
        return j != UNMATCHED and self.inside <= max(i, j) < self.in_next

    def problem_until(self, criterion: str, floating: int = 0) -> MatchingProblem:
        """Return the matching problem of all criteria up to the given one; `floating` is the number C9 needs."""
        return self._problem(self._narrowed(list(self._fields(floating, criterion))))

    def _fields(self, floating: int, until: str) -> Iterator[Field]:
        for criterion in CRITERIA:
            if criterion.code == "C8":
                yield from self._next_bracket_fields()
            for violation in criterion.violations(self.bracket, floating):
                yield Field(self._most(violation), violation)
            if criterion.code == until:
                return

    def _most(self, violation: Violation) -> int:
        """Return the largest count a digit can reach: as many pairs as the smaller side of each block has."""
        pairs = 0
        for a, b in violation.pairs:
            sides = (a & self.bracket.players).bit_count(), (b & self.bracket.players).bit_count()
            pairs += sides[0] // 2 if a == b else min(sides)
        return violation.floaters.bit_count() + min(pairs, self.inside // 2)

    def _next_bracket_fields(self) -> Iterator[Field]:
        """C8: how many floaters and players of the next scoregroup stay unpaired there, then their scores."""
        if self.bracket.is_last:
            return
        yield Field(self.in_next, leaving=self.bracket.players | self.bracket.following)
        for group in (*self.bracket.moved_down_by_score(), self.bracket.residents):
            yield Field(group.bit_count(), leaving=group)

    def _narrowed(self, fields: list[Field]) -> list[Field]:
        """Return the same problem in fewer bits, if the fields together are too wide for the solver.

        As many fields as fit are solved. Where the best total is 0, no best candidate uses an edge that counts; where
        it is the maximum, each counted player floats (leaves). Either way the other edges are deleted and the field is
        removed. The other fields stay, as wide as their best total, which no longer changes; the next ones join them.
        """
        settled: list[Field] = []
        while fields and _width(settled + fields) > COMFORTABLE_BITS:
            fitting = 0
            while fitting < len(fields) and _width(settled + fields[: fitting + 1]) <= COMFORTABLE_BITS:
                fitting += 1
            if not fitting:
                raise TooWide
            mate = self._problem(settled + fields[:fitting]).solve()
            for field in fields[:fitting]:
                total = self._total(field, mate)
                if not total:
                    self._forbid(field)
                elif (
                    not field.violation.pairs
                    and total == (field.violation.floaters | field.leaving).bit_count()
                ):
                    self._enforce(field)
                else:
                    settled.append(replace(field, bound=total))
            fields = fields[fitting:]
        return settled + fields

    def _total(self, field: Field, mate: Matching) -> int:
        named, violation = self.vertices, field.violation
        floating = [i for i in range(self.inside) if not self.is_paired(mate, i)]
        staying = [*floating, *range(self.inside, self.in_next)]
        total: int = sum(violation.floaters >> named[i] & 1 for i in floating)
        total += sum(field.leaving >> named[i] & 1 for i in staying if not self.is_paired_next(mate, i))
        paired = [(i, j) for i, j in enumerate(mate) if j > i and self.is_pair(i, j)]
        return total + sum(violation.counts_pair(named[i], named[j]) for i, j in paired)

    def _forbid(self, field: Field) -> None:
        """Delete every edge a field counts; a player who may not be exposed gets a prohibitive cost."""
        named, violation = self.vertices, field.violation
        self.pairs = [(i, j) for i, j in self.pairs if not violation.counts_pair(named[i], named[j])]
        floating, leaving = violation.floaters, field.leaving
        self.others = [
            (i, j)
            for i, j in self.others
            if not (floating >> named[i] & 1 or (i < self.inside and floating >> named[j] & 1))
            and (self.inside <= j < self.in_next or not (leaving >> named[i] & 1 or leaving >> named[j] & 1))
        ]
        self.never_exposed |= floating | leaving

    def _enforce(self, field: Field) -> None:
        """Delete every edge by which a counted player would not float, or not leave the next bracket."""
        named, floating, leaving = self.vertices, field.violation.floaters, field.leaving
        self.pairs = [(i, j) for i, j in self.pairs if not (floating >> named[i] | floating >> named[j]) & 1]
        self.others = [
            (i, j)
            for i, j in self.others
            if not (self.inside <= j < self.in_next and (leaving >> named[i] | leaving >> named[j]) & 1)
        ]

    def _problem(self, fields: list[Field]) -> MatchingProblem:
        size = len(self.vertices)
        floating, leaving, pairing = [0] * size, [0] * size, [0] * len(self.pairs)
        for field in fields:
            width = field.bound.bit_length()
            floating = self._append(floating, width, field.violation.floaters)
            leaving = self._append(leaving, width, field.leaving)
            partners = field.violation.partners()
            pairing = [
                (cost << width) + (partners.get(self.vertices[i], 0) >> self.vertices[j] & 1)
                for cost, (i, j) in zip(pairing, self.pairs, strict=True)
            ]
        exposed = [a + b for a, b in zip(floating, leaving, strict=True)]
        edges: list[WeightedEdge] = [(i, j, c) for (i, j), c in zip(self.pairs, pairing, strict=True)]
        for i, j in self.others:
            in_next_bracket = self.inside <= j < self.in_next
            edges.append((i, j, floating[i] if in_next_bracket else exposed[i] + exposed[j]))
        problem = MatchingProblem(size, edges, None if self.complete else exposed)
        problem.must_match |= {i for i, v in enumerate(self.vertices) if self.never_exposed >> v & 1}
        return problem

    def _append(self, costs: list[int], width: int, mask: int) -> list[int]:
        return [
            (cost << width) + (mask >> vertex & 1) for cost, vertex in zip(costs, self.vertices, strict=True)
        ]


def _width(fields: list[Field]) -> int:
    return sum(field.bound.bit_length() for field in fields)
