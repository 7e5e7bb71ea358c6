"""Elo as in A16: logistic expectation with 400, K by experience, whole points.

All games of a round are reckoned together, from the ratings before the round.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.model import Outcome


@dataclass(frozen=True, slots=True)
class EloOptions:
    start: int = 1200
    k_new: int = 32
    k_settled: int = 16
    settled_after: int = 30


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating and how many rated games made it."""

    value: int
    games: int = 0


@dataclass(frozen=True, slots=True)
class RatedGame:
    first: int
    second: int
    first_outcome: Outcome


@dataclass(frozen=True, slots=True)
class RatingChange:
    """One side of one rated game."""

    player: int
    opponent: int
    before: int
    after: int

    @property
    def change(self) -> int:
        return self.after - self.before


SHARE = {Outcome.WIN: 1.0, Outcome.DRAW: 0.5, Outcome.LOSS: 0.0}


def expected_share(rating: int, opponent: int) -> float:
    return float(1 / (1 + 10 ** ((opponent - rating) / 400)))


def k_factor(rating: Rating, options: EloOptions) -> int:
    return options.k_new if rating.games < options.settled_after else options.k_settled


def new_rating(rating: Rating, opponent: Rating, share: float, options: EloOptions) -> int:
    exact = rating.value + k_factor(rating, options) * (share - expected_share(rating.value, opponent.value))
    return math.floor(exact + 0.5)


def round_changes(
    games: Sequence[RatedGame], ratings: dict[int, Rating], options: EloOptions | None = None
) -> list[RatingChange]:
    """Two changes per game, first side first. `ratings` are those before the round; newcomers start anew."""
    options = options or EloOptions()
    changes: list[RatingChange] = []
    for game in games:
        first = ratings.get(game.first, Rating(options.start))
        second = ratings.get(game.second, Rating(options.start))
        share = SHARE[game.first_outcome]
        changes.append(
            RatingChange(game.first, game.second, first.value, new_rating(first, second, share, options))
        )
        changes.append(
            RatingChange(game.second, game.first, second.value, new_rating(second, first, 1 - share, options))
        )
    return changes
