from __future__ import annotations

from itertools import permutations, product

import pytest

from crosstable.engine.pairing.knockout import bracket_order, seed_from_pools
from crosstable.engine.pairing.knockout.pools import early_meetings


def pools_of(*sizes: int) -> list[list[str]]:
    return [[f"{chr(65 + p)}{place}" for place in range(1, size + 1)] for p, size in enumerate(sizes)]


def meetings(seeds: list[str]) -> tuple[int, ...]:
    members = {seed: (ord(name[0]), int(name[1:])) for seed, name in enumerate(seeds, start=1)}
    return early_meetings(bracket_order(len(seeds)), members)


def fewest_meetings(pools: list[list[str]]) -> tuple[int, ...]:
    """Every order of the winners with every order of the seconds and so on."""
    tiers = [[p[rank] for p in pools if rank < len(p)] for rank in range(max(map(len, pools)))]
    orders = product(*(permutations(tier) for tier in tiers))
    return min(meetings([name for tier in order for name in tier]) for order in orders)


def test_the_standard_order_of_seeds() -> None:
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert bracket_order(5) == bracket_order(8)


def test_winners_and_seconds_of_four_pools() -> None:
    assert seed_from_pools(pools_of(2, 2, 2, 2)) == ["A1", "B1", "C1", "D1", "B2", "A2", "D2", "C2"]


@pytest.mark.parametrize(
    "sizes",
    [
        "22",
        "33",
        "44",
        "55",
        "222",
        "333",
        "2222",
        "322",
        "332",
        "433",
        "21",
        "221",
        "2221",
        "32",
        "2211",
        "31",
        "1111",
    ],
)
def test_pool_mates_meet_as_late_as_any_draw_allows(sizes: str) -> None:
    pools = pools_of(*map(int, sizes))
    seeds = seed_from_pools(pools)
    assert meetings(seeds) == fewest_meetings(pools)
    assert [int(name[1:]) for name in seeds] == sorted(int(name[1:]) for name in seeds)
    assert sorted(seeds) == sorted(name for pool in pools for name in pool)


@pytest.mark.parametrize("count", range(2, 26))
def test_two_of_each_pool_meet_in_the_final_only_and_four_in_the_semi_finals(count: int) -> None:
    two, four = (meetings(seed_from_pools(pools_of(*[k] * count))) for k in (2, 4))
    assert two == (0,) * (len(two) - 1) + (count,)
    assert four == (0,) * (len(four) - 2) + (2 * count, 6 * count)
