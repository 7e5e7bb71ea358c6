"""Consolations, reseeding and a length for every round: against examples, and against a plain calculation."""

from __future__ import annotations

from math import ceil, log2
from random import Random

import pytest

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import (
    Bracket,
    Consolation,
    Elimination,
    KnockoutOptions,
    Part,
    column_name,
    correct,
    match_name,
    play,
    playing_round,
)
from crosstable.engine.pairing.knockout.bracket import BadSeries, SingleEliminationOnly
from engine.pairing.knockout.drawing import FIRST, SECOND, bracket_of, drawn, later_matches, played_out

FIRST_ROUND = KnockoutOptions(consolation=Consolation.FIRST)
EVERY_PLACE = KnockoutOptions(consolation=Consolation.ALL)
RESEED = KnockoutOptions(reseed=True)
SIZES = (2, 3, 4, 5, 6, 7, 8, 11, 13, 16, 23, 33)


def consolation(bracket: Bracket) -> list[str]:
    words = dict(zip((m.number for m in bracket.matches), drawn(bracket), strict=True))
    return [
        f"{match_name(bracket, m)}: {words[m.number]}" for m in bracket.matches if m.part is Part.CONSOLATION
    ]


def test_the_losers_of_the_first_round_play_on_for_the_places_they_would_share() -> None:
    eight = bracket_of(8, FIRST_ROUND)
    assert consolation(eight) == [
        "Places 5–8, match 7: L1 v L2",
        "Places 5–8, match 8: L3 v L4",
        "Place 5: W7 v W8",
    ]
    state, _ = played_out(eight, lambda a, b: a < b)
    assert [(p.best, p.worst, p.entry) for p in state.places] == [
        *((1, 1, 1), (2, 2, 2), (3, 4, 4), (3, 4, 3)),
        *((5, 5, 5), (6, 6, 6), (7, 8, 8), (7, 8, 7)),
    ]


def test_every_place_of_eight_is_played_for() -> None:
    eight = bracket_of(8, EVERY_PLACE)
    assert consolation(eight) == [
        "Places 5–8, match 7: L1 v L2",
        "Places 5–8, match 8: L3 v L4",
        "Place 5: W7 v W8",
        "Place 7: L7 v L8",
    ]
    state, _ = played_out(eight, lambda a, b: a < b)
    assert [(p.best, p.worst, p.entry) for p in state.places] == [(n, n, n) for n in range(1, 9)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("options", [FIRST_ROUND, EVERY_PLACE, RESEED], ids=["first", "all", "reseed"])
def test_no_one_plays_twice_in_a_round_and_everyone_has_a_place(size: int, options: KnockoutOptions) -> None:
    rng = Random(size)
    bracket = bracket_of(size, options)
    state, _ = played_out(bracket, lambda a, b: rng.random() < 0.5)
    assert sorted(p.entry for p in state.places) == list(range(1, size + 1))
    for number in range(1, bracket.main_rounds + 1):
        playing = [s for s in state.matches.values() if playing_round(bracket, s.match) == number]
        entries = [entry for s in playing for entry in (s.first, s.second)]
        assert len(set(entries)) == len(entries)
    assert max(playing_round(bracket, m) for m in bracket.matches) == bracket.main_rounds
    for match in bracket.matches:
        waits = [playing_round(bracket, bracket.match(source)) for source in bracket.sources(match)]
        assert max(waits, default=0) < playing_round(bracket, match)


@pytest.mark.parametrize("size", SIZES)
def test_where_every_place_is_played_for_no_one_shares_one_and_a_bracket_of_losers_is_no_longer_than_it_must(
    size: int,
) -> None:
    rng = Random(size)
    bracket = bracket_of(size, EVERY_PLACE)
    state, _ = played_out(bracket, lambda a, b: rng.random() < 0.5)
    assert [(p.best, p.worst) for p in state.places] == [(n, n) for n in range(1, size + 1)]
    first_round = sum(m.round == 1 for m in bracket.matches)
    block = bracket_of(size, FIRST_ROUND).blocks.get(size - first_round + 1, ())
    assert len(block) == max(0, first_round - 1)
    assert len({m.round for m in block}) == (ceil(log2(first_round)) if first_round > 1 else 0)


@pytest.mark.parametrize("size", SIZES)
def test_with_reseeding_the_best_left_meets_the_lowest_left_in_every_round(size: int) -> None:
    """Compare with a plain calculation that knows no bracket: sort, fold, play, again."""
    rng = Random(size)
    wins = {(a, b): rng.random() < 0.5 for a in range(1, size + 1) for b in range(a + 1, size + 1)}
    state, _ = played_out(bracket_of(size, RESEED), lambda a, b: wins[a, b] if a < b else not wins[b, a])
    left, number = list(range(1, size + 1)), 0
    while len(left) > 1:
        number += 1
        places = 2 ** ceil(log2(len(left)))
        pairs = {(left[i], left[places - 1 - i]) for i in range(places // 2) if places - 1 - i < len(left)}
        met = {(s.first, s.second) for s in state.matches.values() if s.match.round == number}
        assert met == pairs
        left = sorted(set(left) - {b if wins[a, b] else a for a, b in pairs})
    assert [state.champion] == left


def test_a_correction_moves_every_reseeded_player() -> None:
    bracket = bracket_of(8, RESEED)
    results = {1: [FIRST], 2: [FIRST], 3: [FIRST], 4: [FIRST], 5: [FIRST]}
    assert [(s.first, s.second) for s in list(play(bracket, results).matches.values())[4:6]] == [
        (1, 4),
        (2, 3),
    ]
    assert later_matches(bracket, 1) == (5, 6, 7)
    correction = correct(bracket, results, 1, [SECOND])
    assert [(t.match, t.after, t.lost_games) for t in correction.later_matches] == [
        (5, (EntryId(2), EntryId(8)), (FIRST,)),
        (6, (EntryId(3), EntryId(4)), ()),
    ]
    assert play(bracket, correction.results).champion is None


def test_every_round_has_its_length_counted_from_the_final() -> None:
    options = KnockoutOptions(third_place=True, best_of=1, best_of_final=7, best_of_rounds=(5, None, 3))
    bracket = bracket_of(16, options)
    lengths = {column_name(bracket, m): m.best_of for m in bracket.matches if m.part is Part.MAIN}
    assert lengths == {"Round of 16": 3, "Quarter-finals": 1, "Semi-finals": 5, "Final": 7}
    assert [m.best_of for m in bracket.matches if m.part is Part.THIRD_PLACE] == [5]
    double = bracket_of(8, KnockoutOptions(Elimination.DOUBLE, best_of_final=5, best_of_rounds=(3,)))
    assert [match_name(double, m) for m in double.matches if m.best_of == 3] == [
        "Winners’ final",
        "Losers’ round 3, match 12",
        "Losers’ final",
    ]


@pytest.mark.parametrize("options", [{"reseed": True}, {"consolation": Consolation.ALL}])
def test_a_double_elimination_has_neither_a_consolation_nor_reseeding(options: dict[str, bool]) -> None:
    with pytest.raises(SingleEliminationOnly):
        bracket_of(8, KnockoutOptions(Elimination.DOUBLE, **options))  # type: ignore[arg-type]


def test_no_round_has_an_even_length() -> None:
    with pytest.raises(BadSeries):
        bracket_of(8, KnockoutOptions(best_of_rounds=(None, 2)))
