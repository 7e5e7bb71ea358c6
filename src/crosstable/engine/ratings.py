"""Elo as in A16: logistic expectation with 400, K by experience, whole points; and its replay.

All games of a round are calculated together, from the ratings before the round. A replay returns what the ledger would
hold had one round ended otherwise. Rounds come in the order in which they were rated, across events. Only what depends
on the change is recalculated: a game whose two ratings, experience and outcome are unchanged keeps its line. A rating
set manually between two rounds (the line before ends elsewhere) stays as it was set.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from crosstable.engine.model import Outcome


@dataclass(frozen=True, slots=True)
class EloOptions:
    start: int = 1200
    k_new: int = 32
    k_settled: int = 16
    settled_after: int = 30


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating and the number of rated games behind it."""

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
    """Return two changes per game, first side first.

    `ratings` are those before the round; players without one begin with the start rating.
    """
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


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One game of the ledger, first side first. A booking moves both by a fixed amount, no outcome."""

    match: int
    first: int
    second: int
    outcome: Outcome | None
    before: tuple[int, int]
    after: tuple[int, int]
    # The games it adds to the experience of both; a booking may subtract one.
    games: int = 1
    # Distinguishes bookings of one match; 0 for a game.
    booking: int = 0

    @property
    def players(self) -> tuple[int, int]:
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class Replay:
    """The corrected rounds, and by how much rating and games of each player change in the end."""

    rounds: list[list[LedgerLine]]
    differences: dict[int, Rating]


def replay(
    rounds: Sequence[Sequence[LedgerLine]],
    games: Sequence[tuple[int, RatedGame]],
    start: Mapping[int, Rating],
    rules: Sequence[EloOptions] | None = None,
    *,
    recalculate: bool = False,
) -> Replay:
    """Recalculate the ledger from `rounds[0]` on, whose corrected `games` are given by match.

    `start` holds every player's rating before it, `rules` those in force in each round. `recalculate`: the rules have
    changed, so no game of a later round keeps its line.
    """
    rules = rules or [EloOptions()] * len(rounds)
    was, now = dict(start), dict(start)
    known = {line.match: line for line in rounds[0]}
    fresh = [[_unless_known(known.get(match), match, game, start, rules[0]) for match, game in games]]
    _move(was, rounds[0])
    _move(now, fresh[0])
    for lines, options in zip(rounds[1:], rules[1:], strict=True):
        fresh.append([_again(line, was, now, options, recalculate=recalculate) for line in lines])
        _arrive(was, lines)
        _arrive(now, fresh[-1])
        _move(was, lines)
        _move(now, fresh[-1])
    moved = {
        player: Rating(after.value - was[player].value, after.games - was[player].games)
        for player, after in now.items()
        if was[player] != after
    }
    return Replay(fresh, moved)


def _unless_known(
    line: LedgerLine | None, match: int, game: RatedGame, ratings: Mapping[int, Rating], options: EloOptions
) -> LedgerLine:
    before = (ratings[game.first].value, ratings[game.second].value)
    if line is not None and (line.outcome, line.before) == (game.first_outcome, before):
        return line
    return _calculated(match, game, ratings, options)


def _calculated(
    match: int, game: RatedGame, ratings: Mapping[int, Rating], options: EloOptions
) -> LedgerLine:
    first, second = round_changes([game], dict(ratings), options)
    sides = (first.before, second.before), (first.after, second.after)
    return LedgerLine(match, game.first, game.second, game.first_outcome, *sides)


def _again(
    line: LedgerLine,
    was: Mapping[int, Rating],
    now: Mapping[int, Rating],
    options: EloOptions,
    *,
    recalculate: bool,
) -> LedgerLine:
    ratings = {
        player: Rating(now[player].value if before == was[player].value else before, now[player].games)
        for player, before in zip(line.players, line.before, strict=True)
    }
    unchanged = all(
        ratings[player] == Rating(before, was[player].games)
        for player, before in zip(line.players, line.before, strict=True)
    )
    if unchanged and not recalculate:
        return line
    if line.outcome is None:
        return _booked_again(line, ratings)
    return _calculated(line.match, RatedGame(line.first, line.second, line.outcome), ratings, options)


def _booked_again(line: LedgerLine, ratings: Mapping[int, Rating]) -> LedgerLine:
    before = (ratings[line.first].value, ratings[line.second].value)
    change = (line.after[0] - line.before[0], line.after[1] - line.before[1])
    after = (before[0] + change[0], before[1] + change[1])
    return replace(line, before=before, after=after)


def _arrive(ratings: dict[int, Rating], lines: Sequence[LedgerLine]) -> None:
    """Set the ratings to where the lines begin: they differ only after a manual change."""
    for line in lines:
        for player, before in zip(line.players, line.before, strict=True):
            ratings[player] = Rating(before, ratings[player].games)


def _move(ratings: dict[int, Rating], lines: Sequence[LedgerLine]) -> None:
    for line in lines:
        for player, before, after in zip(line.players, line.before, line.after, strict=True):
            there = ratings[player]
            ratings[player] = Rating(there.value + after - before, there.games + line.games)
