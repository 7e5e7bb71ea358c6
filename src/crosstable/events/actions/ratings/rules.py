"""How fast ratings move is decided by the system administrator, for each pool."""

from django.db import transaction
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.accounts.permissions import check_may, is_system_administrator
from crosstable.engine.ratings.elo import EloOptions
from crosstable.events.actions.ratings.rerating import rerate_pool
from crosstable.events.errors import BadValue
from crosstable.events.models import RatingRules

# An event file with a larger change than this is refused, too.
HIGHEST_K = 200
MOST_GAMES = 1000


def set_rating_rules(*, pool: str, rules: EloOptions, replay: bool, by: User) -> int:
    """From now on, or with `replay` for every game there ever was. Answers how many ratings moved. Raises BadValue."""
    check_may(is_system_administrator(by), "change how ratings move; only a system administrator may")
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
            raise BadValue(f"K is between 1 and {HIGHEST_K}, and not {k}.", name)
    if not 0 <= rules.settled_after <= MOST_GAMES:
        raise BadValue(f"The number of games is between 0 and {MOST_GAMES}.", "settled_after")
