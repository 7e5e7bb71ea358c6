"""Which values a cut takes (C.07 art. 14 and 16.5), whatever the order of the rounds."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import permutations
from random import Random

from crosstable.engine.tie_breaks.fide.season import Contribution, Cuts, cut_sum
from crosstable.engine.tie_breaks.registry import TIE_BREAKS

D = Decimal


def given(counterpart: float, points: float, voluntary: bool = False) -> Contribution:
    return Contribution(D(str(counterpart)), D(str(counterpart * points)), voluntary)


def test_of_two_voluntary_rounds_that_give_the_same_the_lower_counterpart_goes_first():
    """1 × 0 goes, then 2 × 1 as the lowest counterpart left, since the other absence, 3 × 0, gives less: 4 remain."""
    rounds = [given(1, 0, voluntary=True), given(3, 0, voluntary=True), given(2, 1), given(4, 1)]
    assert {cut_sum(order, Cuts(2)) for order in permutations(rounds)} == {D(4)}


def test_no_cut_depends_on_the_order_of_the_rounds():
    rng = Random(1)
    for _ in range(300):
        rounds = [
            given(rng.randint(0, 4) / 2, rng.choice((0, 0.5, 1)), rng.random() < 0.4)
            for _ in range(rng.randint(2, 5))
        ]
        for cuts in (Cuts(1), Cuts(2), Cuts(1, 1), Cuts(2, 2)):
            assert len({cut_sum(order, cuts) for order in permutations(rounds)}) == 1


def test_no_two_tie_breaks_explain_themselves_alike():
    """A cut or a forfeit that counts changes the value, so it changes the explanation."""
    explained = Counter(str(one.explanation) for one in TIE_BREAKS.values())
    assert {words: times for words, times in explained.items() if times > 1} == {}
