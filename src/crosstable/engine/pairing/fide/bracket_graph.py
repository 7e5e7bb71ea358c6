"""A bracket as a graph: moved-down players, residents, and a slot for every player who must float.

Local vertices keep the numbers short: moved-down players come first, then the residents, then the slots. If
C4 forces more floaters than the bracket itself, the slots are the absorbers below, with their fillers.

One criterion after the other is decided exactly, by deleting edges (`CandidateGraph`).
Invariant: *the perfect matchings of `edges` are exactly the candidates that are best for the criteria treated
so far*, and `mate` is one of them. The graph stays symmetric: an edge is known at both of its ends. A stage
minimises how many edges of one class a perfect matching uses.
"""

from crosstable.engine.pairing.fide.bitset_matching import (
    UNMATCHED,
    Deficiency,
    Matching,
    each_member,
    lowest,
    mask_of,
    maximise,
    members,
)
from crosstable.engine.pairing.fide.criteria import PairingBracket, Violation
from crosstable.engine.pairing.fide.lookahead import Absorbers

EdgeClass = dict[int, int]
"""vertex → its neighbours by edges of the class; symmetric."""


class NotProven(Exception):
    """The bitset method cannot answer for this bracket; the weighted method will.

    The reason is for developers.
    """


class CannotFloat(NotProven):
    """The others of the bracket cannot be paired if only the given players may float."""


class CandidateGraph:
    """A graph with float slots whose perfect matchings are the candidates still in the running."""

    def __init__(self, edges: list[int], mate: Matching) -> None:
        self.edges = edges
        self.mate = mate
        self.all_vertices = (1 << len(edges)) - 1

    def minimise(self, edge_class: EdgeClass, at_most_one: bool = False) -> int:
        """Use as few edges of `edge_class` as possible, and keep only candidates that do. Return the number.

        `at_most_one`: all of these share one vertex, so if one is needed, every candidate has exactly one, and nothing
        has to be deleted.
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
        deficiency = maximise(others, mate, self.all_vertices, freed)
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

        Proof. The duals start at 0 and stay feasible: a step raises them by 1 on D (even), lowers them by 1 on A (odd)
        of the tight graph. Slack is a cost 0 or 2 minus two duals. An edge within D is even at slack and not tight (D
        has no edges between its components), so it is at least 2 before; an edge from D to the rest outside A is not
        tight, so it is at least 1 before; nothing else shrinks. A perfect matching of tight edges is therefore optimal,
        and by complementary slackness a perfect matching is optimal if and only if all its edges are tight: the tight
        graph preserves the invariant. This holds as long as only single vertices carry duals; where D has an odd
        component of several vertices (a blossom) it would need one, and the bracket is left to the weighted method.
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
            deficiency = maximise(tight, mate, self.all_vertices, deficiency.exposed)
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


class BracketGraph(CandidateGraph):
    """The candidates with the fewest floaters, C4 and C8 ignored, as perfect matchings.

    Edges are the legal pairs of the bracket (moved-down players never meet each other, art. 3.2) and the edges from
    slots to those who may float. C6 fixes the number of slots: the vertices a maximum matching leaves out.
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
            all_vertices = (1 << len(edges)) - 1
            added = all_vertices >> self.size << self.size
            if not maximise(edges, mate, all_vertices, left_out | added, give_up_after=0).exposed:
                self.edges, self.mate, self.all_vertices = edges, mate, all_vertices
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
        """Return the same set in local vertices; players of other brackets are omitted."""
        own = (mask & self.bracket.residents) >> self.first_resident << len(self.moved_down)
        if mask & self.bracket.moved_down:
            for place, vertex in enumerate(self.moved_down):
                own |= (mask >> vertex & 1) << place
        return own

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

    def apply(self, violation: Violation) -> None:
        """Run one stage: minimise what the criterion counts."""
        counted: EdgeClass = {}
        floaters = self.local(violation.floaters)
        blocks = [(self.local(a), self.local(b)) for a, b in violation.pairs] + [(self.slots, floaters)]
        blocks = [(a, b) for a, b in blocks if a and b]
        for a, b in blocks:
            _add_block(counted, a, b)
            if a != b:
                _add_block(counted, b, a)
        single = len(blocks) == 1 and min(blocks[0][0].bit_count(), blocks[0][1].bit_count()) == 1
        try:
            self.minimise(counted, at_most_one=single)
        except NotProven:
            if violation.pairs or not self._reserve_slots(floaters):
                raise

    def _reserve_slots(self, players: int) -> bool:
        """Minimise how many of `players` float, by reserving slots for them; False if that proves nothing.

        Proof. `fewest_floaters` bounds from below how many of `players` each group of like slots takes. If a perfect
        matching exists with exactly that many slots of each group reserved for them, and the others closed to them, the
        bounds are reached, and the best candidates are those that reach each of them.
        """
        edges = self.edges[:]
        for slots in self._like_slots():
            reserved = self.fewest_floaters(slots, players, self.all_vertices)
            for turn, slot in enumerate(members(slots)):
                edges[slot] &= players if turn < reserved else ~players
        # Fillers lose slots, too: every vertex that is not a slot must be updated, or the graph is no longer symmetric.
        for vertex in members(self.all_vertices & ~self.slots):
            open_slots = mask_of(
                slot for slot in each_member(edges[vertex] & self.slots) if edges[slot] >> vertex & 1
            )
            edges[vertex] = edges[vertex] & ~self.slots | open_slots
        mate = self.mate[:]
        exposed = mask_of(v for v in range(len(mate)) if not edges[v] >> mate[v] & 1)
        for vertex in members(exposed):
            mate[vertex] = UNMATCHED
        if maximise(edges, mate, self.all_vertices, exposed, give_up_after=0).exposed:
            return False
        self.edges, self.mate = edges, mate
        return True

    def _like_slots(self) -> list[int]:
        """The slots in groups that can take the same players."""
        groups: dict[int, int] = {}
        for slot in members(self.slots):
            groups[self.edges[slot]] = groups.get(self.edges[slot], 0) | 1 << slot
        return list(groups.values())

    def fewest_floaters(self, slots: int, players: int, alive: int) -> int:
        """Return a lower bound of `players` on these slots over all perfect matchings of `alive`.

        Proof. Removing such edges leaves out at most two vertices each; and slots that cannot be filled by others must
        be filled by them.
        """
        edges, mate, exposed = self.edges[:], self.mate[:], 0
        for slot in members(slots):
            edges[slot] &= ~players
            partner = mate[slot]
            if players >> partner & 1:
                exposed |= 1 << slot | 1 << partner
                mate[slot] = mate[partner] = UNMATCHED
        for vertex in members(players):
            edges[vertex] &= ~slots
        left_out = maximise(edges, mate, alive, exposed).exposed.bit_count()
        return max(left_out // 2, self._unfilled(edges, slots, alive & ~players))

    def _unfilled(self, edges: list[int], slots: int, others: int) -> int:
        """Return how many of the slots stay empty if only `others` fill them, ignoring the rest."""
        between = [0] * len(edges)
        for slot in members(slots):
            between[slot] = edges[slot] & others & ~slots
            for vertex in members(between[slot]):
                between[vertex] |= 1 << slot
        both = slots | others
        deficiency = maximise(between, [UNMATCHED] * len(edges), both, both)
        return (deficiency.exposed & slots).bit_count()


def _add_block(edge_class: EdgeClass, side: int, partners: int) -> None:
    for vertex in members(side):
        edge_class[vertex] = edge_class.get(vertex, 0) | partners
