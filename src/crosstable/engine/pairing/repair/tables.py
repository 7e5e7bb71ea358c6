"""Where new pairs sit: at a fixed seat where somebody has one, else where the fewest people have to walk."""

from collections.abc import Collection, Mapping, Sequence

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.matching import best_matching, scattered
from crosstable.engine.pairing.repair.model import LiveRound

Pair = tuple[EntryId, EntryId]


def seat_pairs(
    live: LiveRound, pairs: Sequence[Pair], free_tables: Collection[int], other_tables: Collection[int]
) -> list[int]:
    """A table for each pair: from the freed ones, the fixed seats of those concerned, or new ones at the end.

    One more exact matching, pairs against tables; tables nobody takes are met by stand-ins that cost nothing.
    """
    tables = _candidates(live, pairs, free_tables, other_tables)
    now = {id: t.table for t in live.tables for id in t.entries}
    vertices = range(2 * len(tables))
    edges = [(p, len(tables) + t) for p in range(len(tables)) for t in range(len(tables))]
    real = [(e, pairs[p], t - len(tables)) for e, (p, t) in enumerate(edges) if p < len(pairs)]
    wrong = {e: _leaves_fixed_seat(live.seats, pair, tables[t]) for e, pair, t in real}
    walks = {e: sum(now.get(id) != tables[t] for id in pair) for e, pair, t in real}
    late = {e: t for e, _, t in real}
    best = best_matching(list(vertices), edges, (wrong, walks, late, scattered(edges)))
    assert best is not None, "every pair may sit at every candidate table"
    seats = {p: tables[t - len(tables)] for p, t in best.pairs if p < len(pairs)}
    return [seats[p] for p in range(len(pairs))]


def _candidates(
    live: LiveRound, pairs: Sequence[Pair], free_tables: Collection[int], other_tables: Collection[int]
) -> list[int]:
    fixed = {live.seats[id] for pair in pairs for id in pair if id in live.seats}
    usable = {t for t in (set(free_tables) | fixed) - set(other_tables) if t not in live.blocked_tables}
    number = 0
    while len(usable) < len(pairs):
        number += 1
        if number not in other_tables and number not in live.blocked_tables:
            usable.add(number)
    return sorted(usable)


def _leaves_fixed_seat(seats: Mapping[EntryId, int], pair: Pair, table: int) -> int:
    """Two with fixed seats meet at one of them; a table at which neither is fixed is wrong."""
    wanted = [seats[id] for id in pair if id in seats]
    return 1 if wanted and table not in wanted else 0
