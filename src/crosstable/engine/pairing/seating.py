"""Which table a pairing is played at: fixed seats first, then the lowest numbers that are not blocked.

Some people always sit at one table (a ramp, a camera), and some tables are never used. The pairing decides who meets
whom without knowing either; this only hands out the numbers.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import count

from crosstable.engine.model import EntryId, Pairing, RoundPlan

Seats = Mapping[EntryId, int]


def seated(plan: RoundPlan, seats: Seats, blocked_tables: Collection[int] = ()) -> RoundPlan:
    """The plan with its tables numbered anew in the plan's own order.

    No two entries have the same fixed seat, so no two pairings want the same table: two who both have a seat meet
    at the lower of the two.
    """
    if not seats and not blocked_tables:
        return plan
    fixed = {pairing: seat for pairing in plan.pairings if (seat := seat_of(pairing, seats)) is not None}
    free = (n for n in count(1) if n not in blocked_tables and n not in fixed.values())
    numbered = [replace(p, table=fixed[p] if p in fixed else next(free)) for p in plan.pairings]
    return replace(plan, pairings=tuple(sorted(numbered, key=lambda pairing: pairing.table or 0)))


def seat_of(pairing: Pairing, seats: Seats) -> int | None:
    """The fixed seat this pairing is played at, if one of the two has one."""
    wanted = [seats[id] for id in (pairing.first, pairing.second) if id in seats]
    return min(wanted) if wanted else None
