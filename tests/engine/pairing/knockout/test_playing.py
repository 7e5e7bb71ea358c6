from __future__ import annotations

import pytest

from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId, Outcome, Result
from crosstable.engine.pairing.knockout import (
    KnockoutOptions,
    LaterMatch,
    PlaceRange,
    Status,
    correct,
    play,
)
from crosstable.engine.pairing.knockout.bracket import KnockoutDraw, MatchNotReady, NoSuchMatch, SeriesOver
from engine.pairing.knockout.drawing import (
    DOUBLE,
    DRAWN,
    FIRST,
    SECOND,
    bracket_of,
    later_matches,
    played_out,
)

FOUR = bracket_of(4)  # 1: 1 v 4, 2: 2 v 3, 3: the final


def entries(*numbers: int) -> tuple[EntryId, ...]:
    return tuple(EntryId(n) for n in numbers)


def test_winners_go_on_and_losers_share_their_places() -> None:
    state = play(FOUR, {1: [FIRST], 2: [SECOND], 3: [SECOND]})
    assert state.champion == 3
    assert state.places == (
        PlaceRange(1, 1, EntryId(3)),
        PlaceRange(2, 2, EntryId(1)),
        PlaceRange(3, 4, EntryId(4)),
        PlaceRange(3, 4, EntryId(2)),
    )


def test_before_the_end_only_certain_places_are_given() -> None:
    state = play(FOUR, {1: [FIRST]})
    assert (state.champion, state.places) == (None, (PlaceRange(3, 4, EntryId(4)),))
    assert [s.status for s in state.matches.values()] == [Status.DECIDED, Status.READY, Status.WAITING]


def test_a_forfeit_decides_too() -> None:
    walkover = Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)
    assert play(FOUR, {1: [walkover]}).matches[3].first == 4


def test_a_best_of_three_ends_with_the_second_win() -> None:
    series = bracket_of(2, KnockoutOptions(best_of=3))
    assert play(series, {1: [FIRST, SECOND]}).matches[1].status is Status.STARTED
    assert play(series, {1: [FIRST, DRAWN]}).matches[1].score == (1, 0)
    assert play(series, {1: [FIRST, DRAWN, DRAWN]}).champion == 1
    assert play(series, {1: [FIRST, SECOND, SECOND]}).champion == 2


@pytest.mark.parametrize(
    ("best_of", "games", "error"),
    [
        (1, [DRAWN], KnockoutDraw),
        (3, [FIRST, SECOND, DRAWN], KnockoutDraw),
        (3, [FIRST, FIRST, SECOND], SeriesOver),
        (1, [FIRST, FIRST], SeriesOver),
        (1, [Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)], KnockoutDraw),
    ],
)
def test_a_series_without_a_winner_or_an_end_is_refused(
    best_of: int, games: list[Result], error: type[EngineError]
) -> None:
    with pytest.raises(error) as caught:
        play(bracket_of(2, KnockoutOptions(best_of=best_of)), {1: games})
    assert str(caught.value)


def test_a_result_for_a_match_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(MatchNotReady):
        play(FOUR, {1: [FIRST], 3: [FIRST]})
    with pytest.raises(NoSuchMatch):
        play(FOUR, {4: [FIRST]})


def test_the_reset_is_played_only_if_the_winners_side_loses_the_grand_final() -> None:
    double = bracket_of(2, DOUBLE)
    won = play(double, {1: [FIRST], 2: [FIRST]})
    assert (won.champion, won.matches[3].status) == (1, Status.UNNEEDED)
    assert won.places == (PlaceRange(1, 1, EntryId(1)), PlaceRange(2, 2, EntryId(2)))
    open_ = play(double, {1: [FIRST], 2: [SECOND]})
    assert (open_.champion, open_.places, open_.matches[3].status) == (None, (), Status.READY)
    assert play(double, {1: [FIRST], 2: [SECOND], 3: [SECOND]}).champion == 2
    with pytest.raises(MatchNotReady):
        play(double, {1: [FIRST], 2: [FIRST], 3: [SECOND]})


def test_a_correction_with_the_same_winner_touches_nothing() -> None:
    series = bracket_of(4, KnockoutOptions(best_of=3))
    results = {1: [FIRST, FIRST], 2: [FIRST, FIRST], 3: [FIRST]}
    correction = correct(series, results, 1, [FIRST, SECOND, FIRST])
    assert correction.later_matches == ()
    assert correction.results == {1: (FIRST, SECOND, FIRST), 2: [FIRST, FIRST], 3: [FIRST]}


def test_a_correction_with_another_winner_names_the_matches_and_what_is_lost() -> None:
    results = {1: [FIRST], 2: [FIRST], 3: [SECOND]}
    correction = correct(FOUR, results, 1, [SECOND])
    assert correction.later_matches == (
        LaterMatch(3, (EntryId(1), EntryId(2)), (EntryId(4), EntryId(2)), (SECOND,)),
    )
    assert any(match.lost_games for match in correction.later_matches)
    assert correction.results == {1: (SECOND,), 2: [FIRST]}
    assert results == {1: [FIRST], 2: [FIRST], 3: [SECOND]}


def test_a_result_taken_back_empties_the_matches_after_it() -> None:
    correction = correct(FOUR, {1: [FIRST], 2: [FIRST], 3: [SECOND]}, 2, [])
    assert correction.later_matches == (
        LaterMatch(3, (EntryId(1), EntryId(2)), (EntryId(1), None), (SECOND,)),
    )
    assert correction.results == {1: [FIRST]}


def test_a_corrected_grand_final_makes_its_reset_needless() -> None:
    double = bracket_of(2, DOUBLE)
    correction = correct(double, {1: [FIRST], 2: [SECOND], 3: [SECOND]}, 2, [FIRST])
    assert correction.later_matches == (
        LaterMatch(3, (EntryId(1), EntryId(2)), (EntryId(1), EntryId(2)), (SECOND,)),
    )
    assert correction.results == {1: [FIRST], 2: (FIRST,)}


@pytest.mark.parametrize("size", [2, 5, 8, 13, 16])
def test_after_any_correction_the_states_are_those_of_the_kept_results(size: int) -> None:
    for options in (KnockoutOptions(third_place=True), KnockoutOptions(reseed=True), DOUBLE):
        bracket = bracket_of(size, options)
        _, results = played_out(bracket, lambda a, b: (a * 7 + b * 3) % 5 < 3)
        for number in results:
            other = SECOND if results[number] == [FIRST] else FIRST
            correction = correct(bracket, results, number, [other])
            assert play(bracket, correction.results).matches == correction.matches
            assert {t.match for t in correction.later_matches} <= set(later_matches(bracket, number))


def test_a_drawn_correction_is_refused() -> None:
    with pytest.raises(KnockoutDraw):
        correct(FOUR, {1: [FIRST]}, 1, [DRAWN])
    with pytest.raises(NoSuchMatch):
        correct(FOUR, {}, 9, [FIRST])
    with pytest.raises(MatchNotReady):
        correct(FOUR, {}, 3, [FIRST])


def test_later_matches_are_found_through_others() -> None:
    assert later_matches(bracket_of(8), 1) == (5, 7)
    assert later_matches(bracket_of(4, DOUBLE), 1) == (3, 4, 5, 6, 7)
    assert later_matches(bracket_of(2, DOUBLE), 2) == (3,)
