"""Sets of players as whole numbers, and maximum matching on graphs of them. No chess rules.

Bit v is set if vertex v is a member. One machine word holds 64 players, so "which of these may this player still meet"
is one `&` for any field size; this is what makes the exact method fast.

A graph is a list: graph[v] is the set of v's neighbours. A matching is a list: mate[v], or UNMATCHED. It is found by
Edmonds' alternating trees with contracted blossoms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, count

FEW = 16
_ZERO_OR_ONE = bytes.maketrans(b"01", b"\0\1")


def members(mask: int) -> list[int]:
    """Return the members in ascending order.

    Formatting all bits in one step is faster from about five members on; numpy is no faster here and takes a tenth of a
    second to load.
    """
    if mask.bit_count() <= FEW:
        few: list[int] = []
        while mask:
            bit = mask & -mask
            few.append(bit.bit_length() - 1)
            mask ^= bit
        return few
    return list(compress(count(), f"{mask:b}"[::-1].encode().translate(_ZERO_OR_ONE)))


def each_member(mask: int) -> Iterator[int]:
    """The members in ascending order, one at a time: for loops that mostly stop early."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def lowest(mask: int) -> int:
    """The smallest member (the highest ranked player); -1 for the empty set."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """The largest member (the lowest ranked player); -1 for the empty set."""
    return mask.bit_length() - 1


def mask_of(vertices: Iterable[int]) -> int:
    mask = 0
    for vertex in vertices:
        mask |= 1 << vertex
    return mask


def union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def mask_where(flags: Iterable[bool]) -> int:
    """The positions at which `flags` is true."""
    return int("".join("1" if flag else "0" for flag in flags)[::-1] or "0", 2)


UNMATCHED = -1

Graph = Sequence[int]
Matching = list[int]


@dataclass(slots=True)
class Deficiency:
    """The Gallai-Edmonds sets of a graph, as far as its maximum matching leaves vertices out.

    `exposed` are the vertices left out now, `even` all that some maximum matching leaves out, `odd` their
    neighbours outside `even`; `blossoms` are the components of `even` with more than one vertex, as masks.
    """

    exposed: int = 0
    even: int = 0
    odd: int = 0
    blossoms: list[int] | None = None

    def add(self, root: int, tree: AlternatingTree) -> None:
        self.exposed |= 1 << root
        self.even |= tree.even
        self.odd |= tree.odd & ~tree.even
        self.blossoms = (self.blossoms or []) + list(tree.blossoms.values())


class AlternatingTree:
    """All alternating paths from one exposed root. Even vertices are reached by paths of even length.

    `parent` of an odd vertex is the even one it was reached from; vertices contracted into a blossom find their `base`
    there, and `blossoms` maps a base to the members of its blossom. Two mates labelled from the same vertex immediately
    close a blossom with it; they are even, although `odd` holds them too.
    """

    __slots__ = (
        "alive",
        "base",
        "blossoms",
        "even",
        "graph",
        "mate",
        "odd",
        "parent",
        "queue",
        "root",
        "targets",
    )

    def __init__(self, root: int, graph: Graph, mate: Matching, alive: int, targets: int) -> None:
        self.root, self.graph, self.mate, self.alive, self.targets = root, graph, mate, alive, targets
        self.even, self.odd = 1 << root, 0
        self.parent: dict[int, int] = {}
        self.base: dict[int, int] = {}
        self.blossoms: dict[int, int] = {}
        self.queue = [root]

    def grow(self) -> int:
        """Augment along the first path to a target and return that target; UNMATCHED if there is none."""
        queue, graph, alive, targets = self.queue, self.graph, self.alive, self.targets
        position = 0
        while position < len(queue):
            vertex = queue[position]
            position += 1
            neighbours = graph[vertex] & alive
            if neighbours & targets:
                return self._augment(vertex, lowest(neighbours & targets))
            fresh = neighbours & ~(self.even | self.odd)
            if fresh and self._label(vertex, fresh):
                position = len(queue) - 1
                continue
            if neighbours & self.even:
                self._contract_around(vertex, neighbours)
        return UNMATCHED

    def _label(self, vertex: int, fresh: int) -> bool:
        """Make `fresh` odd and their mates even. True as soon as the last mate touches a target."""
        mate, targets = self.mate, self.targets
        self.odd |= fresh
        for odd in each_member(fresh) if targets else members(fresh):
            self.parent[odd] = vertex
            even = mate[odd]
            self.even |= 1 << even
            self.queue.append(even)
            if targets and self.graph[even] & targets:
                return True
        return False

    def _augment(self, vertex: int, end: int) -> int:
        mate, parent = self.mate, self.parent
        parent[end] = vertex
        odd = end
        while True:
            even = parent[odd]
            next_odd = mate[even]
            mate[odd], mate[even] = even, odd
            if even == self.root:
                return end
            odd = next_odd

    def _contract_around(self, vertex: int, neighbours: int) -> None:
        """Contract the odd cycle closed by an edge between two even vertices: its members all become even."""
        if vertex != self.root:
            neighbours &= ~(1 << self.mate[vertex])
        while True:
            own = self.base.get(vertex, vertex)
            others = neighbours & self.even & ~self.blossoms.get(own, 1 << vertex)
            if not others:
                return
            self._contract(vertex, lowest(others))

    def _contract(self, first: int, second: int) -> None:
        top = self._common_base(first, second)
        before = self.blossoms.get(top, 0)
        swallowed = before | 1 << top
        for vertex, child in ((first, second), (second, first)):
            swallowed |= self._swallow(vertex, child, top)
        self.blossoms[top] = swallowed
        for vertex in members(swallowed & ~before):
            self.base[vertex] = top

    def _common_base(self, first: int, second: int) -> int:
        base, top = self.base, self.base.get(self.root, self.root)
        vertex = base.get(first, first)
        seen = {vertex}
        while vertex != top:
            vertex = self._base_above(vertex)
            seen.add(vertex)
        vertex = base.get(second, second)
        while vertex not in seen:
            vertex = self._base_above(vertex)
        return vertex

    def _base_above(self, vertex: int) -> int:
        above = self.parent[self.mate[vertex]]
        return self.base.get(above, above)

    def _swallow(self, vertex: int, child: int, top: int) -> int:
        """Return the members between `vertex` and `top`; odd ones among them become even and join the queue."""
        base, swallowed = self.base, 0
        while base.get(vertex, vertex) != top:
            odd = self.mate[vertex]
            for inner in (base.get(vertex, vertex), base.get(odd, odd)):
                swallowed |= self.blossoms.pop(inner, 1 << inner)
            self.parent[vertex] = child
            child = odd
            if not self.even >> odd & 1:
                self.even |= 1 << odd
                self.odd &= ~(1 << odd)
                self.queue.append(odd)
            vertex = self.parent[odd]
        return swallowed


def augment(root: int, graph: Graph, mate: Matching, alive: int, targets: int) -> bool:
    """Match the exposed `root` within `alive` along a path to one of the exposed `targets`, if any."""
    return find_path(root, graph, mate, alive, targets)[0] != UNMATCHED


def find_path(
    root: int, graph: Graph, mate: Matching, alive: int, targets: int
) -> tuple[int, AlternatingTree | None]:
    """Augment and return the target reached, or return UNMATCHED and the tree that found none."""
    targets &= alive
    near = graph[root] & targets
    if near:
        end = lowest(near)
        mate[root], mate[end] = end, root
        return end, None
    tree = AlternatingTree(root, graph, mate, alive, targets)
    return tree.grow(), tree


def maximise(
    graph: Graph, mate: Matching, alive: int, exposed: int, give_up_after: int | None = None
) -> Deficiency:
    """Raise `mate` to a maximum matching of `alive`, whose unmatched vertices are `exposed`.

    Stops early when more than `give_up_after` vertices are known to stay unmatched.
    """
    rest = _match_greedily(graph, mate, exposed)
    deficiency = Deficiency()
    while rest:
        root = lowest(rest)
        rest ^= 1 << root
        end, tree = find_path(root, graph, mate, alive, rest)
        if end != UNMATCHED:
            rest ^= 1 << end
            continue
        assert tree is not None
        deficiency.add(root, tree)
        # A tree that found no path takes part in none later (it is Hungarian), so it can be set aside.
        alive &= ~(tree.even | tree.odd)
        if give_up_after is not None and deficiency.exposed.bit_count() > give_up_after:
            break
    return deficiency


def leave_out_stale(mate: Matching, group: int) -> int:
    """Unmatch the members of `group` without a partner in it, and return them.

    A pair counts only if mutual: earlier brackets leave stale entries behind.
    """
    exposed = 0
    for vertex in members(group):
        partner = mate[vertex]
        if partner == UNMATCHED or not group >> partner & 1 or mate[partner] != vertex:
            exposed |= 1 << vertex
            mate[vertex] = UNMATCHED
    return exposed


def _match_greedily(graph: Graph, mate: Matching, exposed: int) -> int:
    rest = exposed
    for vertex in members(exposed):
        if rest >> vertex & 1:
            near = graph[vertex] & rest
            if near:
                partner = lowest(near)
                mate[vertex], mate[partner] = partner, vertex
                rest &= ~(1 << partner | 1 << vertex)
    return rest
