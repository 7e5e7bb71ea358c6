"""A bracket as a weighted graph: which edges there are, what they cost, and how to keep the costs narrow.

One vertex per player still to be paired; an edge costs what its pair counts, and a player who floats costs
what floating counts, each count in its own bits, by rank of the criterion. A field is as wide as the largest
total it can reach in an optimum, so a lower field never carries into a higher one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from crosstable.engine.pairing.fide.alternating import UNMATCHED, Matching
from crosstable.engine.pairing.fide.bitsets import mask_of, members
from crosstable.engine.pairing.fide.bracket import PairingBracket
from crosstable.engine.pairing.fide.criteria import CRITERIA, Fault
from crosstable.engine.pairing.fide.weighted import MatchingProblem, TooWide
from crosstable.engine.pairing.matching import BITS, WeightedEdge

NO_FAULT = Fault()
COMFORTABLE_BITS = BITS - 40
"""Fields should leave room for the preferences that decisions add below them."""


@dataclass(frozen=True, slots=True)
class Field:
    """A number in the weight: counts of a fault, or of players who leave the next bracket unpaired."""

    bound: int
    fault: Fault = NO_FAULT
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
        everybody, legal = mask_of(self.vertices), self.bracket.facts.legal
        pairs: list[tuple[int, int]] = []
        others: list[tuple[int, int]] = []
        for i, vertex in enumerate(self.vertices):
            for other in members(legal[vertex] & everybody):
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
        """The matching problem of all criteria up to the given one; `floating` is the number C9 asks for."""
        return self._problem(self._narrowed(list(self._fields(floating, criterion))))

    def _fields(self, floating: int, until: str) -> Iterator[Field]:
        for criterion in CRITERIA:
            if criterion.code == "C8":
                yield from self._next_bracket_fields()
            for fault in criterion.faults(self.bracket, floating):
                yield Field(self._most(fault), fault)
            if criterion.code == until:
                return

    def _most(self, fault: Fault) -> int:
        """The largest count a fault can reach: as many pairs as the smaller side of each block has."""
        pairs = 0
        for a, b in fault.pairs:
            sides = (a & self.bracket.players).bit_count(), (b & self.bracket.players).bit_count()
            pairs += sides[0] // 2 if a == b else min(sides)
        return fault.floaters.bit_count() + min(pairs, self.inside // 2)

    def _next_bracket_fields(self) -> Iterator[Field]:
        """C8: how many floaters and players of the next scoregroup stay unpaired there, then their scores."""
        if self.bracket.is_last:
            return
        yield Field(self.in_next, leaving=self.bracket.players | self.bracket.following)
        for group in (*self.bracket.moved_down_by_score(), self.bracket.residents):
            yield Field(group.bit_count(), leaving=group)

    def _narrowed(self, fields: list[Field]) -> list[Field]:
        """The same problem in fewer bits, if the fields are too wide for the solver together.

        As many fields as fit are solved. Where the best total is 0, no best candidate uses an edge that
        counts; where it is all there can be, each counted player floats (leaves). Either way the other edges
        are deleted and the field is dropped. The other fields stay, as wide as their best total, which no
        longer changes; the next ones join them.
        """
        kept: list[Field] = []
        while fields and _width(kept + fields) > COMFORTABLE_BITS:
            fitting = 0
            while fitting < len(fields) and _width(kept + fields[: fitting + 1]) <= COMFORTABLE_BITS:
                fitting += 1
            if not fitting:
                raise TooWide
            mate = self._problem(kept + fields[:fitting]).solve()
            for field in fields[:fitting]:
                total = self._total(field, mate)
                if not total:
                    self._forbid(field)
                elif not field.fault.pairs and total == (field.fault.floaters | field.leaving).bit_count():
                    self._enforce(field)
                else:
                    kept.append(replace(field, bound=total))
            fields = fields[fitting:]
        return kept + fields

    def _total(self, field: Field, mate: Matching) -> int:
        named, fault = self.vertices, field.fault
        floating = [i for i in range(self.inside) if not self.is_paired(mate, i)]
        staying = [*floating, *range(self.inside, self.in_next)]
        total: int = sum(fault.floaters >> named[i] & 1 for i in floating)
        total += sum(field.leaving >> named[i] & 1 for i in staying if not self.is_paired_next(mate, i))
        paired = [(i, j) for i, j in enumerate(mate) if j > i and self.is_pair(i, j)]
        return total + sum(fault.counts_pair(named[i], named[j]) for i, j in paired)

    def _forbid(self, field: Field) -> None:
        """Delete every edge a field counts; who may not be exposed is priced out of it."""
        named, fault = self.vertices, field.fault
        self.pairs = [(i, j) for i, j in self.pairs if not fault.counts_pair(named[i], named[j])]
        floating, leaving = fault.floaters, field.leaving
        self.others = [
            (i, j)
            for i, j in self.others
            if not (floating >> named[i] & 1 or (i < self.inside and floating >> named[j] & 1))
            and (self.inside <= j < self.in_next or not (leaving >> named[i] & 1 or leaving >> named[j] & 1))
        ]
        self.never_exposed |= floating | leaving

    def _enforce(self, field: Field) -> None:
        """Delete every edge by which a counted player would not float, or not leave the next bracket."""
        named, floating, leaving = self.vertices, field.fault.floaters, field.leaving
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
            floating = self._append(floating, width, field.fault.floaters)
            leaving = self._append(leaving, width, field.leaving)
            partners = field.fault.partners()
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
