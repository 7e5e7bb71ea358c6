"""What holds for a result of any shape."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosstable.engine.model import Outcome
from crosstable.engine.results import (
    FORFEITS,
    ResultShape,
    Score,
    ScoreRefused,
    is_storable,
    recalled,
    score_schema,
)
from crosstable.engine.results.errors import NotOverYet
from engine.results.shapes import SHAPES, all_scores

MIRROR = {
    Outcome.WIN: Outcome.LOSS,
    Outcome.LOSS: Outcome.WIN,
    Outcome.DRAW: Outcome.DRAW,
    Outcome.FORFEIT_WIN: Outcome.FORFEIT_LOSS,
}
steady = settings(max_examples=80)
every_shape = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())


@every_shape
def test_a_score_is_stored_sent_typed_and_filled_in_as_the_same_value(shape: ResultShape) -> None:
    for score in all_scores(shape):
        stored = json.loads(json.dumps(shape.to_json(score)))
        again = {
            shape.read(stored),
            shape.read_line(shape.to_line(score)),
            shape.read_fields(shape.to_fields(score)),
        }
        assert again == {score}


@every_shape
def test_what_a_row_keeps_is_recalled_and_worded_without_the_game(shape: ResultShape) -> None:
    for score in all_scores(shape):
        if score.is_over:
            row = score.stored()
            assert json.loads(json.dumps(row)) == row
            assert is_storable(row["score"], row["tallies"])
            again = recalled(**row)
            assert (again, again.words) == (score, score.words)


@every_shape
def test_seen_from_the_other_side_and_back_it_is_the_same(shape: ResultShape) -> None:
    for score in all_scores(shape):
        swapped = score.swapped
        assert swapped.swapped == score
        assert swapped.margin == (None if score.margin is None else -score.margin)
        assert swapped.outcomes == (
            None if score.outcomes is None else (score.outcomes[1], score.outcomes[0])
        )
        assert shape.read(shape.to_json(swapped)) == swapped


@every_shape
def test_one_wins_and_the_other_loses_or_both_draw_or_neither_came(shape: ResultShape) -> None:
    for score in all_scores(shape):
        if score.outcomes and score.code[:5] not in ("0-0F", "0-0", "0-0U", "1/2-0", "0-1/2"):
            first, second = score.outcomes
            assert MIRROR.get(first) is second or MIRROR.get(second) is first


@every_shape
def test_the_schema_takes_every_score_that_can_be_sent(shape: ResultShape) -> None:
    validator = jsonschema_rs.validator_for(score_schema(shape))
    refused = [score for score in all_scores(shape) if not validator.is_valid(shape.to_json(score))]
    assert refused == []


@every_shape
def test_the_schema_refuses_another_shape(shape: ResultShape) -> None:
    validator = jsonschema_rs.validator_for(score_schema(shape))
    strange = ["2-0", "", 7, None, [], {}, {"first": -1, "second": 0}, {"first": 10**9, "second": 0}]
    assert [one for one in strange if validator.is_valid(one)] == []


@every_shape
def test_the_examples_under_the_entry_field_are_understood(shape: ResultShape) -> None:
    assert all(shape.read_line(example).is_over for example in shape.line_examples())


@every_shape
def test_there_is_an_example_of_every_outcome_that_can_be(shape: ResultShape) -> None:
    assert [shape.example(outcome).outcomes[0] for outcome in shape.outcomes] == list(shape.outcomes)


@every_shape
def test_every_outcome_there_is_happens_and_no_other(shape: ResultShape) -> None:
    ends = {s.outcomes[0] for s in all_scores(shape) if s.outcomes and not s.is_forfeit}
    assert ends == set(shape.outcomes)


@every_shape
def test_what_is_counted_comes_first_among_the_tallies(shape: ResultShape) -> None:
    played = [score for score in all_scores(shape) if not score.is_forfeit]
    assert {score.tallies[0].name if score.tallies else "" for score in played} == {shape.counted}


@every_shape
def test_the_names_of_the_fields_are_those_a_form_is_filled_with(shape: ResultShape) -> None:
    names = {field.name for field in shape.fields()} | {"open", "result"}
    assert all(set(shape.to_fields(score)) <= names for score in all_scores(shape))
    assert len({field.name for field in shape.fields()}) == len(shape.fields())


def outcome_of(shape: ResultShape, reading: Callable[[], Score]) -> Score | None:
    """What was read, or None for a refusal, which names a field or what holds several."""
    try:
        return reading()
    except ScoreRefused as error:
        refused = error
    holders = {"first", "second", "sets", "games", "result"} | {f"games.{n}" for n in range(1, 20)}
    assert refused.field in {field.name for field in shape.fields()} | holders
    assert 10 < len(str(refused)) < 300
    return None


@steady
@given(text=st.text(max_size=300) | st.text("0123456789-:/= fF½.,", max_size=30))
def test_whatever_is_typed_is_understood_or_refused_with_a_field_of_the_shape(text: str) -> None:
    for shape in SHAPES.values():
        score = outcome_of(shape, partial(shape.read_line, text))
        assert score is None or shape.read(shape.to_json(score)) == score


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(FORFEITS),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["first", "second", "sets", "games", "open", "drawn", "x"]), inner)
    ),
    max_leaves=12,
)


@steady
@given(score=ANYTHING)
def test_whatever_is_sent_is_read_or_refused(score: object) -> None:
    for shape in SHAPES.values():
        outcome = outcome_of(shape, partial(shape.read, score))
        assert outcome is None or hash(outcome) == hash(shape.read(shape.to_json(outcome)))


@every_shape
def test_a_number_of_five_thousand_digits_is_refused(shape: ResultShape) -> None:
    digits = "9" * 5000
    for score in (
        int("9" * 4000),
        [10**5000, 0],
        {"first": 10**5000, "second": 0},
        {"sets": [[10**5000, 0]]},
    ):
        with pytest.raises(ScoreRefused) as refused:
            shape.read(score)
        assert len(str(refused.value)) < 300
    with pytest.raises(ScoreRefused):
        shape.read_line(f"{digits} {digits}")
    with pytest.raises(ScoreRefused):
        shape.read_fields({field.name: digits for field in shape.fields()})


@every_shape
@pytest.mark.parametrize(
    ("typed", "code"),
    [
        *((typed, "1-0F") for typed in ("1f", " 1 f ", "1-0f", "+:-")),
        *((typed, "0-1F") for typed in ("0F", "0–1 F", "- / +")),
        *((typed, "0-0F") for typed in ("=f", "f", "0:0 f", "-/-")),
    ],
)
def test_a_forfeit_is_typed_alike_in_every_game(shape: ResultShape, typed: str, code: str) -> None:
    score = shape.read_line(typed)
    assert (score.code, score.is_forfeit) == (code, True)
    assert score.words == {"1-0F": "1–0 forfeit", "0-1F": "0–1 forfeit", "0-0F": "0–0 forfeit"}[code]
    assert shape.read({"result": code}) == score


@every_shape
def test_a_shape_tells_what_was_chosen_for_it(shape: ResultShape) -> None:
    description = json.loads(json.dumps(shape.describe()))
    assert description["kind"] == shape.kind
    assert len(description) > 1


def test_the_end_is_asked_for_only_where_a_match_can_go_on() -> None:
    legs = SHAPES["legs"]
    with pytest.raises(NotOverYet) as refused:
        legs.check_over(legs.read([2, 1]))
    assert str(refused.value) == "2–1 is not a final score: the match ends at 3 legs."
    assert legs.check_over(legs.read([3, 1])).code == "1-0"
