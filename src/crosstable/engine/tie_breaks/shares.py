"""Tie-breaks that are shares of a maximum: of opponents' games, and of match and game points.

Strength of schedule (SOS) is the mean win share of the opponents met. The others are those of card games. Law: Magic
Tournament Rules, appendix C (27 February 2026). Readings: it prints 0.33 for the minimum share, others use one third
exactly, and an event chooses (OMW or OMW/33); a match not played is a match won or lost like any other; a round with a
requested zero bye was not played; a player who has met no opponent yet has the minimum share.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from crosstable.engine.history import EntryHistory, Game, History
from crosstable.engine.model import ByeKind, EntryId, Outcome, Tally
from crosstable.engine.results.score import PARTS
from crosstable.engine.tie_breaks.tie_break import Format, TieBreak, by_game
from crosstable.text import tr

LEAST = Fraction(1, 3)
AS_PRINTED = Fraction(33, 100)
WIN, DRAW = 3, 1
# A bye is a match won by two games to none.
BYE = Tally(PARTS, 2, 0)


def strength_of_schedule(history: History) -> Mapping[EntryId, Fraction]:
    """Mean win share of the opponents met, each counted as often as met; 0 before the first game.

    An opponent's share is its wins over the rounds it played, a draw counting as half a win. Byes are neither a game
    nor a win here: a bye makes no entry a stronger opponent.
    """
    shares = {id: win_share(h) for id, h in history.items()}
    return {id: _mean_share(h, shares) for id, h in history.items()}


def win_share(history: EntryHistory) -> tuple[int, int]:
    """Half wins over half rounds, as a pair of integers: building a Fraction per game would be slow."""
    half_wins = 0
    for game in history.played:
        if game.outcome is Outcome.WIN:
            half_wins += 2
        elif game.outcome is Outcome.DRAW:
            half_wins += 1
    return half_wins, 2 * len(history.played)


def _mean_share(history: EntryHistory, shares: Mapping[EntryId, tuple[int, int]]) -> Fraction:
    numerator, denominator, met = 0, 1, 0
    for game in history.played:
        if game.opponent is None:
            continue
        won, of = shares[game.opponent]
        numerator, denominator = numerator * of + won * denominator, denominator * of
        met += 1
    return Fraction(numerator, denominator * met) if met else Fraction(0)


def opponents_match_wins(history: History, least: Fraction = LEAST) -> Mapping[EntryId, Fraction]:
    """The mean of the opponents' match-win percentages; a bye is no opponent."""
    return _means(history, lambda entry: match_win_share(history, entry, least), least)


def game_wins(history: History, least: Fraction = LEAST) -> Mapping[EntryId, Fraction]:
    return {id: game_win_share(h, least) for id, h in history.items()}


def opponents_game_wins(history: History, least: Fraction = LEAST) -> Mapping[EntryId, Fraction]:
    return _means(history, lambda entry: game_win_share(entry, least), least)


def match_win_share(history: History, entry: EntryHistory, least: Fraction = LEAST) -> Fraction:
    """Return match points of the possible ones in the rounds played, including byes; at least `least`."""
    rounds = [game for game in entry.games if game.bye is not ByeKind.ZERO]
    possible = Fraction(history.scoring.win) * len(rounds)
    points = sum((Fraction(game.points) for game in rounds), Fraction(0))
    return max(least, points / possible) if possible else least


def game_win_share(entry: EntryHistory, least: Fraction = LEAST) -> Fraction:
    """Return game points (3 for a game won, 1 for a drawn one) of the possible ones; at least `least`."""
    games = [games_of(game) for game in entry.games if game.bye is not ByeKind.ZERO]
    possible = WIN * sum(one.first + one.second + one.drawn for one in games)
    points = sum(WIN * one.first + DRAW * one.drawn for one in games)
    return max(least, Fraction(points, possible)) if possible else least


def games_of(game: Game) -> Tally:
    """Return the games of a match; a match without counted games is one game."""
    if game.bye is not None:
        return BYE if game.bye is not ByeKind.HALF else Tally(PARTS, 0, 0, 1)
    if (counted := game.tally(PARTS)) is not None:
        return counted
    assert game.outcome is not None, "a round is a bye or has an outcome"
    won, lost = game.outcome.is_win, game.outcome.is_loss
    return Tally(PARTS, int(won), int(lost), int(not won and not lost))


def _means(
    history: History, share: Callable[[EntryHistory], Fraction], least: Fraction
) -> Mapping[EntryId, Fraction]:
    shares = {id: share(entry) for id, entry in history.items()}
    met = {id: [shares[g.opponent] for g in h.games if g.opponent] for id, h in history.items()}
    return {id: sum(theirs, Fraction(0)) / len(theirs) if theirs else least for id, theirs in met.items()}


def _opponents_share(history: History, game: Game) -> Fraction | None:
    """Strength of schedule is the mean of these."""
    return Fraction(*win_share(history[game.opponent])) if game.opponent and game.was_played else None


def _opponents_match_wins(history: History, game: Game, least: Fraction) -> Fraction | None:
    """The mean of these counts; a match not played counts like any other."""
    return match_win_share(history, history[game.opponent], least) if game.opponent else None


def _opponents_game_wins(history: History, game: Game, least: Fraction) -> Fraction | None:
    return game_win_share(history[game.opponent], least) if game.opponent else None


STRENGTH_OF_SCHEDULE = TieBreak(
    "SOS",
    tr("Strength of schedule"),
    tr("SOS"),
    strength_of_schedule,
    explanation=tr("The average share of their games that the opponents won. A draw counts as half a win."),
    format=Format.SHARE,
    why=tr("{one}’s opponents won {ahead} of their games, {two}’s {behind}."),
    parts=by_game(_opponents_share),
)


def _percentages(least: Fraction, written: str) -> tuple[TieBreak, ...]:
    """Return the percentages of card games with this minimum share."""
    opponents_matches = TieBreak(
        "OMW",
        tr("Opponents' match-win percentage"),
        tr("OMW%"),
        partial(opponents_match_wins, least=least),
        explanation=tr(
            "The mean share of match points the opponents won, each at least {written}.", written=written
        ),
        is_rule=True,
        format=Format.SHARE,
        parts=by_game(partial(_opponents_match_wins, least=least)),
        needs_full_scores=True,
    )
    games = TieBreak(
        "GW",
        tr("Game-win percentage"),
        tr("GW%"),
        partial(game_wins, least=least),
        explanation=tr("Game points won of those to be had, at least {written}.", written=written),
        is_rule=True,
        format=Format.SHARE,
        adds_up=True,
        needs_full_scores=True,
    )
    opponents_games = TieBreak(
        "OGW",
        tr("Opponents' game-win percentage"),
        tr("OGW%"),
        partial(opponents_game_wins, least=least),
        explanation=tr(
            "The mean of the opponents' game-win percentages, each at least {written}.", written=written
        ),
        is_rule=True,
        format=Format.SHARE,
        parts=by_game(partial(_opponents_game_wins, least=least)),
        needs_full_scores=True,
    )
    return opponents_matches, games, opponents_games


OF_SHARES = (
    STRENGTH_OF_SCHEDULE,
    *_percentages(LEAST, "⅓"),
    *(
        replace(one, code=f"{one.code}/33", name=tr("{name}, at least 0.33", name=one.name))
        for one in _percentages(AS_PRINTED, "0.33")
    ),
)
