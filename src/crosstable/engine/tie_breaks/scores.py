"""Tie-breaks from an entry's own matches: points, wins and scores.

Scores are in goals, points, sets, legs or victory points.

A bye scores nothing, and counts as a win.
"""

from collections.abc import Mapping
from fractions import Fraction

from crosstable.engine.history import EntryHistory, Game, History
from crosstable.engine.model import EntryId, Tally
from crosstable.engine.results.score import PARTS, POINTS
from crosstable.engine.tie_breaks.tie_break import Format, TieBreak, Values, by_game, extra_points, extra_vp
from crosstable.text import forms, tr


def points(history: History) -> Values:
    return {id: own.score for id, own in history.items()}


def wins(history: History) -> Mapping[EntryId, int]:
    return {id: h.wins for id, h in history.items()}


def vp_margin(history: History) -> Mapping[EntryId, int]:
    return {id: h.vp_margin for id, h in history.items()}


def total_vp(history: History) -> Mapping[EntryId, int]:
    return {id: h.vp for id, h in history.items()}


def difference(history: History) -> Mapping[EntryId, int]:
    """Points or goals scored minus those conceded, with penalties and bonuses."""
    return {id: h.extra_vp + sum(map(points_ahead, h.games)) for id, h in history.items()}


def scored(history: History) -> Mapping[EntryId, int]:
    return {id: h.extra_vp + sum(map(points_scored, h.games)) for id, h in history.items()}


def set_difference(history: History) -> Mapping[EntryId, int]:
    return {id: sum(map(sets_ahead, h.games)) for id, h in history.items()}


def set_ratio(history: History) -> Mapping[EntryId, Fraction]:
    """Sets won of all decided sets: w/(w+l) grows exactly as w/l does, and is finite where l is 0."""
    return {id: _share_won(h, PARTS) for id, h in history.items()}


def point_ratio(history: History) -> Mapping[EntryId, Fraction]:
    return {id: _share_won(h, POINTS) for id, h in history.items()}


def points_of(game: Game) -> Tally:
    """Return the points of a match, whether they are its result or the sum of its sets."""
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


OF_POINTS = TieBreak(
    "PTS",
    tr("Points"),
    tr("Pts"),
    points,
    explanation=tr("The points of all rounds, with byes, penalties and bonuses."),
    heading=tr("Points"),
    counted=forms("{value} point", "{value} points"),
    parts=by_game(lambda history, game: game.points),
    added=extra_points,
    of_persons=True,
    adds_up=True,
    is_fide=True,
)
WINS = TieBreak(
    "WINS",
    tr("Wins"),
    tr("W"),
    wins,
    explanation=tr("Matches won. A bye counts as one."),
    heading=tr("Wins"),
    counted=forms("{value} win", "{value} wins"),
)
MARGIN = TieBreak(
    "MARGIN",
    tr("Victory point margin"),
    "+/−",
    vp_margin,
    explanation=tr(
        "Victory points scored less those conceded, over all matches, with penalties and bonuses."
    ),
    format=Format.DIFFERENCE,
    why=tr("{one}’s margin is {ahead}, {two}’s {behind}."),
    level=tr("a margin of {value}"),
    parts=by_game(lambda history, game: game.vp_for - game.vp_against),
    added=extra_vp,
    adds_up=True,
)
VICTORY_POINTS = TieBreak(
    "VP",
    tr("Victory points"),
    tr("VP"),
    total_vp,
    explanation=tr("The victory points of all matches, with penalties and bonuses."),
    counted=forms("{value} victory point", "{value} victory points"),
    parts=by_game(lambda history, game: game.vp_for),
    added=extra_vp,
    adds_up=True,
)
DIFFERENCE = TieBreak(
    "DIFF",
    tr("Difference"),
    "+/−",
    difference,
    explanation=tr("What was scored less what was conceded, over all matches."),
    name_in_game=tr("{scored.title} difference"),
    format=Format.DIFFERENCE,
    parts=by_game(lambda history, game: points_ahead(game)),
    added=extra_vp,
    adds_up=True,
    needs_full_scores=True,
)
SCORED = TieBreak(
    "FOR",
    tr("Scored"),
    tr("For"),
    scored,
    explanation=tr("What was scored, over all matches."),
    name_in_game=tr("{scored.titles} scored"),
    heading=tr("{counted}"),
    why=tr("{one} scored {ahead} {unit}, {two} {behind}."),
    level=tr("{value} {unit} scored"),
    parts=by_game(lambda history, game: points_scored(game)),
    added=extra_vp,
    adds_up=True,
    needs_full_scores=True,
)
SET_DIFFERENCE = TieBreak(
    "SET-DIFF",
    tr("Set difference"),
    tr("Sets +/−"),
    set_difference,
    explanation=tr("Sets or legs won less those lost."),
    name_in_game=tr("{won.title} difference"),
    heading=tr("{won.titles} +/−"),
    format=Format.DIFFERENCE,
    parts=by_game(lambda history, game: sets_ahead(game)),
    adds_up=True,
    needs_full_scores=True,
)
SET_RATIO = TieBreak(
    "SET-RATIO",
    tr("Set ratio"),
    tr("Sets"),
    set_ratio,
    explanation=tr("Sets or legs won, of all those decided."),
    name_in_game=tr("{won.title} ratio"),
    heading=tr("{won.titles}"),
    format=Format.SHARE,
    adds_up=True,
    needs_full_scores=True,
)
POINT_RATIO = TieBreak(
    "POINT-RATIO",
    tr("Point ratio"),
    tr("Points"),
    point_ratio,
    explanation=tr("Points won, of all those played for."),
    format=Format.SHARE,
    adds_up=True,
    needs_full_scores=True,
)
OF_SCORES = (
    OF_POINTS,
    WINS,
    MARGIN,
    VICTORY_POINTS,
    DIFFERENCE,
    SCORED,
    SET_DIFFERENCE,
    SET_RATIO,
    POINT_RATIO,
)
