"""Why two do not meet: the best round with them, found by the machine and found by trying every round."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from crosstable.engine.pairing.swiss import BY_RECORD, CLUB, MONRAD, judge, make_field, pair_field
from crosstable.engine.pairing.swiss.criteria import CRITERIA, Proposal
from crosstable.engine.pairing.swiss.explain import SwissExplainer, WhyNot
from engine.building import ids_of, played, random_event


def all_rounds(size: int) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    """Yield every complete round of `size` players."""

    def matchings(left: list[int]) -> Iterator[list[tuple[int, int]]]:
        if not left:
            yield []
            return
        first, *rest = left
        for other in rest:
            for more in matchings([p for p in rest if p != other]):
                yield [(first, other), *more]

    for bye in range(size) if size % 2 else [None]:
        for pairs in matchings([p for p in range(size) if p != bye]):
            yield pairs, bye


@pytest.mark.parametrize("options", [BY_RECORD, CLUB, MONRAD], ids=["wargame", "club", "monrad"])
@pytest.mark.parametrize("seed", range(12))
def test_the_best_round_with_a_pair_is_found(options, seed):
    rng = Random(seed)
    event, active = random_event(rng, rng.randint(4, 7), rng.randint(1, 4), options=options)
    if len(active) < 4:
        return
    explainer = SwissExplainer(event, active, options)
    field = explainer.field
    for p in range(field.size):
        for q in range(p + 1, field.size):
            literal = min(
                judge(Proposal(field, pairs, bye, options.method))
                for pairs, bye in all_rounds(field.size)
                if (p, q) in pairs
            )
            assert judge(explainer._best_with(p, q)) == literal


@pytest.mark.parametrize("seed", range(20))
def test_the_reason_is_the_first_criterion_in_which_the_two_rounds_differ(seed):
    rng = Random(seed)
    event, active = random_event(rng, 12, 3)
    explainer = SwissExplainer(event, active)
    for one, two in [rng.sample(active, 2) for _ in range(10)]:
        found = explainer.why_not(one, two)
        if found.why in (WhyNot.PAIRED, WhyNot.EQUAL):
            continue
        p, q = sorted((explainer.place[one], explainer.place[two]))
        made, forced = explainer.proposal, explainer._best_with(p, q)
        names = [c.__name__ for c in CRITERIA if c(made) != c(forced)]
        assert found.why.value == names[0]
        assert judge(made) < judge(forced)


def test_the_explained_round_is_the_paired_round():
    event, active = random_event(Random(3), 15, 4)
    explainer = SwissExplainer(event, active)
    pairs, bye = pair_field(make_field(event, active, BY_RECORD))
    ids = explainer.field.ids
    made = {frozenset((ids[p], ids[q])) for p, q in pairs} | (
        {frozenset((ids[bye],))} if bye is not None else set()
    )
    assert explainer.seats == made


def test_a_pair_that_met_is_avoided_and_a_pair_of_the_plain_order_is_known():
    event = played("a b c d", "a-c 60-40", "b-d 60-40", "/", "a-b 60-40", "c-d 60-40")
    a, b, c, d = ids_of(event, "a b c d")
    explainer = SwissExplainer(event, [a, b, c, d])
    story = explainer.story_of(a)
    assert (story.higher.id, story.lower.id, story.higher.fell) == (a, d, 2)
    assert explainer.why_not(a, b).why is WhyNot.REMATCHES
    assert (explainer.why_not(a, b).times_met, explainer.why_not(a, d).why) == (1, WhyNot.PAIRED)


def test_a_forbidden_pair_says_so():
    event = played("a b c d")
    a, b, c, d = ids_of(event, "a b c d")
    explainer = SwissExplainer(event, [a, b, c, d], forbidden=[(a, c)])
    assert explainer.why_not(a, c).why is WhyNot.FORBIDDEN
    assert explainer.story_of(a).ideal == c


def test_the_bye_has_a_story_without_an_opponent():
    event = played("a b c")
    explainer = SwissExplainer(event, ids_of(event, "a b c"))
    explanation = explainer.story_of(ids_of(event, "c")[0])
    assert (explanation.lower, explanation.higher.rank) == (None, 3)
