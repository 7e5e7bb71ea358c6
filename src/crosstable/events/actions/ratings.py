"""Ratings move when a round closes, all its games together (A16). Part of closing, not an action of its own."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from crosstable.engine.model import Outcome
from crosstable.engine.ratings.elo import EloOptions, RatedGame, Rating, round_changes
from crosstable.engine.ratings.elo import RatingChange as Change
from crosstable.engine.scoring import result_from_vp
from crosstable.events.models import Match, MatchState, PlayerRating, RatingChange, Round
from crosstable.events.profiles import PROFILES


def rate_round(round_: Round, now: datetime) -> int:
    """Append the round's games to the ledger and move the ratings. Returns the number of games rated."""
    pool = PROFILES[round_.tournament.profile].rating_pool
    matches = list(
        round_.matches.filter(state=MatchState.AGREED).select_related("first", "second").order_by("table")
    )
    games = [_rated(match) for match in matches]
    standing = _locked_ratings(pool, {p for g in games for p in (g.first, g.second)})
    changes = round_changes(games, {p: Rating(r.value, r.games) for p, r in standing.items()})
    _append_to_ledger(pool, matches, changes, now)
    _move_ratings(standing, changes)
    return len(games)


def _rated(match: Match) -> RatedGame:
    assert match.second is not None
    return RatedGame(match.first.player_id, match.second.player_id, result_from_vp(*match.score).first)


def _locked_ratings(pool: str, players: set[int]) -> dict[int, PlayerRating]:
    """Where the players stand, with newcomers added; locked in one order, so that two events cannot deadlock."""
    new = [PlayerRating(pool=pool, player_id=p, value=EloOptions().start) for p in sorted(players)]
    PlayerRating.objects.bulk_create(new, ignore_conflicts=True)
    rows = (
        PlayerRating.objects.select_for_update().filter(pool=pool, player__in=players).order_by("player_id")
    )
    return {row.player_id: row for row in rows}


def _append_to_ledger(pool: str, matches: list[Match], changes: list[Change], now: datetime) -> None:
    rows = []
    for match, first, second in zip(matches, changes[::2], changes[1::2], strict=True):
        result = result_from_vp(*match.score)
        for change, outcome in ((first, result.first), (second, result.second)):
            rows.append(_ledger_row(pool, match, change, outcome, now))
    RatingChange.objects.bulk_create(rows)


def _ledger_row(pool: str, match: Match, change: Change, outcome: Outcome, now: datetime) -> RatingChange:
    return RatingChange(
        pool=pool,
        match=match,
        player_id=change.player,
        opponent_id=change.opponent,
        before=change.before,
        after=change.after,
        outcome=outcome.value,
        at=now,
    )


def _move_ratings(standing: dict[int, PlayerRating], changes: Iterable[Change]) -> None:
    for change in changes:
        row = standing[change.player]
        row.value += change.change
        row.games += 1
    PlayerRating.objects.bulk_update(standing.values(), ["value", "games"])
