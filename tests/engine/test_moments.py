"""The moments of an event: upset, closest match, series of wins."""

from __future__ import annotations

from crosstable.engine.model import EntryId, Outcome, Result, Tally
from crosstable.engine.moments import Moments, PlayedMatch, WinSeries, moments_of

ANN, BO, CY, DI = ORDER = tuple(EntryId(number) for number in range(1, 5))
WIN = Outcome.WIN, Outcome.LOSS
LOSS = Outcome.LOSS, Outcome.WIN
DRAW = Outcome.DRAW, Outcome.DRAW
FORFEIT = Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS


def match(round, first, second, outcome, points=(None, None), ratings=(0, 0), tallies=()):
    key = round * 10 + first
    return PlayedMatch(key, round, first, second, Result(*outcome, *points, tallies=tallies), ratings)


def test_the_largest_upset_is_the_win_against_the_highest_difference_of_ratings():
    small = match(1, ANN, BO, WIN, ratings=(1500, 1510))
    large = match(1, CY, DI, LOSS, ratings=(1800, 1400))
    expected = match(2, BO, CY, LOSS, ratings=(1400, 1900))
    assert moments_of([small, large, expected], ORDER).upset == large


def test_draws_forfeits_and_unrated_players_make_no_upset():
    drawn = match(1, ANN, BO, DRAW, ratings=(1000, 2000))
    forfeited = match(1, CY, DI, FORFEIT, ratings=(1000, 2000))
    unrated = match(2, ANN, CY, WIN, ratings=(0, 2000))
    assert moments_of([drawn, forfeited, unrated], ORDER) == Moments(None, None, None)


def test_the_closest_match_has_the_smallest_margin_then_the_highest_score_then_the_latest_round():
    draw = match(1, ANN, BO, DRAW, (50, 50))
    low = match(1, CY, DI, WIN, (21, 20))
    high = match(2, ANN, CY, LOSS, (72, 73))
    assert moments_of([draw, low, high], ORDER).closest == high


def test_sets_are_compared_by_their_points_when_the_sets_are_equally_close():
    clear = match(1, ANN, BO, WIN, tallies=(Tally("parts", 2, 1), Tally("points", 60, 40)))
    close = match(1, CY, DI, WIN, tallies=(Tally("parts", 2, 1), Tally("points", 61, 60)))
    straight = match(2, ANN, CY, WIN, tallies=(Tally("parts", 2, 0), Tally("points", 42, 41)))
    assert moments_of([clear, close, straight], ORDER).closest == close


def test_a_forfeit_neither_adds_to_a_series_of_wins_nor_ends_it():
    played = [
        match(1, ANN, BO, WIN),
        match(1, CY, DI, WIN),
        match(2, ANN, CY, FORFEIT),
        match(2, BO, DI, DRAW),
        match(3, ANN, DI, WIN),
        match(3, CY, BO, WIN),
    ]
    assert moments_of(played, (CY, ANN, BO, DI)).series == WinSeries(2, (CY, ANN))


def test_a_draw_or_a_loss_ends_a_series_of_wins():
    played = [match(1, ANN, BO, WIN), match(2, ANN, CY, DRAW), match(3, ANN, DI, WIN), match(3, BO, CY, WIN)]
    assert moments_of(played, ORDER).series is None
