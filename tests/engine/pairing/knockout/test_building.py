from __future__ import annotations

from random import Random

import pytest

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import (
    BracketMatch,
    Elimination,
    KnockoutOptions,
    Part,
    Placeholder,
    Seed,
    Status,
    WinnerOf,
    build_bracket,
    play,
)
from crosstable.engine.pairing.knockout.bracket import BadSeries, EntrantTwice, TooFewEntrants
from engine.pairing.knockout.drawing import DOUBLE, bracket_of, drawn, played_out

THIRD = KnockoutOptions(third_place=True)


def test_eight_are_drawn_in_the_standard_order() -> None:
    assert drawn(bracket_of(8)) == ["1 v 8", "4 v 5", "2 v 7", "3 v 6", "W1 v W2", "W3 v W4", "W5 v W6"]


def test_byes_go_to_the_best_seeds_and_are_no_matches() -> None:
    assert drawn(bracket_of(5)) == ["4 v 5", "1 v W1", "2 v 3", "W2 v W3"]
    assert bracket_of(5).matches[1] == BracketMatch(2, Part.MAIN, 2, 1, Seed(1), WinnerOf(1))


def test_the_third_place_match_comes_before_the_final() -> None:
    assert drawn(bracket_of(4, THIRD)) == ["1 v 4", "2 v 3", "L1 v L2", "W1 v W2"]
    assert drawn(bracket_of(3, THIRD)) == ["2 v 3", "1 v W1"]


def test_double_elimination_for_four() -> None:
    assert drawn(bracket_of(4, DOUBLE)) == [
        *("1 v 4", "2 v 3", "W1 v W2"),
        *("L1 v L2", "L3 v W4"),
        *("W3 v W5", "W3 v W5"),
    ]


def test_double_elimination_for_eight_crosses_those_who_come_down() -> None:
    assert drawn(bracket_of(8, DOUBLE)) == [
        *("1 v 8", "4 v 5", "2 v 7", "3 v 6", "W1 v W2", "W3 v W4", "W5 v W6"),
        *("L1 v L2", "L3 v L4", "L6 v W8", "L5 v W9", "W10 v W11", "L7 v W12"),
        *("W7 v W13", "W7 v W13"),
    ]


def test_the_double_elimination_of_two_is_a_match_and_its_revenge() -> None:
    assert drawn(bracket_of(2, DOUBLE)) == ["1 v 2", "W1 v L1", "W1 v L1"]


@pytest.mark.parametrize("size", range(2, 131))
def test_a_single_elimination_has_one_winner_and_a_match_for_each_loser(size: int) -> None:
    rng = Random(size)
    plain, third = bracket_of(size), bracket_of(size, THIRD)
    assert (len(plain.matches), len(third.matches)) == (size - 1, size - 1 + (size > 3))
    state, _ = played_out(plain, lambda a, b: rng.random() < 0.5)
    assert state.champion == state.places[0].entry
    assert sorted(p.entry for p in state.places) == list(range(1, size + 1))
    losers = [s.loser for s in state.matches.values()]
    assert sorted([*losers, state.champion]) == list(range(1, size + 1))  # type: ignore[type-var]


@pytest.mark.parametrize("size", range(2, 131, 3))
def test_if_the_better_seed_always_wins_everyone_finishes_by_seed(size: int) -> None:
    for options in (KnockoutOptions(), THIRD, DOUBLE):
        state, _ = played_out(bracket_of(size, options), lambda a, b: a < b)
        assert [p.entry for p in state.places[:2]] == [1, 2]
        if options is THIRD and size > 3:
            assert [(p.best, p.worst, p.entry) for p in state.places[2:4]] == [(3, 3, 3), (4, 4, 4)]
        if options is not DOUBLE:
            assert all(p.best <= p.entry <= p.worst for p in state.places)


@pytest.mark.parametrize("size", range(2, 131))
def test_in_a_double_elimination_everyone_but_the_champion_loses_twice(size: int) -> None:
    rng = Random(size)
    bracket = bracket_of(size, DOUBLE)
    assert len(bracket.matches) == 2 * size - 1
    state, results = played_out(bracket, lambda a, b: rng.random() < 0.5)
    lost = [s.loser for s in state.matches.values() if s.loser is not None]
    reset = state.matches[2 * size - 1].status is Status.DECIDED
    assert len(results) == 2 * size - 2 + reset == len(lost)
    champion_lost = lost.count(state.champion) if state.champion else None
    assert champion_lost == (1 if len(lost) % 2 else 0)
    assert all(lost.count(EntryId(e)) == 2 for e in range(1, size + 1) if e != state.champion)
    assert sorted(p.entry for p in state.places) == list(range(1, size + 1))
    assert [p.best for p in state.places] == sorted(p.best for p in state.places)


def test_without_a_reset_the_grand_final_is_the_last_match() -> None:
    bracket = bracket_of(8, KnockoutOptions(Elimination.DOUBLE, reset=False))
    assert len(bracket.matches) == 14
    state, _ = played_out(bracket, lambda a, b: a > b)
    assert state.champion == 8


def test_a_longer_series_for_the_final() -> None:
    matches = bracket_of(4, KnockoutOptions(third_place=True, best_of=3, best_of_final=5)).matches
    assert [m.best_of for m in matches] == [3, 3, 3, 5]
    double = bracket_of(4, KnockoutOptions(Elimination.DOUBLE, best_of_final=3)).matches
    assert [m.best_of for m in double] == [1, 1, 1, 1, 1, 3, 3]


def test_places_are_shown_before_they_are_known() -> None:
    labels = ["Winner of pool A", "Winner of pool B", "Second of pool A", "Second of pool B"]
    bracket = build_bracket([Placeholder(label) for label in labels])
    first = play(bracket, {}).matches[1]
    assert (str(first.first), str(first.second), first.status) == (
        "Winner of pool A",
        "Second of pool B",
        Status.WAITING,
    )
    known = build_bracket([EntryId(7), *map(Placeholder, labels[1:3]), EntryId(9)])
    assert play(known, {}).matches[1].status is Status.READY
    assert play(known, {}).matches[2].status is Status.WAITING


@pytest.mark.parametrize("size", [0, 1])
def test_a_knockout_of_no_one_is_refused(size: int) -> None:
    with pytest.raises(TooFewEntrants):
        bracket_of(size)


def test_no_one_is_in_the_bracket_twice() -> None:
    with pytest.raises(EntrantTwice):
        build_bracket([EntryId(1), EntryId(2), EntryId(1)])


@pytest.mark.parametrize("best_of", [0, 2, -1])
def test_a_series_has_an_odd_length(best_of: int) -> None:
    with pytest.raises(BadSeries):
        bracket_of(2, KnockoutOptions(best_of=best_of))


def test_the_same_bracket_is_built_once() -> None:
    assert bracket_of(1000, DOUBLE) is bracket_of(1000, DOUBLE)
