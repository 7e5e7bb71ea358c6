"""Tie-breaks from the scores of one's own matches: goals, points, sets, legs. A bye scores nothing for anybody."""

from collections.abc import Mapping
from fractions import Fraction

from crosstable.engine.history import EntryHistory, Game, History
from crosstable.engine.model import EntryId, Tally
from crosstable.engine.results.said import PARTS, POINTS


def difference(history: History) -> Mapping[EntryId, int]:
    """Points or goals scored less those conceded, with penalties and bonuses."""
    return {id: h.extra_vp + sum(map(points_ahead, h.games)) for id, h in history.items()}


def scored(history: History) -> Mapping[EntryId, int]:
    return {id: h.extra_vp + sum(map(points_scored, h.games)) for id, h in history.items()}


def set_difference(history: History) -> Mapping[EntryId, int]:
    return {id: sum(map(sets_ahead, h.games)) for id, h in history.items()}


def set_ratio(history: History) -> Mapping[EntryId, Fraction]:
    """Sets won of all that were decided: w/(w+l) grows exactly as w/l does, and is finite where l is 0."""
    return {id: _share_won(h, PARTS) for id, h in history.items()}


def point_ratio(history: History) -> Mapping[EntryId, Fraction]:
    return {id: _share_won(h, POINTS) for id, h in history.items()}


def points_of(game: Game) -> Tally:
    """The points of a match, whether they are its result or were made in its sets."""
    return game.tally(POINTS) or Tally(POINTS, game.vp_for, game.vp_against)


def points_ahead(game: Game) -> int:
    points = points_of(game)
    return points.first - points.second


def points_scored(game: Game) -> int:
    return points_of(game).first


def sets_ahead(game: Game) -> int:
    sets = game.tally(PARTS)
    return sets.first - sets.second if sets else 0


def _share_won(history: EntryHistory, name: str) -> Fraction:
    tallies = [points_of(game) if name == POINTS else game.tally(name) for game in history.games]
    won = sum(tally.first for tally in tallies if tally)
    lost = sum(tally.second for tally in tallies if tally)
    return Fraction(won, won + lost) if won + lost else Fraction(0)
