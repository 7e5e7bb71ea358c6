"""The rated games of an imported event: in the ledger as they were, and counted where the players stand."""

from collections import defaultdict
from collections.abc import Sequence

from crosstable.accounts.models import Membership
from crosstable.engine.model import Outcome
from crosstable.events.errors import EventFileDamaged
from crosstable.events.models import PlayerRating, RatingChange, Tournament
from crosstable.events.records.settings.choices import rating_pool_of

HIGHEST = 5000
LARGEST_CHANGE = 200


def check_ratings(changes: Sequence[RatingChange]) -> None:
    outcomes = {outcome.value for outcome in Outcome}
    for row in changes:
        in_range = 0 <= row.before <= HIGHEST and 0 <= row.after <= HIGHEST
        if not in_range or abs(row.change) > LARGEST_CHANGE or row.outcome not in outcomes:
            raise EventFileDamaged("RatingChange:", "no game moves a rating so")


def count_in(tournament: Tournament, changes: Sequence[RatingChange]) -> None:
    """The rows are stored. They count in the pool the event belongs to here; newcomers start where they did there.

    Somebody who stands in the pool already moves by what these games brought, so that it stays the ledger's sum.
    """
    pool, games = rating_pool_of(tournament), defaultdict(list)
    for row in changes:
        row.pool = pool
        games[row.player_id].append(row)
    RatingChange.objects.bulk_update(changes, ["pool"])
    new = [PlayerRating(pool=pool, player_id=p, value=rows[0].before) for p, rows in sorted(games.items())]
    PlayerRating.objects.bulk_create(new, ignore_conflicts=True)
    standing = PlayerRating.objects.select_for_update().filter(pool=pool, player__in=games)
    moved = list(standing.order_by("player_id"))
    for rating in moved:
        rating.value += sum(change.change for change in games[rating.player_id])
        rating.games += len(games[rating.player_id])
    PlayerRating.objects.bulk_update(moved, ["value", "games"])
    _tell_club(tournament, moved)


def _tell_club(tournament: Tournament, moved: Sequence[PlayerRating]) -> None:
    """The club's list follows the ledger."""
    if tournament.club is None:
        return
    standing = {row.player_id: row for row in moved}
    members = list(Membership.objects.select_for_update().filter(club=tournament.club, player__in=standing))
    for member in members:
        member.rating, member.games = standing[member.player_id].value, standing[member.player_id].games
    Membership.objects.bulk_update(members, ["rating", "games"])
