"""Between two stages: who advances, in which order, and the label of a place not yet decided.

Pure functions from standings to places. The places of a rule are the same before and after: only their entries appear.
Their order is the order of seeds; `seed_from_pools` reorders them to let pool-mates meet late.

A tie that decides something is never ignored: `deciding_ties` finds them, and decisions about them (standings.py) are
passed in where places are given. Without a decision tied entries are in seed order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import repeat

from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import Entrant, Placeholder, seed_from_pools
from crosstable.engine.standings import Decision, Row, levels
from crosstable.engine.tie_breaks import Across, TieBreakValue, find_tie_break
from crosstable.text import tr


@dataclass(frozen=True, slots=True)
class Qualification:
    """The first `per_pool` of each pool, and the best `next_best` of those who came next in theirs.

    A Swiss is one pool: `Qualification(per_pool=8)` is its top 8.
    """

    per_pool: int
    next_best: int = 0


SMALLEST_USUAL_POOL = 3


def usual_pools(entries: int, rule: Qualification) -> int:
    """Return the number of pools before a knockout.

    Pools of three or more that eliminate at least one entry, as many as fill a bracket. If no number does, the maximum
    possible; one if even that is too many.
    """
    smallest = max(SMALLEST_USUAL_POOL, rule.per_pool)
    advancing = {
        pools: rule.per_pool * pools + rule.next_best
        for pools in range(1, entries // smallest + 1)
        if rule.per_pool
    }
    possible = [pools for pools, places in advancing.items() if places < entries]
    full = [pools for pools in possible if advancing[pools].bit_count() == 1]
    return max(full or possible, default=1)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the next stage. `pool` is None for one of the next best, `rank` then counts among these.

    `label` is English text and the key by which a bracket identifies the place; `entry` is set once known.
    """

    label: str
    rank: int
    pool: str | None = None
    entry: EntryId | None = None

    @property
    def entrant(self) -> Entrant:
        """The entrant of the bracket."""
        return Placeholder(self.label) if self.entry is None else self.entry


class NoOneAdvances(EngineError):
    """No entry advances by the rule."""

    per_pool: int
    next_best: int
    says = tr("with {per_pool} of each pool and {next_best} more, no player would advance")


class PoolTooSmall(EngineError):
    """More entries advance from a pool than it has."""

    pool: str
    entries: int
    wanted: int
    says = tr("{wanted} cannot advance from pool {pool}, which has {entries}")


class TooFewNextBest(EngineError):
    candidates: int
    wanted: int
    says = tr("{wanted} next best cannot advance: there are only {candidates}")


Pools = Mapping[str, Sequence[Row]]
"""Pool name → its standings, best first."""


def places(pools: Mapping[str, int], rule: Qualification) -> list[Place]:
    """Return the places of the next stage before they are known, from the sizes of the pools.

    All winners, all seconds … and the next best. Raises NoOneAdvances, PoolTooSmall, TooFewNextBest.
    """
    _check(pools, rule)
    held = [
        Place(_label(pool, rank, len(pools)), rank, pool)
        for rank in range(1, rule.per_pool + 1)
        for pool in pools
    ]
    rank = rule.per_pool + 1
    more = [Place(_next_best_label(rank, i), i) for i in range(1, rule.next_best + 1)]
    return held + more


def qualified(pools: Pools, rule: Qualification, decisions: Sequence[Decision] = ()) -> list[Place]:
    """Return the same places with their entries. Raises what `places` raises."""
    empty = places({name: len(rows) for name, rows in pools.items()}, rule)
    following = next_best(pools, rule, decisions)
    ordered = {name: _flat(_pool_levels(rows, decisions)) for name, rows in pools.items()}
    return [
        replace(place, entry=following[place.rank - 1].entry.id)
        if place.pool is None
        else replace(place, entry=ordered[place.pool][place.rank - 1].entry.id)
        for place in empty
    ]


def next_best(pools: Pools, rule: Qualification, decisions: Sequence[Decision] = ()) -> list[Row]:
    """Return those who came next in their pools, best first.

    Ordered by what can be compared between pools (`across_values`), then as decided, then by seed.
    """
    return _flat(_next_best_levels(pools, rule, decisions))


class Stake(Enum):
    """What a tie decides: who advances, or only the seed."""

    PLACE = "place"
    SEED = "seed"


@dataclass(frozen=True, slots=True)
class DecidingTie:
    """Entries tied from place `first` on of their pool, or of the next best of all pools (`pool` None).

    `places`: how many of them advance; all of them where only seeds are at stake. Of those tied for the place that is
    compared with other pools' (the best thirds) one comes next, and whether it advances is not known yet.
    """

    entries: tuple[EntryId, ...]
    first: int
    places: int
    stake: Stake
    pool: str | None = None


def deciding_ties(pools: Pools, rule: Qualification, decisions: Sequence[Decision] = ()) -> list[DecidingTie]:
    """Return the open ties, pool by pool, then those among the next best. Raises what `places` raises.

    This includes ties of entries that all advance, because the bracket needs their order. The entry that came next in a
    pool is compared with the others only once that is decided.
    """
    _check({name: len(rows) for name, rows in pools.items()}, rule)
    ties: list[DecidingTie] = []
    for name, rows in pools.items():
        ties += _ties(_pool_levels(rows, decisions), rule.per_pool, name, rule.next_best > 0)
    if rule.next_best and not any(tie.first + len(tie.entries) - 1 > rule.per_pool for tie in ties):
        ties += _ties(_next_best_levels(pools, rule, decisions), rule.next_best, None)
    return ties


def _ties(
    groups: Sequence[Sequence[Row]], through: int, pool: str | None, then_next: bool = False
) -> list[DecidingTie]:
    """Return the tied groups that reach into the first `through` places, with `then_next` one more."""
    ties, first = [], 1
    for group in groups:
        last = first + len(group) - 1
        reach = through + then_next
        if len(group) > 1 and first <= reach:
            stake = Stake.SEED if last <= through else Stake.PLACE
            entries = tuple(row.entry.id for row in group)
            ties.append(DecidingTie(entries, first, min(last, reach) - first + 1, stake, pool))
        first = last + 1
    return ties


def _pool_levels(rows: Sequence[Row], decisions: Sequence[Decision]) -> list[list[Row]]:
    return levels(rows, lambda row: row.rank, decisions)


def _next_best_levels(pools: Pools, rule: Qualification, decisions: Sequence[Decision]) -> list[list[Row]]:
    ordered = (_flat(_pool_levels(rows, decisions)) for rows in pools.values())
    following = [row for rows in ordered for row in rows[rule.per_pool : rule.per_pool + 1]]
    return levels(sorted(following, key=_best_first), across_values, decisions)


def _flat(groups: Sequence[Sequence[Row]]) -> list[Row]:
    return [row for group in groups for row in group]


def across_pools(pools: Pools) -> list[list[Row]]:
    """Return all entries of all pools in groups that share a place, best first.

    By the rank in the pool, then as the next best are compared.
    """
    ordered = sorted(
        (row for rows in pools.values() for row in rows), key=lambda r: (r.rank, *_best_first(r))
    )
    return levels(ordered, lambda row: (row.rank, across_values(row)))


def seeded(places: Sequence[Place]) -> list[Place]:
    """Return the places in the order of bracket seeds, pool-mates as far apart as possible.

    The next best, whose pools are not known beforehand, stay last.
    """
    pools: dict[str, list[Place]] = {}
    for place in places:
        if place.pool is not None:
            pools.setdefault(place.pool, []).append(place)
    if len(pools) < 2:
        return list(places)
    return seed_from_pools(list(pools.values())) + [place for place in places if place.pool is None]


def games_of(row: Row) -> int:
    """Return the number of games to divide an entry's pool values by: pools may differ in size."""
    return max(sum(game.opponent is not None for game in row.history.games), 1)


def across_values(row: Row) -> tuple[Fraction, ...]:
    """Return the values of a row that compare across pools, in the order of the tie-breaks."""
    return tuple(
        value for value in map(across_value, row.codes, row.values, repeat(row)) if value is not None
    )


def across_value(code: str, value: TieBreakValue, row: Row) -> Fraction | None:
    """Return a sum per game, a ratio or a mean unchanged; None for a value valid in one pool only."""
    match find_tie_break(code).across:
        case Across.NEVER:
            return None
        case Across.AS_IS:
            return Fraction(value)
        case Across.PER_GAME:
            return Fraction(value) / games_of(row)


def _best_first(row: Row) -> tuple[tuple[Fraction, ...], int]:
    return tuple(-value for value in across_values(row)), row.entry.seed


_ORDINALS = ("Winner", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


def _label(pool: str, rank: int, pools: int) -> str:
    if pools == 1:
        return f"Place {rank}"
    word = _ORDINALS[rank - 1] if rank <= len(_ORDINALS) else f"Place {rank}"
    return f"{word} of pool {pool}"


def _next_best_label(rank: int, number: int) -> str:
    word = {1: "winner", 2: "second", 3: "third", 4: "fourth"}.get(rank, f"number {rank}")
    return f"Best {word} {number}" if rank != 2 else f"Best runner-up {number}"


def _check(pools: Mapping[str, int], rule: Qualification) -> None:
    if rule.per_pool < 0 or rule.next_best < 0 or rule.per_pool * len(pools) + rule.next_best < 1:
        raise NoOneAdvances(rule.per_pool, rule.next_best)
    for pool, size in pools.items():
        if size < rule.per_pool:
            raise PoolTooSmall(pool, size, rule.per_pool)
    candidates = sum(size > rule.per_pool for size in pools.values())
    if rule.next_best > candidates:
        raise TooFewNextBest(candidates, rule.next_best)
