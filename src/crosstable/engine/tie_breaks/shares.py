"""Tie-breaks of card games: shares of the points that were to be had, one's own and those of the opponents.

Law: Magic Tournament Rules, appendix C (27 February 2026). Readings: it prints 0.33 for the least share, others take
one third exactly, and an event chooses (OMW or OMW/33); a match not played is a match won or lost like any other; a
round somebody asked to miss (zero bye) is none that was played; whoever has met nobody yet has the least share.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from crosstable.engine.history import EntryHistory, Game, History
from crosstable.engine.model import ByeKind, EntryId, Tally
from crosstable.engine.results.said import PARTS

LEAST = Fraction(1, 3)
AS_PRINTED = Fraction(33, 100)
WIN, DRAW = 3, 1
# A bye is a match won by two games to none.
BYE = Tally(PARTS, 2, 0)


def opponents_match_wins(history: History, least: Fraction = LEAST) -> Mapping[EntryId, Fraction]:
    """The mean of the opponents' match-win percentages; a bye is no opponent."""
    return _means(history, lambda entry: match_win_share(history, entry, least), least)


def game_wins(history: History, least: Fraction = LEAST) -> Mapping[EntryId, Fraction]:
    return {id: game_win_share(h, least) for id, h in history.items()}


def opponents_game_wins(history: History, least: Fraction = LEAST) -> Mapping[EntryId, Fraction]:
    return _means(history, lambda entry: game_win_share(entry, least), least)


def match_win_share(history: History, entry: EntryHistory, least: Fraction = LEAST) -> Fraction:
    """Match points of those to be had in the rounds played, byes among them; at least `least`."""
    rounds = [game for game in entry.games if game.bye is not ByeKind.ZERO]
    possible = Fraction(history.scoring.win) * len(rounds)
    points = sum((Fraction(game.points) for game in rounds), Fraction(0))
    return max(least, points / possible) if possible else least


def game_win_share(entry: EntryHistory, least: Fraction = LEAST) -> Fraction:
    """Game points (3 for a game won, 1 for a drawn one) of those to be had; at least `least`."""
    games = [games_of(game) for game in entry.games if game.bye is not ByeKind.ZERO]
    possible = WIN * sum(one.first + one.second + one.drawn for one in games)
    points = sum(WIN * one.first + DRAW * one.drawn for one in games)
    return max(least, Fraction(points, possible)) if possible else least


def games_of(game: Game) -> Tally:
    """The games of a match; a match nobody counted the games of is one game."""
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
    return {
        id: _mean([shares[g.opponent] for g in h.games if g.opponent], least) for id, h in history.items()
    }


def _mean(shares: list[Fraction], least: Fraction) -> Fraction:
    return sum(shares, Fraction(0)) / len(shares) if shares else least
