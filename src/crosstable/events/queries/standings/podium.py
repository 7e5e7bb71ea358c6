"""Winner and podium of an event that is complete."""

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.standings import Row
from crosstable.events.models import Entry, Stage, StageKind, Tournament
from crosstable.events.queries.standings.pool_standings import rows_by_pool
from crosstable.events.queries.standings.standings import ranking
from crosstable.events.records.stages import stages_of

PODIUM = 3


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A place and who has it: several entries where it is shared."""

    rank: int
    entries: Sequence[Entry]
    # The name of the pool, where several pools end the event and each has a winner.
    pool: str = ""


def podium_of(tournament: Tournament) -> list[PodiumPlace]:
    """The first three places. Where several pools end the event, the winner of each pool: their players never met."""
    last = stages_of(tournament)[-1]
    if last.kind == StageKind.POOLS and last.pools.count() > 1:
        return _winners_of_pools(tournament, last)
    ranks = ranking(tournament)
    places: dict[int, list[Entry]] = {}
    for row in ranks.rows:
        if row.rank <= PODIUM:
            places.setdefault(row.rank, []).append(ranks.entries[row.entry.id])
    return [PodiumPlace(rank, entries) for rank, entries in sorted(places.items())]


def _winners_of_pools(tournament: Tournament, stage: Stage) -> list[PodiumPlace]:
    winners: dict[str, list[Row]] = {
        pool: [row for row in rows if row.rank == 1] for pool, rows in rows_by_pool(stage).items()
    }
    entries = tournament.entries.in_bulk([row.entry.id for rows in winners.values() for row in rows])
    return [PodiumPlace(1, [entries[row.entry.id] for row in rows], pool) for pool, rows in winners.items()]
