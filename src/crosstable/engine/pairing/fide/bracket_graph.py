"""A bracket as a graph: moved-down players, residents, and a slot for every player who must float.

Local vertices keep the numbers short: moved-down players come first, then the residents, then the slots. If
C4 forces more floaters than the bracket itself, the slots are the absorbers below, with their fillers.
"""

from __future__ import annotations

from crosstable.engine.pairing.fide.absorbers import Absorbers
from crosstable.engine.pairing.fide.alternating import UNMATCHED, Matching, maximise
from crosstable.engine.pairing.fide.bitsets import lowest, members
from crosstable.engine.pairing.fide.bracket import PairingBracket
from crosstable.engine.pairing.fide.criteria import Fault
from crosstable.engine.pairing.fide.stages import CandidateGraph, CannotFloat, EdgeClass


class BracketGraph(CandidateGraph):
    """Edges are the legal pairs of the bracket (moved-down players never meet each other, art. 3.2) and the
    edges from slots to those who may float. C6 fixes the number of slots: the vertices a maximum matching
    leaves out. So the perfect matchings are the candidates with the fewest floaters, C4 and C8 left aside.
    """

    def __init__(self, bracket: PairingBracket, may_float: int, absorbers: Absorbers | None = None) -> None:
        self.bracket = bracket
        self.moved_down = members(bracket.moved_down)
        self.first_resident = lowest(bracket.residents)
        count = bracket.residents.bit_count()
        self.vertices = self.moved_down + list(range(self.first_resident, self.first_resident + count))
        self.size = len(self.vertices)
        self.local_moved_down = (1 << len(self.moved_down)) - 1
        self.local_residents = (1 << self.size) - 1 ^ self.local_moved_down
        edges = self._legal_pairs()
        mate, exposed = self._first_guess(edges)
        left_out = maximise(edges, mate, (1 << self.size) - 1, exposed).exposed
        self.floating = absorbers.floating if absorbers else left_out.bit_count()
        slots = len(absorbers.reach) if absorbers else self.floating
        self.slots = (1 << self.size + slots) - (1 << self.size)
        super().__init__(edges, mate)
        if absorbers:
            reach = [self.local(near & may_float) for near in absorbers.reach]
            self._add_slots(left_out, reach, absorbers.fillers)
        else:
            self._add_slots(left_out, [self.local(may_float)] * slots, [])

    def _legal_pairs(self) -> list[int]:
        legal, residents = self.bracket.facts.legal, self.bracket.residents
        shift, first = len(self.moved_down), self.first_resident
        edges = [(legal[vertex] & residents) >> first << shift for vertex in self.vertices]
        for mover in range(shift):
            for resident in members(edges[mover]):
                edges[resident] |= 1 << mover
        return edges

    def _add_slots(self, left_out: int, reach: list[int], fillers: list[int]) -> None:
        """C7 is best if residents alone can float; only if they cannot, slots are opened to all."""
        if not reach:
            return
        before = self.mate[:]
        for allowed in (self.local_residents, -1):
            edges = self._with_slots([near & allowed for near in reach], fillers)
            mate = before + [UNMATCHED] * (len(edges) - self.size)
            everybody = (1 << len(edges)) - 1
            added = everybody >> self.size << self.size
            if not maximise(edges, mate, everybody, left_out | added, give_up_after=0).exposed:
                self.edges, self.mate, self.everybody = edges, mate, everybody
                return
        raise CannotFloat

    def _with_slots(self, reach: list[int], fillers: list[int]) -> list[int]:
        edges = self.edges + reach + [slots << self.size for slots in fillers]
        for slot, near in enumerate(reach, start=self.size):
            for vertex in members(near):
                edges[vertex] |= 1 << slot
        for filler, slots in enumerate(fillers, start=self.size + len(reach)):
            for slot in members(slots << self.size):
                edges[slot] |= 1 << filler
        return edges

    def local(self, mask: int) -> int:
        """The same set in local vertices; players of other brackets drop out."""
        found = (mask & self.bracket.residents) >> self.first_resident << len(self.moved_down)
        if mask & self.bracket.moved_down:
            for place, vertex in enumerate(self.moved_down):
                found |= (mask >> vertex & 1) << place
        return found

    def _first_guess(self, edges: list[int]) -> tuple[Matching, int]:
        """Moved-down players to the first residents, upper half to lower half, colours agreeing if possible.

        Any matching would do; this one is nearly final and saves most of the searches.
        """
        facts, movers = self.bracket.facts, len(self.moved_down)
        white, black = self.local(facts.prefers_white), self.local(facts.prefers_black)
        mate, free = [UNMATCHED] * self.size, (1 << self.size) - 1
        middle = movers + self.size // 2 if movers else self.size // 2
        lower_half = -1 << middle
        for vertex in [*range(movers), *range(2 * movers, middle)]:
            if not free >> vertex & 1:
                continue
            near = edges[vertex] & free & (self.local_residents if vertex < movers else lower_half)
            alike = white if white >> vertex & 1 else black if black >> vertex & 1 else 0
            near = near & ~alike or near
            if near:
                partner = lowest(near)
                mate[vertex], mate[partner] = partner, vertex
                free &= ~(1 << vertex | 1 << partner)
        return mate, free

    def apply(self, fault: Fault) -> int:
        """One stage: minimise what the fault counts."""
        counted: EdgeClass = {}
        blocks = [(self.local(a), self.local(b)) for a, b in fault.pairs]
        if fault.floaters:
            blocks.append((self.slots, self.local(fault.floaters)))
        blocks = [(a, b) for a, b in blocks if a and b]
        for a, b in blocks:
            _add_block(counted, a, b)
            if a != b:
                _add_block(counted, b, a)
        single = len(blocks) == 1 and min(blocks[0][0].bit_count(), blocks[0][1].bit_count()) == 1
        return self.minimise(counted, at_most_one=single) if counted else 0


def _add_block(counted: EdgeClass, side: int, partners: int) -> None:
    for vertex in members(side):
        counted[vertex] = counted.get(vertex, 0) | partners
