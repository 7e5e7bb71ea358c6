"""Corrections of the ledger after the fact. Parts of other actions: correcting, reopening, undoing."""

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone

from crosstable.accounts.models import Club, Membership
from crosstable.engine.model import Outcome
from crosstable.engine.ratings import LedgerLine, Rating, Replay
from crosstable.events.bridge.ledger import (
    Games,
    Ledger,
    games_booked,
    ledger_of_booking,
    ledger_of_pool,
    ledger_of_round,
    rated_games,
)
from crosstable.events.bridge.results.corrected import from_json
from crosstable.events.bridge.rules import club_of_pool, moves_ratings, rating_rules_of
from crosstable.events.models import (
    Correction,
    PlayerRating,
    Policy,
    RatingChange,
    Round,
    RoundStatus,
    Tournament,
)
from crosstable.events.queries.people.ratings import BookedSide, booked_difference

OPPOSITE = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN, Outcome.DRAW: Outcome.DRAW}


def rerate_round(round_: Round) -> int:
    """Update the ledger to the round's current results; recalculate all later games of the pool. Return how many
    ratings moved."""
    ledger = ledger_of_round(round_, lock=True)
    return _apply(ledger, rated_games(round_), round_.tournament.club)


def rerate_pool(pool: str) -> int:
    """Recalculate every game by the pool's current rules. Return how many ratings moved."""
    ledger = ledger_of_pool(pool, rating_rules_of(pool), lock=True)
    return _store(ledger, ledger.recalculated(), club_of_pool(pool))


def book_difference(correction: Correction, now: datetime) -> int:
    """Book the change this game should have made less the one it made, on both current ratings."""
    round_ = correction.match.round
    ledger = ledger_of_round(round_, lock=True)
    endings = from_json(correction.before), from_json(correction.after)
    sides = booked_difference(ledger, correction.match, *endings)
    club, games = round_.tournament.club, games_booked(correction)
    _sync_with_club(club, ledger.standing)
    RatingChange.objects.bulk_create([_booking(ledger, correction, side, now) for side in sides])
    _move(ledger, {side.player: Rating(side.change, games) for side in sides}, club)
    return len(sides)


def _booking(ledger: Ledger, correction: Correction, side: BookedSide, now: datetime) -> RatingChange:
    there = ledger.standing.get(side.player)
    before = there.value if there else ledger.start[side.player].value
    return RatingChange(
        pool=ledger.pool,
        match=correction.match,
        correction=correction,
        player_id=side.player,
        opponent_id=side.opponent,
        before=before,
        after=before + side.change,
        outcome=side.outcome.value if side.outcome else "",
        at=now,
    )


def undo_booking(correction: Correction) -> int:
    """Remove the booking of a correction, as if it had never been made."""
    ledger = ledger_of_booking(correction)
    return _apply(ledger, [], correction.match.round.tournament.club)


def take_out_of_ratings(tournament: Tournament) -> None:
    """Remove the event's games from the ratings of this and every later event of the pool."""
    booked = Correction.objects.filter(match__round__tournament=tournament, bookings__isnull=False)
    for correction in booked.distinct().order_by("-at", "-pk"):
        undo_booking(correction)
    rated = tournament.rounds.filter(matches__rating_changes__isnull=False)
    for round_ in rated.distinct().order_by("-number"):
        _apply(ledger_of_round(round_, lock=True), [], tournament.club)


def rate_again(tournament: Tournament) -> None:
    """Rate the rounds of a restored event at the times they were closed, and every later event again. The difference of
    a correction is booked now."""
    for round_ in tournament.rounds.filter(status=RoundStatus.CLOSED).order_by("number"):
        if rated_games(round_):
            rerate_round(round_)
    if not moves_ratings(tournament):
        return
    booked = Correction.objects.filter(
        match__round__tournament=tournament, policy=Policy.FROM_NOW, undone_at__isnull=True
    )
    for correction in booked.order_by("at", "pk"):
        book_difference(correction, timezone.now())


def _apply(ledger: Ledger, games: Games, club: Club | None) -> int:
    replay = ledger.replayed(games)
    _add_and_remove(ledger, replay.rounds[0])
    return _store(ledger, replay, club)


def _store(ledger: Ledger, replay: Replay, club: Club | None) -> int:
    _rewrite(ledger, replay)
    _move(ledger, replay.differences, club)
    return len(replay.differences)


def _add_and_remove(ledger: Ledger, fresh: list[LedgerLine]) -> None:
    """Delete the lines of games that no longer count and add those of games that now do."""
    there, counted = ({line.match for line in lines} for lines in (ledger.rounds[0], fresh))
    gone = [line for line in ledger.rounds[0] if line.match not in counted]
    rows = [row.pk for line in gone for row in ledger.rows[line.match, line.booking]]
    RatingChange.objects.filter(pk__in=rows).delete()
    new = [row for line in fresh if line.match not in there for row in _new_rows(ledger, line)]
    RatingChange.objects.bulk_create(new)


def _rewrite(ledger: Ledger, replay: Replay) -> None:
    was = {(line.match, line.booking): line for lines in ledger.rounds for line in lines}
    changed: list[RatingChange] = []
    for line in (line for lines in replay.rounds for line in lines):
        if line != was.get((line.match, line.booking), line):
            changed += _moved_rows(ledger, line)
    RatingChange.objects.bulk_update(changed, ["before", "after", "outcome"], batch_size=200)


def _moved_rows(ledger: Ledger, line: LedgerLine) -> tuple[RatingChange, RatingChange]:
    first, second = ledger.rows[line.match, line.booking]
    (first.before, second.before), (first.after, second.after) = line.before, line.after
    if line.outcome is not None:
        first.outcome, second.outcome = line.outcome.value, OPPOSITE[line.outcome].value
    return first, second


def _new_rows(ledger: Ledger, line: LedgerLine) -> tuple[RatingChange, RatingChange]:
    assert line.outcome is not None
    outcomes = line.outcome, OPPOSITE[line.outcome]
    first, second = (
        RatingChange(
            pool=ledger.pool,
            match_id=line.match,
            player_id=line.players[side],
            opponent_id=line.players[1 - side],
            before=line.before[side],
            after=line.after[side],
            outcome=outcomes[side].value,
            at=ledger.at,
        )
        for side in (0, 1)
    )
    return first, second


def _move(ledger: Ledger, differences: Mapping[int, Rating], club: Club | None) -> None:
    """Update all ratings from the ledger; a player without a rated game has no rating."""
    members = _members(club, differences)
    new = [
        PlayerRating(pool=ledger.pool, player_id=p, value=ledger.start[p].value, games=0)
        for p in differences
        if p not in ledger.standing
    ]
    PlayerRating.objects.bulk_create(new)
    ledger.standing.update({row.player_id: row for row in new})
    for player, by in differences.items():
        row, member = ledger.standing[player], members.get(player)
        follows = member is not None and member.rating == row.value
        row.value, row.games = row.value + by.value, row.games + by.games
        if member is not None:
            # A rating the club has set manually since then stays.
            member.rating, member.games = row.value if follows else member.rating, row.games
    rows = [ledger.standing[player] for player in differences]
    PlayerRating.objects.bulk_update(rows, ["value", "games"], batch_size=200)
    PlayerRating.objects.filter(pk__in=[row.pk for row in rows if row.games == 0]).delete()
    Membership.objects.bulk_update(members.values(), ["rating", "games"], batch_size=200)


def _members(club: Club | None, players: Mapping[int, object]) -> dict[int, Membership]:
    if club is None:
        return {}
    rows = Membership.objects.select_for_update().filter(club=club, player__in=players).order_by("player_id")
    return {row.player_id: row for row in rows}


def _sync_with_club(club: Club | None, standing: dict[int, PlayerRating]) -> None:
    """Update the club's list, as when a round is closed: in its events the club's ratings take precedence."""
    for player, member in _members(club, standing).items():
        if standing[player].value != member.rating:
            standing[player].value = member.rating
            standing[player].save(update_fields=["value"])
