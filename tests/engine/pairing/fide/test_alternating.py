"""Maximum matchings and their Gallai-Edmonds sets, against brute force on small random graphs."""

from functools import cache
from random import Random

import pytest

from crosstable.engine.pairing.fide.bitset_matching import (
    UNMATCHED,
    each_member,
    highest,
    lowest,
    mask_of,
    mask_where,
    maximise,
    members,
)


def random_graph(random: Random, size: int) -> list[int]:
    density = random.choice((0.15, 0.3, 0.6))
    graph = [0] * size
    for a in range(size):
        for b in range(a):
            if random.random() < density:
                graph[a] |= 1 << b
                graph[b] |= 1 << a
    return graph


def largest_matching(graph: list[int], alive: int) -> int:
    @cache
    def size(rest: int) -> int:
        if not rest:
            return 0
        first = lowest(rest)
        rest &= ~(1 << first)
        with_first = [1 + size(rest & ~(1 << v)) for v in each_member(graph[first] & rest)]
        return max([size(rest), *with_first])

    return size(alive)


@pytest.mark.parametrize("seed", range(60))
def test_the_matching_is_maximum_and_the_even_set_is_whom_one_can_leave_out(seed: int):
    random = Random(seed)
    size = random.randint(2, 11)
    graph = random_graph(random, size)
    everyone = (1 << size) - 1
    mate = [UNMATCHED] * size
    found = maximise(graph, mate, everyone, everyone)
    best = largest_matching(graph, everyone)
    assert size - found.exposed.bit_count() == 2 * best
    assert all(mate[mate[v]] == v for v in range(size) if mate[v] != UNMATCHED)
    left_out = [v for v in range(size) if largest_matching(graph, everyone & ~(1 << v)) == best]
    assert members(found.even) == left_out
    near = mask_of(v for v in range(size) if graph[v] & found.even) & ~found.even
    assert found.odd == near


def test_bitsets_list_their_members_in_order():
    many = mask_of(range(3, 200, 5))
    assert members(many) == list(each_member(many)) == list(range(3, 200, 5))
    assert (lowest(many), highest(many), lowest(0), highest(0)) == (3, 198, -1, -1)
    assert mask_where(v % 5 == 3 for v in range(200)) == many
