"""How fast the ratings of a pool move: K for newcomers, K for the established, from how many games on one is that.

A game is reckoned by the rules of its own time, also when the ledger is replayed years later; unless the administrator
had all games reckoned anew, from which moment those rules hold from the first game on.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from crosstable.accounts.models import Club
from crosstable.engine.ratings import EloOptions
from crosstable.events.models import RatingRules

USUAL = EloOptions()
CLUB_POOL = "club-"


@dataclass(frozen=True, slots=True)
class PoolRules:
    """`first` holds from the beginning, each of `later` from its moment on."""

    first: EloOptions = USUAL
    later: tuple[tuple[datetime, EloOptions], ...] = ()

    def at(self, moment: datetime) -> EloOptions:
        rules = self.first
        for since, options in self.later:
            if since <= moment:
                rules = options
        return rules

    @property
    def now(self) -> EloOptions:
        return self.later[-1][1] if self.later else self.first


def rating_rules_of(pool: str) -> PoolRules:
    return rules_decided(RatingRules.objects.filter(pool=pool))


def rules_decided(rows: Iterable[RatingRules]) -> PoolRules:
    """What was decided about a pool, one after the other."""
    rules = PoolRules()
    for row in rows:
        options = EloOptions(USUAL.start, row.k_new, row.k_settled, row.settled_after)
        rules = (
            PoolRules(options) if row.replayed else PoolRules(rules.first, (*rules.later, (row.at, options)))
        )
    return rules


def pool_of_club(club_id: int) -> str:
    return f"{CLUB_POOL}{club_id}"


def club_id_of_pool(pool: str) -> int | None:
    number = re.fullmatch(rf"{CLUB_POOL}([0-9]{{1,18}})", pool)
    return int(number[1]) if number else None


def club_of_pool(pool: str) -> Club | None:
    number = club_id_of_pool(pool)
    return Club.objects.filter(pk=number).first() if number is not None else None
