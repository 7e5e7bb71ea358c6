"""Wins, margins, points scored and the strength of who was met (A15)."""

from collections.abc import Mapping
from fractions import Fraction

from crosstable.engine.history import EntryHistory, History
from crosstable.engine.model import EntryId, Outcome


def wins(history: History) -> Mapping[EntryId, int]:
    return {id: h.wins for id, h in history.items()}


def vp_margin(history: History) -> Mapping[EntryId, int]:
    return {id: h.vp_margin for id, h in history.items()}


def total_vp(history: History) -> Mapping[EntryId, int]:
    return {id: h.vp for id, h in history.items()}


def strength_of_schedule(history: History) -> Mapping[EntryId, Fraction]:
    """Mean win share of the opponents really met, each counted as often as met; 0 before the first game.

    An opponent's share is its wins over the rounds it played, a draw counting as half a win. Byes are
    neither a game nor a win here: sitting out makes nobody a stronger opponent.
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
