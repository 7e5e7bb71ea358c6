"""Double elimination: who drops where, and how often two players meet a second time."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from crosstable.engine.pairing.knockout import (
    Bracket,
    BracketMatch,
    LoserOf,
    Part,
    Seed,
    Slot,
    WinnerOf,
)
from engine.pairing.knockout.drawing import DOUBLE, bracket_of

POSITIONS = {
    4: "1",
    8: "2 1; 1",
    16: "3 4 1 2; 1 2; 1",
    32: "3 4 1 2 7 8 5 6; 3 4 1 2; 1 2; 1",
    64: "9 10 11 12 13 14 15 16 1 2 3 4 5 6 7 8; 7 8 5 6 3 4 1 2; 2 1 4 3; 2 1; 1",
}
"""By the losers' position: the winners' match of rounds 2, 3 … whose loser drops there."""


def before_the_grand_final(bracket: Bracket) -> list[BracketMatch]:
    return [match for match in bracket.matches if match.part in (Part.MAIN, Part.LOSERS)]


def second_meetings(bracket: Bracket, upsets: frozenset[int] = frozenset()) -> list[BracketMatch]:
    """The matches of two who have met already. The better seed wins, but in the matches of `upsets`."""
    winner: dict[int, int] = {}
    loser: dict[int, int] = {}
    met: set[tuple[int, int]] = set()
    again: list[BracketMatch] = []

    def entrant(slot: Slot) -> int:
        if isinstance(slot, Seed):
            return slot.number
        assert isinstance(slot, WinnerOf | LoserOf)
        return winner[slot.match] if isinstance(slot, WinnerOf) else loser[slot.match]

    for match in before_the_grand_final(bracket):
        better, worse = sorted(map(entrant, match.slots))
        if (better, worse) in met:
            again.append(match)
        met.add((better, worse))
        if match.number in upsets:
            better, worse = worse, better
        winner[match.number], loser[match.number] = better, worse
    return again


def losers_final(bracket: Bracket) -> BracketMatch:
    return before_the_grand_final(bracket)[-1]


def expected_second_meetings(bracket: Bracket) -> Fraction:
    """Before the losers' final, among equal players, for a bracket without byes.

    The winner of a match meets its loser again if the winner loses a later match of the winners' side and both then
    win until their ways cross. All these matches are different ones, so each counts one half.
    """
    after_win: dict[int, int] = {}
    after_loss: dict[int, int] = {}
    matches = before_the_grand_final(bracket)
    for match in matches:
        for slot in match.slots:
            if not isinstance(slot, Seed):
                (after_win if isinstance(slot, WinnerOf) else after_loss)[slot.match] = match.number  # type: ignore[union-attr]

    def way(number: int | None) -> Iterator[int]:
        while number is not None:
            yield number
            number = after_win.get(number)

    total = Fraction(0)
    for match in (match for match in matches if match.part is Part.MAIN):
        losers_way = list(way(after_loss.get(match.number)))
        for wins, later in enumerate(list(way(match.number))[1:]):
            winners_way = list(way(after_loss.get(later)))
            crossing = next((n for n in winners_way if n in losers_way), None)
            if crossing in (None, losers_final(bracket).number):
                continue
            played = wins + 1 + winners_way.index(crossing) + losers_way.index(crossing)
            total += Fraction(1, 2**played)
    return total


@pytest.mark.parametrize(("size", "positions"), POSITIONS.items())
def test_losers_of_the_winners_side_drop_to_these_positions(size: int, positions: str):
    bracket = bracket_of(size, DOUBLE)
    dropped: dict[int, list[str]] = {}
    for match in bracket.matches:
        if match.part is Part.LOSERS and match.round % 2 == 0:
            assert isinstance(match.first, LoserOf)
            source = bracket.match(match.first.match)
            dropped.setdefault(source.round, []).append(str(source.position))
    assert "; ".join(" ".join(dropped[number]) for number in sorted(dropped)) == positions


@pytest.mark.parametrize("size", range(4, 65))
def test_while_favourites_win_no_one_meets_twice_before_the_losers_final(size: int):
    bracket = bracket_of(size, DOUBLE)
    assert [match for match in second_meetings(bracket) if match != losers_final(bracket)] == []


@pytest.mark.parametrize("size", [65, 100, 128, 129, 200, 256, 300, 512, 513, 1024])
def test_larger_brackets_have_no_early_second_meeting_either(size: int):
    bracket = bracket_of(size, DOUBLE)
    assert [match for match in second_meetings(bracket) if match != losers_final(bracket)] == []


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (4, Fraction(0)),
        (8, Fraction(1, 4)),
        (16, Fraction(13, 32)),
        (32, Fraction(51, 128)),
        (64, Fraction(755, 2048)),
    ],
)
def test_equal_players_rarely_meet_twice_before_the_losers_final(size: int, expected: Fraction):
    """0.25, 0.41, 0.40 and 0.37."""
    assert expected_second_meetings(bracket_of(size, DOUBLE)) == expected


def test_the_expectation_is_the_mean_over_all_results_of_eight():
    bracket = bracket_of(8, DOUBLE)
    matches, last = before_the_grand_final(bracket), losers_final(bracket)
    numbers = [match.number for match in matches if match != last]
    meetings = 0
    for upsets in product((False, True), repeat=len(numbers)):
        changed = frozenset(n for n, upset in zip(numbers, upsets, strict=True) if upset)
        meetings += len([match for match in second_meetings(bracket, changed) if match != last])
    assert Fraction(meetings, 2 ** len(numbers)) == expected_second_meetings(bracket)
