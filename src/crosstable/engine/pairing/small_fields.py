"""Number of rounds of a Swiss: usual, maximum, safe; and small fields that need a rematch.

A system that never pairs two entries twice can run out of opponents before the maximum number of rounds: the players
left over may have met, or be due the same colour. From these numbers of rounds on that happened often in simulated
events.
"""

from collections.abc import Collection
from dataclasses import replace

from crosstable.engine.model import EntryId, RoundPlan, Tournament
from crosstable.engine.pairing.repair.solver import make_rules
from crosstable.engine.pairing.swiss import pair_round
from crosstable.engine.pairing.system import RoundConditions, System

# Players up to → rounds: enough to separate the field by wins (a power of two), and what clubs add to it.
USUAL = ((8, 3, 4), (16, 4, 5), (32, 5, 6), (64, 6, 7), (128, 7, 9), (256, 8, 9))
LARGEST = (9, 11)


def usual_rounds(players: int) -> tuple[int, int]:
    """Return the usual minimum and maximum of rounds. Up to four players all meet each other."""
    if players <= 4:
        return max(1, players - 1), max(1, players - 1)
    return next(((low, high) for most, low, high in USUAL if players <= most), LARGEST)


# Half the entries, rounded up → the first number of rounds that is risky.
_RISKY_FROM = {3: 4, 4: 6, 5: 8}


def most_rounds(entries: int) -> int:
    """Return the maximum number of rounds without rematches: each entry meets each other, or has one bye."""
    return entries if entries % 2 else entries - 1


def safe_rounds(entries: int, rounds: int) -> int:
    """Return how many of these rounds can be played without risk of getting stuck; all in larger fields."""
    risky = _RISKY_FROM.get((entries + 1) // 2)
    return rounds if risky is None else min(rounds, risky - 1)


def pair_with_few_rematches(
    system: System, tournament: Tournament, active: Collection[EntryId], conditions: RoundConditions
) -> RoundPlan:
    """Pair the next round with the fewest rematches, then the fewest second byes; colours by the system.

    For a round that the system itself cannot pair. Forbidden pairs are avoided before everything else.
    """
    away = {bye.entry for bye in conditions.byes}
    here = [id for id in active if id not in away]
    plan = pair_round(tournament, here, system.ladder, conditions.forbidden)
    rules = make_rules(tournament, here, system, conditions.forbidden, conditions.initial_color)
    pairings = tuple(rules.pairing(one.first, one.second, one.table) for one in plan.pairings)
    return replace(plan, pairings=pairings, byes=(*plan.byes, *conditions.byes))
