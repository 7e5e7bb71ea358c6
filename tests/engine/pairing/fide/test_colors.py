"""Colour preferences (art. 1.7) and the rules of article 5.2, one by one."""

import pytest

from crosstable.engine.model import Color, EntryId
from crosstable.engine.pairing.fide.player import (
    Allocation,
    PlayerFacts,
    Strength,
    allocate_colors,
    color_preference,
)

COLORS = {"W": Color.WHITE, "B": Color.BLACK}


def player(number: int, colors: str = "", score: int = 0) -> PlayerFacts:
    played = tuple(COLORS[letter] for letter in colors)
    difference = colors.count("W") - colors.count("B")
    preference, strength = color_preference(played, difference)
    return PlayerFacts(
        id=EntryId(number), number=number, score=score, opponents=(), colors=played,
        color_difference=difference, preference=preference, strength=strength, last_float=None,
        float_before=None, may_get_bye=True, unplayed=0, is_topscorer=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("colors", "preference", "strength"),
    [
        ("", None, Strength.NONE),
        ("W", Color.BLACK, Strength.STRONG),
        ("WB", Color.WHITE, Strength.MILD),
        ("WBB", Color.WHITE, Strength.ABSOLUTE),
        ("BWW", Color.BLACK, Strength.ABSOLUTE),
        ("WBWW", Color.BLACK, Strength.ABSOLUTE),
        ("WWBW", Color.BLACK, Strength.ABSOLUTE),
        ("BBWB", Color.WHITE, Strength.ABSOLUTE),
        ("BBWW", Color.BLACK, Strength.ABSOLUTE),
        ("BWB", Color.WHITE, Strength.STRONG),
    ],
)
def test_the_preference_follows_from_the_colors_played(
    colors: str, preference: Color | None, strength: Strength
):
    assert (player(1, colors).preference, player(1, colors).strength) == (preference, strength)


@pytest.mark.parametrize(
    ("one", "two", "white", "rule"),
    [
        (player(1, "W"), player(2, "B"), 2, Allocation.BOTH_PREFERENCES),
        (player(1), player(2, "W"), 1, Allocation.BOTH_PREFERENCES),
        (player(1, "WB"), player(2, "WBB"), 2, Allocation.STRONGER_PREFERENCE),
        (player(1, "WBB"), player(2, "BBWB"), 2, Allocation.STRONGER_PREFERENCE),
        (player(1, "BWWB"), player(2, "WBWB"), 2, Allocation.LAST_DIFFERENCE),
        (player(2, "WB", 1), player(1, "WB"), 2, Allocation.HIGHER_RANKED),
        (player(1), player(2), 1, Allocation.INITIAL_COLOR),
        (player(2), player(3), 3, Allocation.INITIAL_COLOR),
    ],
)
def test_the_first_rule_that_decides_gives_the_colors(
    one: PlayerFacts, two: PlayerFacts, white: int, rule: Allocation
):
    for pair in ((one, two), (two, one)):
        decision = allocate_colors(*pair, Color.WHITE)
        assert (decision.white.id, decision.rule) == (white, rule)


def test_black_as_initial_color_turns_round_1_around():
    assert allocate_colors(player(1), player(2), Color.BLACK).black.id == 1
