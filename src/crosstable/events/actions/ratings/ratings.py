"""Ratings move when a round closes, all its games together (A16). Part of closing, not a separate action."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from crosstable.accounts.models import Club, Membership, User
from crosstable.accounts.permissions import check_may, is_system_administrator
from crosstable.engine.model import Outcome
from crosstable.engine.ratings import EloOptions, Rating, round_changes
from crosstable.engine.ratings import RatingChange as Change
from crosstable.events.actions.ratings.rerating import rerate_pool
from crosstable.events.bridge.ledger import rated_game
from crosstable.events.bridge.results.scores import PLAYED
from crosstable.events.bridge.rules import (
    can_be_rated,
    is_usually_rated,
    moves_ratings,
    rating_rules_of,
    rules_of,
)
from crosstable.events.errors import BadValue
from crosstable.events.models import (
    Match,
    PlayerRating,
    RatedHere,
    RatingChange,
    RatingRules,
    Round,
    Tournament,
)
from crosstable.text import tr


def rate_round(round_: Round, now: datetime) -> int:
    """Append the round's games to the ledger and move the ratings. Returns the number of games rated."""
    _decide(round_.tournament)
    if not moves_ratings(round_.tournament):
        return 0
    pool = rules_of(round_.tournament).rating_pool
    played = round_.matches.filter(result__in=PLAYED).select_related("first", "second").order_by("table")
    matches = list(played)
    games = [rated_game(match, match.parsed_score) for match in matches]
    standing = _locked_ratings(pool, _starting_ratings(matches))
    members = _members_of(round_.tournament.club, standing)
    for member in members:
        standing[member.player_id].value = member.rating  # the club may have corrected it manually
    before = {p: Rating(r.value, r.games) for p, r in standing.items()}
    changes = round_changes(games, before, rating_rules_of(pool).at(now))
    _append_to_ledger(pool, matches, changes, now)
    _move_ratings(standing, changes)
    _tell_club(members, standing)
    return len(games)


def _decide(tournament: Tournament) -> None:
    """Store the default as the event's choice when its first round closes: later entries must not change it."""
    if can_be_rated(tournament) and tournament.rated_here == RatedHere.USUAL:
        tournament.rated_here = RatedHere.YES if is_usually_rated(tournament) else RatedHere.NO
        tournament.save(update_fields=["rated_here"])


def _starting_ratings(matches: list[Match]) -> dict[int, int]:
    """Return what new players of the pool start with: their rating on entry, or the default."""
    entries = [entry for match in matches for entry in (match.first, match.second) if entry is not None]
    return {entry.player_id: entry.rating or EloOptions().start for entry in entries}


def _locked_ratings(pool: str, starts: dict[int, int]) -> dict[int, PlayerRating]:
    """Return the players' ratings, new players added; locked in one order, so two events cannot deadlock."""
    new = [PlayerRating(pool=pool, player_id=p, value=value) for p, value in sorted(starts.items())]
    PlayerRating.objects.bulk_create(new, ignore_conflicts=True)
    rows = PlayerRating.objects.select_for_update().filter(pool=pool, player__in=starts)
    return {row.player_id: row for row in rows.order_by("player_id")}


def _append_to_ledger(pool: str, matches: list[Match], changes: list[Change], now: datetime) -> None:
    rows = []
    for match, first, second in zip(matches, changes[::2], changes[1::2], strict=True):
        result = match.parsed_score.to_result()
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


def _members_of(club: Club | None, standing: dict[int, PlayerRating]) -> list[Membership]:
    """Return the club's own list, locked: in its events the club's ratings take precedence."""
    if club is None:
        return []
    rows = Membership.objects.select_for_update().filter(club=club, player__in=standing)
    return list(rows.order_by("player_id"))


def _tell_club(members: list[Membership], standing: dict[int, PlayerRating]) -> None:
    """Update the club's list from the ledger."""
    for member in members:
        member.rating, member.games = standing[member.player_id].value, standing[member.player_id].games
    Membership.objects.bulk_update(members, ["rating", "games"])


# An event file with a larger change than this is refused, too.
HIGHEST_K = 200
MOST_GAMES = 1000


def set_rating_rules(*, pool: str, rules: EloOptions, replay: bool, by: User) -> int:
    """Set the rules from now on, or with `replay` for every past game. Return how many ratings moved. Raises
    BadValue."""
    check_may(is_system_administrator(by), tr("Only system administrators can do this."))
    check_rules(rules)
    with transaction.atomic():
        RatingRules.objects.create(
            pool=pool,
            at=timezone.now(),
            by=by,
            k_new=rules.k_new,
            k_settled=rules.k_settled,
            settled_after=rules.settled_after,
            replayed=replay,
        )
        return rerate_pool(pool) if replay else 0


def check_rules(rules: EloOptions) -> None:
    for name, k in (("k_new", rules.k_new), ("k_settled", rules.k_settled)):
        if not 1 <= k <= HIGHEST_K:
            raise BadValue(tr("K is between 1 and {highest_k}, and not {k}.", highest_k=HIGHEST_K, k=k), name)
    if not 0 <= rules.settled_after <= MOST_GAMES:
        raise BadValue(
            tr("The number of games is between 0 and {most_games}.", most_games=MOST_GAMES), "settled_after"
        )
