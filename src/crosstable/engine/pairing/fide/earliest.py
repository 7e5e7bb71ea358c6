"""The earliest of equally good candidates, in the order of article 4.

All perfect matchings of the graph are equally good, so every decision is one question: does a perfect
matching with this pair exist? The alternating search answers it.
"""

from typing import NamedTuple

from crosstable.engine.pairing.fide.bitset_matching import (
    UNMATCHED,
    Matching,
    augment,
    each_member,
    find_path,
    lowest,
    mask_of,
    maximise,
    members,
    union,
)
from crosstable.engine.pairing.fide.bracket_graph import BracketGraph
from crosstable.engine.pairing.fide.criteria import Decision
from crosstable.engine.pairing.fide.exchanges import (
    STEPS_FOR_A_PLAYER,
    Demand,
    first_exchange,
    search_leaders,
)


class Bipartite(NamedTuple):
    """A bipartite graph with a perfect matching, and its two sides."""

    edges: list[int]
    mate: Matching
    left: int
    right: int


def earliest_candidate(graph: BracketGraph) -> Decision:
    """The candidate generated first among the perfect matchings of `graph`."""
    limbo = _settle_limbo(graph)
    pairs, alive = _pair_moved_down(graph, limbo)
    leaders, halves = _halves(graph, alive)
    _take_first_transposition(halves, leaders)
    pairs += [(leader, halves.mate[leader]) for leader in leaders]
    taken = [halves.mate[slot] for slot in members(graph.slots)]
    floaters = mask_of(graph.vertices[vertex] for vertex in taken if vertex < graph.size)
    return Decision([(graph.vertices[a], graph.vertices[b]) for a, b in pairs], floaters)


def _settle_limbo(graph: BracketGraph) -> int:
    """Art. 4.4: of the best sets of moved-down players to be paired the one with the smallest numbers.

    In order, each player is paired if possible. Return those left in the limbo.
    """
    limbo = 0
    for mover in range(len(graph.moved_down)):
        if not graph.edges[mover] & graph.slots:
            continue
        slot = graph.mate[mover]
        if graph.slots >> slot & 1:
            edges, mate = _without_slots(graph, mover), graph.mate[:]
            mate[mover] = mate[slot] = UNMATCHED
            if not augment(mover, edges, mate, graph.all_vertices, 1 << slot):
                limbo |= 1 << mover
                continue
            graph.mate = mate
        graph.edges = _without_slots(graph, mover)
    return limbo


def _without_slots(graph: BracketGraph, mover: int) -> list[int]:
    edges = graph.edges[:]
    edges[mover] &= ~graph.slots
    for slot in members(graph.slots):
        edges[slot] &= ~(1 << mover)
    return edges


def _pair_moved_down(graph: BracketGraph, limbo: int) -> tuple[list[tuple[int, int]], int]:
    """Art. 4.2: each moved-down player in order gets the highest possible resident. Also return the rest."""
    pairs: list[tuple[int, int]] = []
    alive = graph.all_vertices
    for mover in range(len(graph.moved_down)):
        if not limbo >> mover & 1:
            opponent = _highest_opponent(graph, mover, alive)
            pairs.append((mover, opponent))
            alive &= ~(1 << mover | 1 << opponent)
    return pairs, alive


def _highest_opponent(graph: BracketGraph, mover: int, alive: int) -> int:
    """Try the highest first; if that fails, one exhaustive search gives all possible opponents.

    With the mover removed and the mover's partner exposed, the even vertices of the tree from the partner are those
    that a perfect matching of the others can leave out: exactly the mover's possible opponents.
    """
    current = graph.mate[mover]
    better = graph.edges[mover] & alive & ((1 << current) - 1) & ~graph.slots
    while better:
        wanted = lowest(better)
        mate, partner = graph.mate[:], graph.mate[wanted]
        mate[partner] = mate[current] = UNMATCHED
        if augment(partner, graph.edges, mate, alive & ~(1 << mover | 1 << wanted), 1 << current):
            mate[mover], mate[wanted] = wanted, mover
            graph.mate = mate
            return wanted
        mate = graph.mate[:]
        mate[current] = UNMATCHED
        _, tree = find_path(current, graph.edges, mate, alive & ~(1 << mover), 0)
        assert tree is not None
        better &= tree.even & ~(1 << wanted)
    return current


def _halves(graph: BracketGraph, alive: int) -> tuple[list[int], Bipartite]:
    """S1 of the remainder and its graph: the upper half if that can be paired, else after an exchange.

    Art. 4.3. A pairing whose S1 member is lower than the opponent was generated earlier with the two swapped, so only
    the higher players of the pairs need to be examined.
    """
    remainder = alive & graph.local_residents
    order = members(remainder)
    floating = graph.floating - (alive & graph.local_moved_down).bit_count()
    pairs = (len(order) - floating) // 2
    leaders = order[:pairs]
    halves = _bipartite(graph, leaders, alive)
    if halves is None:
        leaders = _searched(graph, order, pairs, alive) or _exchanged(graph, order, pairs, alive)
        halves = _bipartite(graph, leaders, alive)
    assert halves is not None
    return leaders, halves


def _searched(graph: BracketGraph, order: list[int], pairs: int, alive: int) -> list[int] | None:
    """Return S1 after the earliest exchange, for any cause; None if the search is too long."""

    def attempt(places: list[int]) -> list[Demand]:
        return _unmet(graph, order, [order[place] for place in places], alive)

    places = search_leaders(len(order), pairs, attempt, STEPS_FOR_A_PLAYER * len(order))
    return None if places is None else [order[place] for place in places]


def _unmet(graph: BracketGraph, order: list[int], leaders: list[int], alive: int) -> list[Demand]:
    """Return what every S1 must do and these leaders do not, by Hall's theorem; empty if they can lead.

    Leaders and slots are paired with the others. A set A of leaders and slots needs as many partners: of its neighbours
    those who neither lead nor are slots. Counted for any leaders: those in A and those next to A are together at most
    the neighbours that are no slots, less the slots in A. For a set of the others it is the same with the sides
    changed: at least its members, less the slots next to it.
    """
    edges, mate, left, right = _sides(graph, leaders, alive)
    found = maximise(edges, mate, left | right, left | right)
    demands = []
    for short, sign in ((found.even & left, 1), (found.even & right, -1)):
        if short:
            near = union(graph.edges[vertex] for vertex in members(short)) & alive
            numbers = [sign * ((short >> vertex & 1) + (near >> vertex & 1)) for vertex in order]
            partners = (near & ~graph.slots) if sign == 1 else short
            slots = (short if sign == 1 else near) & graph.slots
            demands.append(Demand(numbers, sign * (partners.bit_count() - slots.bit_count())))
    return demands


def _exchanged(graph: BracketGraph, order: list[int], pairs: int, alive: int) -> list[int]:
    all_vertices = order + members(alive & ~mask_of(order))
    places = {vertex: place for place, vertex in enumerate(all_vertices)}
    edges = [
        (place, places[other])
        for vertex, place in places.items()
        for other in members(graph.edges[vertex] & alive)
        if places[other] > place
    ]
    return [order[place] for place in first_exchange(len(all_vertices), edges, len(order), pairs)]


def _bipartite(graph: BracketGraph, leaders: list[int], alive: int) -> Bipartite | None:
    """Match leaders and slots with the others of `alive`, in order as far as possible."""
    edges, mate, left, right = _sides(graph, leaders, alive)
    free_left, free_right = left, right
    for leader in leaders:
        near = edges[leader] & free_right
        if near:
            partner = lowest(near)
            mate[leader], mate[partner] = partner, leader
            free_left ^= 1 << leader
            free_right ^= 1 << partner
    if maximise(edges, mate, left | right, free_left | free_right, give_up_after=0).exposed:
        return None
    return Bipartite(edges, mate, left, right)


def _sides(graph: BracketGraph, leaders: list[int], alive: int) -> Bipartite:
    """Leaders and slots against the others, with an empty matching."""
    left = mask_of(leaders) | graph.slots
    right = alive & ~left
    edges = [0] * len(graph.edges)
    for vertex in members(left):
        edges[vertex] = graph.edges[vertex] & right
    for vertex in members(right):
        edges[vertex] = graph.edges[vertex] & left
    return Bipartite(edges, [UNMATCHED] * len(edges), left, right)


def _take_first_transposition(halves: Bipartite, leaders: list[int]) -> None:
    """Art. 4.2: each member of S1 in order gets the highest opponent that leaves the rest a matching."""
    edges, mate, left, free = halves
    for leader in leaders:
        left ^= 1 << leader
        better = edges[leader] & free & ((1 << mate[leader]) - 1)
        if better:
            _improve(edges, mate, leader, better, left)
        free ^= 1 << mate[leader]


def _improve(edges: list[int], mate: Matching, leader: int, better: int, left: int) -> None:
    """Give `leader` the highest of `better` whose current partner can be given another opponent.

    A direct swap is usually enough. If not, one backward search from the current opponent finds all on the left side
    who can reach that opponent by an alternating path, and so all opponents that are possible.
    """
    current = mate[leader]
    wanted = lowest(better)
    if edges[current] >> mate[wanted] & 1:
        displaced = mate[wanted]
        mate[displaced], mate[current] = current, displaced
    else:
        towards = _paths_to(current, edges, mate, left)
        wanted = next((vertex for vertex in each_member(better) if mate[vertex] in towards), UNMATCHED)
        if wanted == UNMATCHED:
            return
        _shift_along(towards, mate, mate[wanted], current)
    mate[leader], mate[wanted] = wanted, leader


def _paths_to(goal: int, edges: list[int], mate: Matching, left: int) -> dict[int, int]:
    """left vertex → right vertex to take next on an alternating path that ends in `goal`."""
    towards: dict[int, int] = {}
    queue = [goal]
    for right in queue:
        new = edges[right] & left
        left ^= new
        for vertex in members(new):
            towards[vertex] = right
            queue.append(mate[vertex])
    return towards


def _shift_along(towards: dict[int, int], mate: Matching, vertex: int, goal: int) -> None:
    while True:
        right = towards[vertex]
        displaced = mate[right]
        mate[vertex], mate[right] = right, vertex
        if right == goal:
            return
        vertex = displaced
