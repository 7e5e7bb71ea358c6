from __future__ import annotations

import pytest

from crosstable.engine.errors import EngineError
from crosstable.engine.pairing.knockout import Placeholder, build_bracket
from crosstable.engine.stages import (
    NoOneAdvances,
    PoolTooSmall,
    Qualification,
    TooFewNextBest,
    next_best,
    places,
    qualified,
    seeded,
    usual_pools,
)
from crosstable.engine.standings import Row, standings
from engine.building import played

# Three games each in the pool of four, two in the pools of three.
POOL_A = ("a b c d", "a-b 9-0", "c-d 9-0", "/", "a-c 9-0", "b-d 9-0", "/", "a-d 9-0", "b-c 9-0")
POOL_B = ("e f g", "e-f 9-0", "/", "e-g 9-0", "/", "f-g 9-0")
POOL_C = ("h i j", "h-i 9-0", "/", "h-j 9-0", "/", "i-j 5-5")


def pool(names: str, *lines: str, first: int) -> list[Row]:
    """Standings by points; ids and seeds start where the pool before ended."""
    from dataclasses import replace

    rows = standings(played(names, *lines), ["PTS"])
    shift = first - 1
    return [
        replace(row, entry=replace(row.entry, id=row.entry.id + shift, seed=row.entry.seed + shift))
        for row in rows
    ]


POOLS = {"A": pool(*POOL_A, first=1), "B": pool(*POOL_B, first=5), "C": pool(*POOL_C, first=8)}
SIZES = {name: len(rows) for name, rows in POOLS.items()}


def test_places_have_labels_before_they_are_known() -> None:
    assert [p.label for p in places(SIZES, Qualification(2, 1))] == [
        *("Winner of pool A", "Winner of pool B", "Winner of pool C"),
        *("Second of pool A", "Second of pool B", "Second of pool C"),
        "Best third 1",
    ]
    assert [p.label for p in places({"A": 9}, Qualification(3))] == ["Place 1", "Place 2", "Place 3"]
    assert [p.label for p in places(SIZES, Qualification(1, 2))][3:] == [
        "Best runner-up 1",
        "Best runner-up 2",
    ]


def test_the_first_of_each_pool_go_on() -> None:
    found = qualified(POOLS, Qualification(2))
    assert [p.entry for p in found] == [1, 5, 8, 2, 6, 9]
    assert [p.label for p in found] == [p.label for p in places(SIZES, Qualification(2))]


def test_runners_up_of_different_pools_are_compared_by_points_per_game() -> None:
    """b has 2 of 3, f has 1 of 2, i has ½ of 2."""
    assert [row.entry.name for row in next_best(POOLS, Qualification(1))] == ["b", "f", "i"]
    assert [p.entry for p in qualified(POOLS, Qualification(1, 2))] == [1, 5, 8, 2, 6]
    without_a = {"C": POOLS["C"], "B": POOLS["B"]}
    assert [row.entry.name for row in next_best(without_a, Qualification(1))] == ["f", "i"]


def test_the_top_of_a_swiss_is_one_pool() -> None:
    assert [p.entry for p in qualified({"": POOLS["A"]}, Qualification(2))] == [1, 2]


def test_the_places_of_the_next_stage_are_the_same_before_and_after_they_are_known() -> None:
    rule = Qualification(2)
    before = seeded(places(SIZES, rule))
    bracket = build_bracket([place.entrant for place in before])
    assert bracket.entrants[:3] == tuple(Placeholder(f"Winner of pool {p}") for p in "ABC")
    after = seeded(qualified(POOLS, rule))
    assert [place.label for place in after] == [place.label for place in before]
    assert sorted(place.entrant for place in after) == [1, 2, 5, 6, 8, 9]  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("rule", "error"),
    [
        (Qualification(0), NoOneAdvances),
        (Qualification(-1, 5), NoOneAdvances),
        (Qualification(4), PoolTooSmall),
        (Qualification(3, 2), TooFewNextBest),
    ],
)
def test_rules_that_cannot_be_met_are_refused(rule: Qualification, error: type[EngineError]) -> None:
    with pytest.raises(error) as caught:
        places(SIZES, rule)
    assert str(caught.value)


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        (
            Qualification(2),
            {0: 1, 2: 1, 3: 1, 5: 1, 6: 2, 8: 2, 11: 2, 12: 4, 16: 4, 23: 4, 24: 8, 32: 8, 48: 16, 64: 16},
        ),
        (Qualification(1), {3: 1, 6: 2, 8: 2, 12: 4, 16: 4}),
        (Qualification(2, 4), {8: 1, 12: 2, 16: 2, 24: 6}),
        (Qualification(3), {3: 1, 4: 1, 8: 2, 16: 5}),
        (Qualification(0, 4), {16: 1}),
    ],
)
def test_as_many_pools_are_usual_as_fill_a_bracket(rule: Qualification, numbers: dict[int, int]) -> None:
    assert {entries: usual_pools(entries, rule) for entries in numbers} == numbers


def test_usual_pools_have_three_and_put_someone_out_wherever_that_can_be() -> None:
    for per_pool in range(1, 5):
        for entries in range(per_pool + 1, 300):
            pools = usual_pools(entries, Qualification(per_pool))
            assert per_pool * pools < entries
            assert entries // pools >= min(3, entries)
