"""The second, independent way to pair a bracket: minimum-cost matching, exact for every bracket.

One vertex per player still to be paired; an edge costs what its pair counts, and a player who floats costs
what floating counts, each count in its own bits, by rank of the criterion. A field is as wide as the largest
total it can reach in an optimum, so a lower field never carries into a higher one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crosstable.engine.pairing.fide.alternating import UNMATCHED, Matching
from crosstable.engine.pairing.fide.bitsets import mask_of, members
from crosstable.engine.pairing.fide.bracket import Decision, PairingBracket
from crosstable.engine.pairing.fide.criteria import CRITERIA, Fault
from crosstable.engine.pairing.fide.exchanges import choose_leaders
from crosstable.engine.pairing.fide.facts import repair
from crosstable.engine.pairing.fide.weighted import (
    MOST_BITS,
    MatchingProblem,
    TooWide,
    WeightedEdge,
    fix_first_opponents,
)

NO_FAULT = Fault()
SMALL_FIELD = 60
"""Up to this many players everything below goes into one graph at once; more are tried without it first."""
COMFORTABLE_BITS = MOST_BITS - 40
"""Fields should leave room for the preferences that decisions add below them."""


def pair_by_weights(bracket: PairingBracket) -> Decision:
    """The decision for a bracket; the standing completion is updated.

    First without the players below the next scoregroup, which leaves C4 aside as in the bitset method: if
    the best candidate can be completed, it is the best of all. Else with everybody: completion is built in.
    """
    facts = bracket.facts
    many = (bracket.players | bracket.remaining).bit_count() > SMALL_FIELD
    for complete in (False, True) if many and not bracket.is_last else (True,):
        decision, matched, leftover = WeightedBracket(bracket, complete).decide()
        completion = facts.completion[:]
        if complete or repair(facts, completion, leftover | bracket.below):
            for one, two in matched:
                completion[one], completion[two] = two, one
            facts.completion = completion
            return decision
    raise AssertionError("with everybody in the graph there is always an answer")


def best_floaters(bracket: PairingBracket, until: str) -> tuple[int, int]:
    """Who floats from a bracket and who from the next one, if only the criteria up to `until` count."""
    facts = bracket.facts
    many = (bracket.players | bracket.remaining).bit_count() > SMALL_FIELD
    for complete in (False, True) if many and not bracket.is_last else (True,):
        weighted = WeightedBracket(bracket, complete)
        floaters, leftover = weighted.floaters(until)
        if complete or repair(facts, facts.completion[:], weighted.unmatched | bracket.below):
            return floaters, leftover
    raise AssertionError("with everybody in the graph there is always an answer")


def _width(fields: list[Field]) -> int:
    return sum(field.bound.bit_length() for field in fields)


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
        self.unmatched = 0
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
                if j > i and self._is_pair(i, j):
                    pairs.append((i, j))
                elif j > i and (self.complete or j >= self.movers):
                    others.append((i, j))
        return pairs, others

    def _is_pair(self, i: int, j: int) -> bool:
        return i < self.inside and self.movers <= j < self.inside

    def decide(self) -> tuple[Decision, list[tuple[int, int]], int]:
        """The decision, all pairs of the matching it rests on, and who is left over from the next bracket."""
        problem = self._problem(self._narrowed(list(self._fields(self._floating()))))
        mate = self._settle_limbo(problem)
        paired = [i for i in range(self.movers) if self._is_paired(mate, i)]
        residents = list(range(self.movers, self.inside))
        mate = fix_first_opponents(problem, paired, residents) or mate
        pairs = [(i, mate[i]) for i in paired]
        remainder = [i for i in residents if mate[i] not in paired]
        count = sum(self._is_paired(mate, i) for i in remainder) // 2
        if count:
            leaders = choose_leaders(problem, remainder, count)
            followers = [i for i in remainder if i not in set(leaders)]
            mate = fix_first_opponents(problem, leaders, followers) or mate
            pairs += [(i, mate[i]) for i in leaders]
        return self._result(pairs, mate)

    def floaters(self, until: str) -> tuple[int, int]:
        """The floaters of this bracket and of the next, by the criteria up to `until`; sets `unmatched`."""
        mate = self._problem(self._narrowed(list(self._fields(0, until)))).solve()
        named = self.vertices
        floating = {i for i in range(self.inside) if not self._is_paired(mate, i)}
        staying = [*floating, *range(self.inside, self.in_next)]
        leftover = mask_of(named[i] for i in staying if not self._is_paired_next(mate, i))
        self.unmatched = mask_of(named[i] for i in range(self.in_next) if mate[i] == UNMATCHED)
        return mask_of(named[i] for i in floating), leftover

    def _is_paired_next(self, mate: Matching, i: int) -> bool:
        """Paired within the next bracket, where this one's floaters have moved down."""
        j = mate[i]
        return j != UNMATCHED and self.inside <= max(i, j) < self.in_next

    def _result(
        self, pairs: list[tuple[int, int]], mate: Matching
    ) -> tuple[Decision, list[tuple[int, int]], int]:
        named = self.vertices
        done = {i for pair in pairs for i in pair}
        floaters = mask_of(named[i] for i in range(self.inside) if i not in done)
        leftover = mask_of(named[i] for i in range(self.in_next) if mate[i] == UNMATCHED)
        matched = [(named[i], named[j]) for i, j in enumerate(mate) if j > i]
        return Decision([(named[i], named[j]) for i, j in pairs], floaters), matched, leftover

    def _is_paired(self, mate: Matching, i: int) -> bool:
        """Paired within this bracket."""
        j = mate[i]
        return j != UNMATCHED and self._is_pair(min(i, j), max(i, j))

    def _floating(self) -> int:
        """How many will float: only C9 asks, so without a bye to give here any number does."""
        facts = self.bracket.facts
        if facts.bye_score is None or facts.bye_score < self.bracket.resident_score:
            return 0
        mate = self._problem(self._narrowed(list(self._fields(0, until="C8")))).solve()
        return sum(not self._is_paired(mate, i) for i in range(self.inside))

    def _fields(self, floating: int, until: str = "C21") -> Iterator[Field]:
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

    def _narrowed(self, fields: list[Field]) -> list[Field]:
        """The same problem in fewer bits, if the fields are too wide for the solver together.

        As many fields as fit are solved. Where the best total is 0, no best candidate uses an edge that
        counts; where it is all there can be, each counted player floats (leaves). Either way the other edges
        are deleted and the field is dropped. The other fields stay; the next ones join them.
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
                    kept.append(field)
            fields = fields[fitting:]
        return kept + fields

    def _total(self, field: Field, mate: Matching) -> int:
        named, fault = self.vertices, field.fault
        floating = [i for i in range(self.inside) if not self._is_paired(mate, i)]
        staying = [*floating, *range(self.inside, self.in_next)]
        total: int = sum(fault.floaters >> named[i] & 1 for i in floating)
        total += sum(field.leaving >> named[i] & 1 for i in staying if not self._is_paired_next(mate, i))
        paired = [(i, j) for i, j in enumerate(mate) if j > i and self._is_pair(i, j)]
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

    def _next_bracket_fields(self) -> Iterator[Field]:
        """C8: how many floaters and players of the next scoregroup stay unpaired there, then their scores."""
        if self.bracket.is_last:
            return
        yield Field(self.in_next, leaving=self.bracket.players | self.bracket.following)
        for group in (*self.bracket.moved_down_by_score(), self.bracket.residents):
            yield Field(group.bit_count(), leaving=group)

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

    def _append(self, costs: list[int], width: int, counted: int) -> list[int]:
        return [
            (cost << width) + (counted >> vertex & 1)
            for cost, vertex in zip(costs, self.vertices, strict=True)
        ]

    def _settle_limbo(self, problem: MatchingProblem) -> Matching:
        """Art. 4.3: which moved-down players are paired; one bit each, set if he floats."""
        todo, mate = list(range(self.movers)), None
        while todo:
            count = min(len(todo), problem.room())
            now, todo = todo[:count], todo[count:]
            bit = {i: 1 << count - 1 - turn for turn, i in enumerate(now)}
            mate = problem.solve(
                count,
                lambda i, j, bit=bit: 0 if self._is_pair(i, j) else bit.get(i, 0) + bit.get(j, 0),  # type: ignore[misc]
                lambda i, bit=bit: bit.get(i, 0),  # type: ignore[misc]
            )
            yes = {i for i in now if self._is_paired(mate, i)}
            no = set(now) - yes
            problem.must_match |= yes
            problem.keep(
                lambda i, j, yes=yes, no=no: (  # type: ignore[misc]
                    i not in no if self._is_pair(i, j) else i not in yes and j not in yes
                )
            )
        return mate if mate is not None else problem.solve()
