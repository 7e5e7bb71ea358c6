"""Seeds from the places in pools: pool-mates meet as late as possible."""

from collections import Counter, deque
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from crosstable.engine.pairing.knockout.building import bracket_order

T = TypeVar("T", bound=Hashable)

# An entrant while it is being placed: (pool, place in the pool), both from 0.
Member = tuple[int, int]
Meetings = tuple[int, ...]


def seed_from_pools(pools: Sequence[Sequence[T]]) -> list[T]:
    """Return the qualifiers of each pool, best first, in the order of their seeds.

    All pool winners come before all seconds and so on. Among those of equal place the order of the pools holds unless
    it would let pool-mates meet earlier than they must.

    Why halving is enough: pool-mates who are split as evenly as possible over the halves, their quarters and so on
    have, in every part of the bracket, as few mates as any distribution could give it; so no other draw has fewer early
    meetings in any round. Pools that send different numbers may forbid an even split somewhere; then exchanges of two
    repair what the halving could not foresee.
    """
    members = dict(enumerate((m for tier in _tiers(pools) for m in tier), start=1))
    order = bracket_order(len(members))
    placed = _place(order, members)
    if early_meetings(order, placed) != _unavoidable(pools, len(order)):
        placed = _repaired(order, placed)
    return [pools[pool][rank] for _, (pool, rank) in sorted(placed.items())]


def early_meetings(order: Sequence[int], members: Mapping[int, Member]) -> Meetings:
    """Count for each round the pairs of pool-mates who can meet in it or before, first round first."""
    seats = [members[seed][0] if seed in members else None for seed in order]
    counts, part = [], 2
    while part <= len(seats):
        parts = (Counter(seats[i : i + part]) for i in range(0, len(seats), part))
        counts.append(sum(k * (k - 1) // 2 for c in parts for pool, k in c.items() if pool is not None))
        part *= 2
    return tuple(counts)


def _unavoidable(pools: Sequence[Sequence[T]], places: int) -> Meetings:
    """Return the counts of an even split of every pool: a lower bound."""
    counts, parts = [], places // 2
    while parts:
        even = (divmod(len(pool), parts) for pool in pools)
        counts.append(sum(more * k + parts * k * (k - 1) // 2 for k, more in even))
        parts //= 2
    return tuple(counts)


def _repaired(order: Sequence[int], members: dict[int, Member]) -> dict[int, Member]:
    """Exchange two of equal place while that means fewer meetings in the earliest round that differs."""
    best = early_meetings(order, members)
    pairs = [(a, b) for a in members for b in range(1, a) if members[a][1] == members[b][1]]
    improved = True
    while improved:
        improved = False
        for a, b in pairs:
            tried = {**members, a: members[b], b: members[a]}
            if (meetings := early_meetings(order, tried)) < best:
                members, best, improved = tried, meetings, True
    return members


def _tiers(pools: Sequence[Sequence[T]]) -> list[list[Member]]:
    deepest = max(map(len, pools), default=0)
    return [[(p, rank) for p, pool in enumerate(pools) if rank < len(pool)] for rank in range(deepest)]


def _place(places: Sequence[int], members: dict[int, Member]) -> dict[int, Member]:
    """Members by seed for a part of the bracket, the members of each tier freely exchanged."""
    if len(places) == 1:
        return members
    half = len(places) // 2
    left = set(places[:half])
    members = _split(members, left)
    upper = _place(places[:half], {s: m for s, m in members.items() if s in left})
    lower = _place(places[half:], {s: m for s, m in members.items() if s not in left})
    return upper | lower


def _split(members: dict[int, Member], left: set[int]) -> dict[int, Member]:
    """Exchange members of equal place between the halves until every pool is split as evenly as possible.

    A pool with a surplus on the left passes one over and takes none; between it and the pool that gains there may be
    others which pass one and take one. Such chains are the improving cycles of a flow with convex costs; when none is
    left, the sum of the squared surpluses is minimal.
    """
    members = dict(members)
    while (chain := _improving_chain(members, left)) is not None:
        for here, there in chain:
            members[here], members[there] = members[there], members[here]
    return members


def _improving_chain(members: dict[int, Member], left: set[int]) -> list[tuple[int, int]] | None:
    surplus: dict[int, int] = {}
    for seed, (pool, _) in members.items():
        surplus[pool] = surplus.get(pool, 0) + (1 if seed in left else -1)
    for start in sorted(surplus, key=lambda pool: -surplus[pool]):
        chain = _chain_from(start, surplus, members, left)
        if chain is not None:
            return chain
    return None


def _chain_from(
    start: int, surplus: dict[int, int], members: dict[int, Member], left: set[int]
) -> list[tuple[int, int]] | None:
    """Search breadth first: a step from p to q swaps p's member on the left with q's equal on the right.

    Lower places are exchanged before higher ones, so the winners keep their seeds.
    """
    came: dict[int, tuple[int, tuple[int, int]]] = {}
    queue = deque([start])
    while queue:
        pool = queue.popleft()
        if surplus[start] - surplus[pool] > 2:
            return _steps_back(pool, start, came)
        for step in _exchanges(pool, members, left):
            other = members[step[1]][0]
            if other != start and other not in came:
                came[other] = (pool, step)
                queue.append(other)
    return None


def _exchanges(pool: int, members: dict[int, Member], left: set[int]) -> list[tuple[int, int]]:
    ours = [(seed, rank) for seed, (p, rank) in members.items() if p == pool and seed in left]
    theirs = [(seed, rank) for seed, (p, rank) in members.items() if p != pool and seed not in left]
    steps = [(rank, there, here) for here, rank in ours for there, r in theirs if r == rank]
    return [(here, there) for rank, there, here in sorted(steps, key=lambda s: (-s[0], s[1]))]


def _steps_back(pool: int, start: int, came: dict[int, tuple[int, tuple[int, int]]]) -> list[tuple[int, int]]:
    steps = []
    while pool != start:
        pool, step = came[pool]
        steps.append(step)
    return steps
