"""The matching core: ordered criteria, stages, ties."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from crosstable.engine.pairing.matching import Matching, Stage, WeightsTooWide, best_matching, scattered

SQUARE = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def perfect_matchings(vertices: list[int], edges: list[tuple[int, int]]) -> Iterator[list[int]]:
    if not vertices:
        yield []
        return
    first = vertices[0]
    for number, edge in enumerate(edges):
        if first in edge:
            other = edge[0] + edge[1] - first
            if other in vertices:
                rest = [v for v in vertices if v not in (first, other)]
                yield from ([number, *more] for more in perfect_matchings(rest, edges))


def least_totals(vertices: list[int], edges: list[tuple[int, int]], criteria: list[dict[int, int]]) -> object:
    found = [
        tuple(sum(c.get(e, 0) for e in chosen) for c in criteria)
        for chosen in perfect_matchings(vertices, edges)
    ]
    return min(found, default=None)


def random_problem(rng: Random) -> tuple[list[int], list[tuple[int, int]], list[dict[int, int]]]:
    vertices = list(range(rng.choice((2, 4, 6, 8))))
    edges = [(u, v) for u in vertices for v in vertices if u < v and rng.random() < 0.85]
    criteria: list[dict[int, int]] = []
    for _ in range(rng.randint(0, 8)):
        hub = rng.choice([None, *vertices])
        top = rng.choice((1, 3, 1000))
        touched = [e for e, edge in enumerate(edges) if hub is None or hub in edge]
        criteria.append({e: rng.randint(0, top) for e in touched})
    return vertices, edges, criteria


def test_the_first_criterion_outweighs_any_sum_of_the_later_ones() -> None:
    first = {0: 1, 5: 0}
    second = {1: 10**9, 4: 10**9, 2: 10**9, 3: 10**9 + 1}
    assert best_matching(range(4), SQUARE, (first, second)) == Matching(
        ((0, 2), (1, 3)), (0, 2 * 10**9), (Stage(range(2), 32),)
    )


def test_no_perfect_matching_is_an_answer_of_its_own() -> None:
    assert best_matching(range(4), [(0, 1), (0, 2), (0, 3)]) is None
    assert best_matching(range(3), [(0, 1), (1, 2)]) is None


def test_no_one_is_matched_at_no_cost() -> None:
    assert best_matching((), (), ({},)) == Matching((), (0,), ())


def test_vertices_may_have_any_numbers() -> None:
    best = best_matching((7, -1, 40, 3), [(7, 40), (-1, 3), (7, -1), (40, 3)], ({0: 1},))
    assert best is not None
    assert best.pairs == ((7, -1), (40, 3))


@pytest.mark.parametrize("bits", [120, 40, 24])
def test_totals_are_the_least_of_all_perfect_matchings_whatever_the_width(bits: int) -> None:
    for seed in range(250):
        vertices, edges, criteria = random_problem(Random(seed))
        try:
            best = best_matching(vertices, edges, criteria, bits)
        except WeightsTooWide:
            assert bits == 24
            continue
        assert (None if best is None else best.totals) == least_totals(vertices, edges, criteria)


def test_criteria_that_do_not_fit_are_decided_in_stages_and_the_stages_are_told() -> None:
    wide = 2**50
    criteria = [
        {0: wide, 1: 1, 2: 1, 3: 1, 4: 1, 5: wide},
        {0: 1, 1: wide, 2: 1, 3: 1, 4: wide, 5: 1},
        {0: 1, 1: 1, 2: wide, 3: wide, 4: 1, 5: 1},
    ]
    # 52 bits for each total before it is known; the first two are 2 in the end and then need 2 bits each.
    assert best_matching(range(4), SQUARE, criteria) == Matching(
        ((0, 3), (1, 2)), (2, 2, 2 * wide), (Stage(range(2), 103), Stage(range(2, 3), 55))
    )


def test_three_hundred_criteria_on_single_vertices_need_no_more_room_than_one() -> None:
    rng = Random(8)
    criteria = [{e: rng.randint(0, 3) for e, edge in enumerate(SQUARE) if n % 4 in edge} for n in range(300)]
    best = best_matching(range(4), SQUARE, criteria)
    assert best is not None
    assert best.totals == least_totals([0, 1, 2, 3], SQUARE, criteria)


def test_a_criterion_wider_than_the_solver_is_refused_by_name() -> None:
    criteria = [{0: 1}, {1: 2**130, 2: 2**129, 3: 1, 4: 2**130}]
    with pytest.raises(WeightsTooWide, match=r"criterion 1 needs 13\d bits, the solver has 120"):
        best_matching(range(4), SQUARE, criteria)


def test_scattered_costs_decide_ties_by_the_vertices_alone() -> None:
    vertices = list(range(12))
    edges = [(u, v) for u in vertices for v in vertices if u < v]
    answers = set()
    for seed in range(10):
        rng = Random(seed)
        shuffled = rng.sample(edges, len(edges))
        best = best_matching(rng.sample(vertices, 12), shuffled, (scattered(shuffled),))
        assert best is not None
        answers.add(best.pairs)
    assert len(answers) == 1
