from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from random import Random

from crosstable.engine.model import EntryId
from crosstable.engine.scheduling.problem import seat, tight_sets


def fits(allowed: list[frozenset[int]], boards: int) -> bool:
    """By trying every way."""
    ways = permutations(range(1, boards + 1), len(allowed))
    return any(all(b in a for b, a in zip(way, allowed, strict=True)) for way in ways)


def test_the_tight_sets_decide_whether_the_matches_of_a_slot_fit() -> None:
    rng = Random(5)
    for _ in range(400):
        boards = rng.randint(1, 5)
        every = [frozenset(c) for n in range(1, boards + 1) for c in combinations(range(1, boards + 1), n)]
        allowed = [rng.choice(every) for _ in range(rng.randint(1, boards))]
        within = all(sum(a <= some for a in allowed) <= len(some) for some in tight_sets(allowed))
        assert within == fits(allowed, boards)


def test_seats_are_allowed_and_spread() -> None:
    used: Counter[tuple[EntryId, int]] = Counter()
    pair, other = (EntryId(1), EntryId(2)), (EntryId(3), EntryId(4))
    anywhere, second = frozenset((1, 2)), frozenset((2,))
    assert seat([pair, other], [anywhere, second], used) == [1, 2]
    assert seat([pair, other], [anywhere, anywhere], used) == [2, 1]
    assert used == Counter({(e, b): 1 for e in (*pair, *other) for b in (1, 2)})
