"""Which round a match is played in, and what people call it."""

from __future__ import annotations

import pytest

from crosstable.engine.pairing.knockout import (
    Bracket,
    Elimination,
    KnockoutOptions,
    Part,
    Seed,
    match_name,
    playing_round,
    round_name,
)
from engine.pairing.knockout.drawing import DOUBLE, SINGLE, bracket_of


def names(bracket: Bracket) -> list[tuple[int, str]]:
    return [(playing_round(bracket, m), match_name(bracket, m)) for m in bracket.matches]


def test_a_single_elimination_is_played_round_by_round_third_place_with_the_final():
    bracket = bracket_of(8, KnockoutOptions(third_place=True))
    assert names(bracket) == [
        (1, "Quarter-final 1"),
        (1, "Quarter-final 2"),
        (1, "Quarter-final 3"),
        (1, "Quarter-final 4"),
        (2, "Semi-final 1"),
        (2, "Semi-final 2"),
        (3, "Third place"),
        (3, "Final"),
    ]
    assert [round_name(bracket, n) for n in (1, 2, 3)] == ["Quarter-finals", "Semi-finals", "Final"]


def test_both_sides_of_a_double_elimination_are_played_together():
    bracket = bracket_of(4, DOUBLE)
    assert names(bracket) == [
        (1, "Winners’ round 1, match 1"),
        (1, "Winners’ round 1, match 2"),
        (2, "Winners’ final"),
        (2, "Losers’ round 1, match 4"),
        (3, "Losers’ final"),
        (4, "Grand final"),
        (5, "Grand final, second match"),
    ]
    rounds = [round_name(bracket, n) for n in range(1, 6)]
    assert rounds[:4] == ["Knockout round 1", "Knockout round 2", "Knockout round 3", "Grand final"]
    assert rounds[4] == "Grand final, second match"


def test_an_early_round_is_named_after_how_many_are_left():
    bracket = bracket_of(64)
    assert round_name(bracket, 1) == "Round of 64"
    assert match_name(bracket, bracket.match(32)) == "Round of 64, match 32"


@pytest.mark.parametrize("options", [SINGLE, DOUBLE, KnockoutOptions(Elimination.DOUBLE, reset=False)])
@pytest.mark.parametrize("size", range(2, 67))
def test_a_match_is_played_after_those_it_waits_for_and_every_round_has_one(size, options):
    bracket = bracket_of(size, options)
    round_of = {m.number: playing_round(bracket, m) for m in bracket.matches}
    for match in bracket.matches:
        before = [round_of[s.match] for s in match.slots if not isinstance(s, Seed)]
        assert all(earlier < round_of[match.number] for earlier in before)
        if match.part is Part.RESET:
            assert round_of[match.number] == round_of[match.number - 1] + 1
    assert set(round_of.values()) == set(range(1, max(round_of.values()) + 1))
