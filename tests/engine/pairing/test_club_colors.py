"""B, D4 and E5: who has White in the club systems, and which pairs are shown to the organiser."""

from __future__ import annotations

import pytest

from crosstable.engine.history import EntryHistory, Game
from crosstable.engine.model import Color, Entry, EntryId, Outcome, Points
from crosstable.engine.pairing.colors import Allocation, by_counts, by_last_color, by_less_used

W, B = Color.WHITE, Color.BLACK


def player_with(colors: str, forfeits: str = "") -> EntryHistory:
    """'WB' had White, then Black; games by forfeit come after."""
    played = [(W if c == "W" else B, Outcome.WIN) for c in colors]
    given = [(W if c == "W" else B, Outcome.FORFEIT_WIN) for c in forfeits]
    games = tuple(
        Game(number, Points(1), EntryId(9), color, outcome)
        for number, (color, outcome) in enumerate(played + given, start=1)
    )
    return EntryHistory(Entry(EntryId(1), 1), games)


@pytest.mark.parametrize(
    ("higher", "lower", "expected"),
    [
        ("", "", W),  # first round: the higher rated has White
        ("B", "W", W),  # more blacks gets White
        ("W", "B", B),
        ("WB", "BW", W),  # equal: alternate from the higher's last game
        ("BW", "WB", B),
        ("", "W", W),  # only the lower has played: it alternates
        ("W", "", B),
    ],
)
def test_more_blacks_gets_white_and_equals_alternate(higher, lower, expected):
    assert by_counts(player_with(higher), player_with(lower)) == Allocation(expected)


@pytest.mark.parametrize(
    ("higher", "lower", "expected"),
    [
        ("W", "B", Allocation(B)),  # both get the opposite of the last
        ("W", "W", Allocation(W)),  # both want Black: the higher gives way, twice White is acceptable
        ("W", "WW", Allocation(W)),  # a third White for the lower is not: the higher gives way
        ("WW", "W", Allocation(B)),  # a third White for the higher is not: the lower gives way
        ("BB", "B", Allocation(W)),
        ("", "", Allocation(W)),
        ("WW", "WW", Allocation(W, review=True)),  # no way suits both: the lower gets the viable colour
        ("BB", "BB", Allocation(B, review=True)),
        ("", "W", Allocation(W)),
    ],
)
def test_three_times_the_same_colour_is_never_given_where_that_can_be_avoided(higher, lower, expected):
    assert by_last_color(player_with(higher), player_with(lower)) == expected


def test_the_colour_of_a_forfeited_game_counts_in_the_club_swiss():
    assert by_last_color(player_with("", forfeits="W"), player_with("")) == Allocation(B)
    assert by_last_color(player_with("W", forfeits="W"), player_with("W")) == Allocation(B)
    assert by_counts(player_with("W", forfeits="B"), player_with("")) == Allocation(B)


@pytest.mark.parametrize(
    ("higher", "lower", "expected"),
    [
        ("", "", W),
        ("W", "B", B),  # each the other one than last time
        ("W", "W", B),  # both want Black: the higher ranked gets it
        ("W", "WW", W),  # the greater imbalance gets it
        ("WWB", "W", B),  # less used before alternating
        ("WB", "BW", W),  # balanced: the opposite of the last
        ("", "W", W),
        ("W", "", B),
    ],
)
def test_the_less_used_colour_then_the_other_one_than_last_time(higher, lower, expected):
    assert by_less_used(player_with(higher), player_with(lower)) == Allocation(expected)
