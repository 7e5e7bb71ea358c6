"""Ratings of the opponents and performances (C.07 art. 10). Only games over the board count."""

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from crosstable.engine.history import EntryHistory, Game, History
from crosstable.engine.model import EntryId, Outcome
from crosstable.engine.tie_breaks.fide.season import CUTS, NO_CUTS, Cuts, modified
from crosstable.engine.tie_breaks.tie_break import Format, TieBreak, Values, by_game, negated, no_parts
from crosstable.text import tr

RATING_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166),
    *(175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383),
    *(401, 422, 444, 470, 501, 538, 589, 677, 800),
)
"""Table 8.1.1 of the rating regulations: the difference for a score of 50, 51 … 100 per cent."""

PROBABILITY_BOUNDS = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162),
    *(170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374),
    *(391, 411, 432, 456, 484, 517, 559, 619, 735),
)
"""Table 8.1.2: the largest differences for which 50, 51 … 99 per cent are expected of the stronger."""

SHARE = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}
BEYOND_PERFECT = 736
BELOW_ZERO = 800


def half_up(value: Fraction) -> int:
    return math.floor(value + Fraction(1, 2))


def average_rating(history: History, cuts: Cuts = NO_CUTS) -> Mapping[EntryId, int]:
    """Art. 10.1: the mean rating of the opponents, rounded; cuts leave out the lowest and the highest."""
    return {
        id: _average([rating for _, rating in _rated_games(h, history)], cuts) for id, h in history.items()
    }


def _average(ratings: Sequence[int], cuts: Cuts = NO_CUTS) -> int:
    remaining = sorted(ratings)[cuts.lowest : len(ratings) - cuts.highest]
    return half_up(Fraction(sum(remaining), len(remaining))) if remaining else 0


def _rated_games(own: EntryHistory, history: History) -> list[tuple[Game, int]]:
    """Games over the board against rated opponents, with their ratings."""
    met = [(game, history[game.opponent].entry.rating) for game in own.played if game.opponent is not None]
    return [(game, rating) for game, rating in met if rating]


def _share(games: Sequence[tuple[Game, int]]) -> Fraction:
    return sum((SHARE[game.outcome] for game, _ in games if game.outcome), Fraction(0))


def performance(history: History) -> Mapping[EntryId, int]:
    """Art. 10.2: the average of the opponents plus the difference for the share of points."""
    return {id: _performance(_rated_games(h, history)) for id, h in history.items()}


def _performance(games: Sequence[tuple[Game, int]]) -> int:
    if not games:
        return 0
    percent = half_up(100 * _share(games) / len(games))
    difference = RATING_DIFFERENCES[abs(percent - 50)]
    average = _average([rating for _, rating in games])
    return average + (difference if percent >= 50 else -difference)


def perfect_performance(history: History) -> Mapping[EntryId, int]:
    """Art. 10.3: the lowest rating with an expected score of at least the points made."""
    return {id: _perfect_performance(_rated_games(h, history)) for id, h in history.items()}


def _perfect_performance(games: Sequence[tuple[Game, int]]) -> int:
    ratings, share = [rating for _, rating in games], _share(games)
    if not games:
        return 0
    if share == 0:
        return min(ratings) - BELOW_ZERO
    if share == len(games):
        return max(ratings) + BEYOND_PERFECT
    low, high = min(ratings) - BELOW_ZERO, max(ratings) + BELOW_ZERO
    candidates = range(low, high + 1)
    return low + bisect_left(candidates, True, key=lambda rating: _expected(rating, ratings) >= share * 100)


def _expected(rating: int, opponents: Sequence[int]) -> int:
    """Expected points in hundredths."""
    return sum(_expected_percent(rating - opponent) for opponent in opponents)


def _expected_percent(difference: int) -> int:
    percent = 50 + bisect_left(PROBABILITY_BOUNDS, abs(difference))
    return percent if difference >= 0 else 100 - percent


def average_performance(history: History) -> Mapping[EntryId, int]:
    """Art. 10.4: the mean of the opponents' performances."""
    return _average_of_opponents(history, performance)


def average_perfect_performance(history: History) -> Mapping[EntryId, int]:
    """Art. 10.5: the mean of the opponents' perfect performances."""
    return _average_of_opponents(history, perfect_performance)


def _average_of_opponents(
    history: History, of_entries: Callable[[History], Mapping[EntryId, int]]
) -> Mapping[EntryId, int]:
    values = of_entries(history)
    return {
        id: _average([values[game.opponent] for game in h.played if game.opponent is not None])
        for id, h in history.items()
    }


def rating(history: History) -> Mapping[EntryId, int]:
    """Art. 10.6."""
    return {id: h.entry.rating for id, h in history.items()}


def reversed_rating(history: History) -> Mapping[EntryId, int]:
    return {id: -h.entry.rating for id, h in history.items()}


def _opponents_rating(history: History, game: Game) -> int | None:
    return history[game.opponent].entry.rating if game.opponent and game.was_played else None


def _rating(code: str, name: str, values: Callable[[History], Values], explanation: str) -> TieBreak:
    return TieBreak(
        code,
        name,
        code,
        values,
        explanation=explanation,
        format=Format.RATING,
        of_persons=True,
        is_mean=True,
        is_fide=True,
    )


AVERAGE = replace(
    _rating(
        "ARO",
        tr("Average rating of opponents"),
        average_rating,
        tr("The mean rating of the opponents played over the board, without those who have none."),
    ),
    parts=by_game(_opponents_rating),
)
RATING = _rating("RTNG", tr("Rating"), rating, tr("The player’s own rating; the higher is ahead."))
OF_RATINGS = (
    AVERAGE,
    *(
        modified(AVERAGE, cut, values=partial(average_rating, cuts=CUTS[cut]), parts=no_parts)
        for cut in ("C1", "C2", "M1", "M2")
    ),
    replace(
        _rating(
            "TPR",
            tr("Tournament performance rating"),
            performance,
            tr(
                "The mean rating of the opponents, and what the share of the points made against them is worth."
            ),
        ),
        heading=tr("Perf"),
        column_name=tr("Performance rating"),
    ),
    _rating(
        "PTP",
        tr("Perfect tournament performance"),
        perfect_performance,
        tr("The lowest rating that would be expected to make as many points against these opponents."),
    ),
    _rating(
        "APRO",
        tr("Average performance of opponents"),
        average_performance,
        tr("The mean of the opponents’ performance ratings."),
    ),
    _rating(
        "APPO",
        tr("Average perfect performance of opponents"),
        average_perfect_performance,
        tr("The mean of the opponents’ perfect performances."),
    ),
    RATING,
    replace(
        RATING,
        code="RTNG/R",
        short="RTNG/R",
        name=tr("Rating, reversed"),
        values=reversed_rating,
        explanation=tr("The player’s own rating; the lower is ahead."),
        display=negated,
    ),
)
