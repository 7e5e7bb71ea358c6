"""What the events understand is what the shapes of the engine read: decided for chess, points for a wargame."""

from __future__ import annotations

from itertools import product

import pytest

from crosstable.engine.results import (
    CODE_WORDS,
    CODES,
    FORFEITS,
    OUTCOMES,
    Decided,
    Points,
    ResultShape,
    Score,
    ScoreRefused,
    swapped_code,
)
from crosstable.events.bridge.results.scores import understand
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import ResultCode, Tournament

CHESS, MOST = Decided(special=True, unequal=True), 20
WARGAME = Points("victory points", most=MOST)
TURNED = {"1-0": "0-1", "0-1": "1-0", "1-0F": "0-1F", "0-1F": "1-0F", "1-0U": "0-1U", "0-1U": "1-0U"}
TURNED |= {"1/2-0": "0-1/2", "0-1/2": "1/2-0", "1/2-0U": "0-1/2U", "0-1/2U": "1/2-0U"}
RESULTS = (None, "", "2-0", *ResultCode.values)


def old(tournament: Tournament, *score: object) -> object:
    try:
        return understand(rules_of(tournament).shape, *score)
    except BadValue as refused:
        return refused.field.removesuffix("_vp"), str(refused)


def new(shape: ResultShape, score: object) -> object:
    try:
        return shape.read(score)
    except ScoreRefused as refused:
        return refused.field, str(refused)


def as_events_have_it(score: object) -> object:
    """Result, points and words, as the old value has them; a refusal as it is."""
    if isinstance(score, Score):
        return score.to_result(), CODE_WORDS[score.code] if score.totals is None else "–".join(
            map(str, score.totals)
        )
    return score


@pytest.mark.parametrize("result", RESULTS)
def test_a_chess_result_is_understood_as_before(result: str | None) -> None:
    before = old(Tournament(game="chess"), None, None, result)
    after = as_events_have_it(new(CHESS, result))
    assert after == ((before.to_result(), before.words) if not isinstance(before, tuple) else before)


def test_every_score_of_a_wargame_is_understood_as_before() -> None:
    tournament = Tournament(game="wargame", choices={"most": MOST})
    values = (None, *range(-2, MOST + 3))
    for first, second, result in product(values, values, RESULTS):
        was_played = (first, second) != (None, None) or result not in FORFEITS
        score = {"first": first, "second": second} if was_played else result
        before, after = old(tournament, first, second, result), as_events_have_it(new(WARGAME, score))
        assert after == ((before.to_result(), before.words) if not isinstance(before, tuple) else before)


def test_the_codes_are_those_of_the_events() -> None:
    assert {code.value: str(code.label) for code in ResultCode} == CODE_WORDS
    assert {outcomes: code for code, outcomes in OUTCOMES.items() if "U" not in code} == CODES
    assert {code: swapped_code(code) for code in OUTCOMES} == {
        code: TURNED.get(code, code) for code in OUTCOMES
    }
