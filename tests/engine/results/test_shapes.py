"""Each shape of a result: what it understands, what it refuses and with which words."""

from __future__ import annotations

from itertools import product

import pytest

from crosstable.engine.model import Outcome, Result, Tally
from crosstable.engine.results import (
    PARTS,
    POINTS,
    Decided,
    Points,
    ResultShape,
    Score,
    ScoreRefused,
    Series,
    SetRule,
    Sets,
)
from engine.results.shapes import SHEET

WIN, LOSS, DRAW = Outcome.WIN, Outcome.LOSS, Outcome.DRAW
BADMINTON = Sets(3, SetRule(21, by_two=True, cap=30))
VOLLEYBALL = Sets(5, SetRule(25, by_two=True), last_rule=SetRule(15, by_two=True))
CARDS = Series(3, "game", drawn_parts=True, draws=True, timed=True, forfeits_count=True)


def refusal(shape: ResultShape, text: str) -> tuple[str, str]:
    with pytest.raises(ScoreRefused) as refused:
        shape.read_line(text)
    return refused.value.field, str(refused.value)


def words(shape: ResultShape, text: str) -> str:
    return shape.read_line(text).words


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        *((t, "1-0") for t in ("1", " 1 ", "1-0", "1 - 0", "1:0", "1–0", "1—0", "1 0")),
        *((t, "0-1") for t in ("0", "0-1", "0:1", "0–1", "0 1")),
        *((t, "1/2-1/2") for t in ("=", "½", "½-½", "½–½", "1/2", "1/2-1/2", ".5", "0.5", "0,5", "0.5-0.5")),
        *((t, "1/2-1/2") for t in ("d", "D", "Draw", "½ ½", "0,5:0,5", "= - =")),
    ],
)
def test_a_decided_result_is_typed_in_many_ways(typed: str, code: str) -> None:
    assert Decided().read_line(typed) == Score(code, Decided().read(code).outcomes)


def test_a_decided_result_refuses_what_is_none() -> None:
    assert refusal(Decided(), "2") == (
        "result",
        "“2” is not a score here. Type for example 1, 0, = or 1f.",
    )
    assert refusal(Decided(draws=False), "=") == (
        "result",
        "A match cannot be drawn here: one side has to win.",
    )
    assert refusal(Decided(), "  ") == (
        "result",
        "Type a score, for example 1, 0, = or 1f.",
    )
    with pytest.raises(ScoreRefused, match=r"A result is one of 1-0, 0-1, 1/2-1/2, 1-0F, 0-1F or 0-0F\."):
        Decided().read("2-0")


@pytest.mark.parametrize(
    "typed", ["72 45", "72-45", "72:45", "72–45", " 72  45 ", "72 - 45", "72/45", "72, 45"]
)
def test_points_are_typed_in_many_ways(typed: str) -> None:
    assert Points("victory points", 100).read_line(typed) == Score(
        (72, 45), (WIN, LOSS), (Tally(POINTS, 72, 45),)
    )


def test_a_line_that_is_too_long_is_refused_and_never_read_in_part() -> None:
    assert Points().read_line(f"72 45{' ' * 190}").code == "1-0"
    assert refusal(Points(), f"72 45{' ' * 300}9")[0] == "first"


def test_points_refuse_with_the_field() -> None:
    game = Points("victory points", most=100)
    assert refusal(game, "72 101") == (
        "second",
        "101 is not a possible score: victory points are whole numbers from 0 to 100.",
    )
    assert refusal(game, "72")[0] == "first"
    assert refusal(game, "1,000 2")[1] == "“1,000 2” is not a score here. Type for example 60 40 or 1f."
    assert refusal(Points("goals", draws=False), "2 2") == (
        "second",
        "A match cannot be drawn here: one side has to win.",
    )
    with pytest.raises(ScoreRefused, match=r"Enter a score: goals are whole numbers, 0 or more\."):
        Points("goals").read({"first": 3})
    with pytest.raises(ScoreRefused, match="True is not a possible score"):
        Points("goals").read([True, 0])


def test_the_lower_score_wins_where_the_game_says_so() -> None:
    assert Points("strokes", lower_wins=True).read_line("68 71").outcomes == (WIN, LOSS)


def test_a_result_of_points_is_what_the_engine_always_had() -> None:
    score = Points().read((72, 45))
    assert score.to_result() == Result(WIN, LOSS, 72, 45)
    assert score.to_result(rated=False) == Result(WIN, LOSS, 72, 45, rated=False)
    assert Decided().read("1-0F").to_result() == Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


@pytest.mark.parametrize(
    "typed",
    [
        "21-19 18-21 21-17",
        "21:19, 18:21, 21:17",
        "21–19 / 18–21 / 21–17",
        "21 19 18 21 21 17",
        "21 - 19 18-21;21-17",
    ],
)
def test_sets_are_typed_in_many_ways(typed: str) -> None:
    score = BADMINTON.read_line(typed)
    assert score.words == "2–1 (21–19, 18–21, 21–17)"
    assert score.to_result() == Result(WIN, LOSS, tallies=(Tally(PARTS, 2, 1), Tally(POINTS, 60, 57)))


def test_sets_refuse_with_the_set() -> None:
    assert refusal(BADMINTON, "21-19 21-17 21-3") == ("sets.3.first", "The match was over after set 2.")
    assert refusal(BADMINTON, "21-19 21-20") == (
        "sets.2.second",
        "21–20 is not the score of a finished set. It is played to 21, two ahead, and to 30 at most.",
    )
    assert refusal(BADMINTON, "21-19 18-21 21-5 21-5") == ("sets", "A best of 3 ends 2–0 or 2–1.")
    assert refusal(BADMINTON, "21-19 18")[0] == "sets.1.first"
    assert refusal(Sets(2, SetRule(11)), "11-9 9-11") == (
        "sets.2.second",
        "A match cannot be drawn here: one side has to win.",
    )
    with pytest.raises(ScoreRefused, match=r"No set was entered\. Enter at least one set, or a forfeit"):
        BADMINTON.read({"sets": []})


def test_an_unfinished_match_is_a_state() -> None:
    score = BADMINTON.read_line("21-19 18-21")
    assert (score.is_over, score.code, score.words) == (False, "", "1–1 so far (21–19, 18–21)")
    assert BADMINTON.to_json(score) == {"sets": [[21, 19], [18, 21]], "open": True}


def test_where_time_may_end_it_so_far_has_to_be_said() -> None:
    assert words(CARDS, "1-0") == "1–0"
    assert CARDS.read_line("1-0").code == "1-0"
    assert (words(CARDS, "1-0 so far"), words(CARDS, "1-1 …")) == ("1–0 so far", "1–1 so far")
    assert not CARDS.read_line("1-0 so far").is_over


def test_the_last_set_can_have_a_rule_of_its_own() -> None:
    assert words(VOLLEYBALL, "25-20 20-25 26-24 23-25 15-13") == "3–2 (25–20, 20–25, 26–24, 23–25, 15–13)"
    assert refusal(VOLLEYBALL, "25-20 20-25 26-24 23-25 25-13")[0] == "sets.5.second"
    assert refusal(VOLLEYBALL, "15-13")[0] == "sets.1.second"


def test_two_sets_may_end_level_where_there_are_draws() -> None:
    assert Sets(2, SetRule(11), draws=True).read_line("11-9 9-11").outcomes == (DRAW, DRAW)


@pytest.mark.parametrize(
    "rule",
    [
        SetRule(11, by_two=True),
        SetRule(21, by_two=True, cap=30),
        SetRule(11, by_two=True, cap=15),
        SetRule(6, by_two=True, cap=7),
        SetRule(5, by_two=True, cap=5),
        SetRule(25),
        SetRule(1),
    ],
)
def test_a_set_ends_exactly_where_playing_it_point_by_point_ends(rule: SetRule) -> None:
    limit = 34
    running, ends = {(0, 0)}, set()
    while running:
        a, b = running.pop()
        high, low = max(a, b), min(a, b)
        is_over = high >= rule.target and (not rule.by_two or high - low >= 2 or high == rule.cap)
        if is_over:
            ends.add((high, low))
        elif high < limit:
            running |= {(a + 1, b), (a, b + 1)}
    tried = [(h, low) for h, low in product(range(limit + 1), repeat=2) if h > low]
    assert {score for score in tried if rule.ends(*score)} == ends


def test_legs_won_are_enough_where_no_one_writes_down_the_legs() -> None:
    darts = Series(5, "leg")
    assert darts.read_line("3-1") == Score((3, 1), (WIN, LOSS), (Tally(PARTS, 3, 1),))
    assert words(darts, "2 2") == "2–2 so far"
    assert refusal(darts, "4 0") == (
        "first",
        "4 is not a possible score: legs are whole numbers from 0 to 3.",
    )
    assert refusal(darts, "3 3") == ("second", "A best of 5 ends 3–0, 3–1 or 3–2.")
    assert refusal(darts, "0 0") == ("first", "No leg was entered. Enter at least one leg, or a forfeit.")
    assert refusal(darts, "1 1 1")[0] == "first"
    assert refusal(darts, "=")[0] == "first"


def test_a_card_match_counts_its_drawn_games() -> None:
    assert CARDS.read_line("2-1-1") == Score((2, 1, 1), (WIN, LOSS), (Tally(PARTS, 2, 1, 1),))
    assert CARDS.read_line("1-1-1").outcomes == (DRAW, DRAW)
    assert CARDS.to_json(CARDS.read_line("2 0")) == {"first": 2, "second": 0, "drawn": 0}


def test_two_may_agree_to_a_draw_and_that_is_as_many_drawn_games_as_the_match_has() -> None:
    assert CARDS.read_line("=") == CARDS.read_line("0-0-3")
    assert "=" in CARDS.line_examples()
    without = Series(3, "game", drawn_parts=True, timed=True)
    assert refusal(without, "=")[0] == "first"


def test_what_could_be_a_half_or_one_to_two_is_asked_for_again() -> None:
    assert refusal(CARDS, "1/2") == (
        "first",
        "“1/2” is not a score here. Type for example 2-1, 1-1-1, = or 1f.",
    )
    assert refusal(CARDS, ".5")[0] == "first"


@pytest.mark.parametrize("best_of", range(1, 8))
@pytest.mark.parametrize("timed", [True, False])
@pytest.mark.parametrize("draws", [True, False])
def test_whatever_is_chosen_for_a_series_every_end_it_promises_can_be_told(
    best_of: int, timed: bool, draws: bool
) -> None:
    made: list[ResultShape] = [Sets(best_of, SetRule(2), draws=draws, timed=timed)]
    made += [Series(best_of, drawn_parts=drawn, draws=draws, timed=timed) for drawn in (True, False)]
    for shape in made:
        outcomes = shape.outcomes
        assert [shape.example(outcome).outcomes[0] for outcome in outcomes] == list(outcomes)
        assert all(shape.read_line(example).is_over for example in shape.line_examples())
        assert set(outcomes) == _ends(shape)


def _ends(shape: ResultShape) -> set[Outcome]:
    """Every end there is, by trying all numbers of parts won."""
    parts = product(range(shape.needed + 1), repeat=2)
    if isinstance(shape, Sets):
        scores: list[object] = [[(2, 0)] * a + [(0, 2)] * b for a, b in parts]
    else:
        scores = [(*pair, d)[: len(shape.fields())] for pair in parts for d in (0, 1)]
    ends = set()
    for score in scores:
        try:
            result = shape.read(score)
        except ScoreRefused:
            continue
        ends |= {result.outcomes[0]} if result.outcomes else set()
    return ends


def test_the_games_of_a_series_can_be_told_one_by_one() -> None:
    assert CARDS.read({"games": ["1-0", "0-1", "1/2-1/2"]}) == CARDS.read([1, 1, 1])
    assert CARDS.read_line("1-0 0-1 =") == CARDS.read([1, 1, 1])
    with pytest.raises(ScoreRefused) as refused:
        CARDS.read({"games": ["1-0", "1-0", "0-1"]})
    assert (refused.value.field, str(refused.value)) == ("games.3", "The match was over after game 2.")


def test_a_walkover_counts_as_won_to_nil_where_the_rules_say_so() -> None:
    assert CARDS.read("0-1F").tallies == (Tally(PARTS, 0, 2),)
    assert CARDS.read("0-0F").tallies == ()
    table_tennis = Sets(5, SetRule(11, by_two=True), forfeits_count=True)
    assert table_tennis.read("1-0F").tallies == (Tally(PARTS, 3, 0), Tally(POINTS, 33, 0))
    assert BADMINTON.read("1-0F").tallies == ()


def test_a_sheet_makes_battle_points_of_the_difference() -> None:
    score = SHEET.read_line("6 1 / 2 1")
    assert score == Score(((6, 1), (2, 1)), (WIN, LOSS), (Tally(POINTS, 12, 8), Tally("sheet", 7, 3)))
    assert score.words == "12–8 (7 to 3)"
    assert SHEET.to_json(score) == {
        "first": {"primary": 6, "painted": 1},
        "second": {"primary": 2, "painted": 1},
    }
    assert score.to_result() == Result(WIN, LOSS, 12, 8, tallies=(Tally("sheet", 7, 3),))


@pytest.mark.parametrize(
    "typed", ["6 1 / 2 1", "6 1/2 1", "6 1 2 1", "6-1 / 2-1", "6, 1 / 2, 1", " 6  1 /2 1"]
)
def test_a_sheet_is_typed_in_many_ways(typed: str) -> None:
    assert SHEET.read_line(typed) == SHEET.read([[6, 1], [2, 1]])


def test_a_difference_below_the_first_band_is_a_draw() -> None:
    assert SHEET.read_line("3 1 / 2 1").outcomes == (DRAW, DRAW)


def test_a_sheet_refuses_with_side_and_line() -> None:
    assert refusal(SHEET, "6 1 / 7 1") == (
        "second.primary",
        "7 is not a possible score: points for Primary are whole numbers from 0 to 6.",
    )
    assert refusal(SHEET, "6 1 2 / 1")[0] == refusal(SHEET, "6 1 2")[0] == "first.primary"
    with pytest.raises(ScoreRefused) as refused:
        SHEET.read({"first": {"primary": 4}, "second": {"primary": 2, "painted": 1}})
    assert refused.value.field == "first.painted"
    with pytest.raises(ScoreRefused) as refused:
        SHEET.read({"first": {"primary": 4, "painting": 1}, "second": {"primary": 2, "painted": 1}})
    assert refused.value.field == "first"


def test_a_form_tells_which_field_is_missing() -> None:
    with pytest.raises(ScoreRefused) as refused:
        Points("goals").read_fields({"first": "3", "second": ""})
    assert (refused.value.field, str(refused.value)) == (
        "second",
        "Enter a score: goals are whole numbers, 0 or more.",
    )
    with pytest.raises(ScoreRefused) as refused:
        BADMINTON.read_fields({"sets.1.first": "21", "sets.1.second": "3", "sets.3.first": "21"})
    assert refused.value.field == "sets.2.first"
