"""The tables of a stage of pools with those marked who go on: by rank while it is played; once it is over as ties were
decided, and whoever is in a tie nobody has decided is not marked."""

from dataclasses import replace

from crosstable.engine.errors import EngineError
from crosstable.engine.stages import Stake, qualified
from crosstable.events.models import Stage
from crosstable.events.queries.stages.going_on import tables_of, ties_of
from crosstable.events.queries.standings.pool_tables import PoolTable, pool_tables
from crosstable.events.records.settings.stage_settings import GoesOn
from crosstable.events.records.stages import decisions_of


def tables_with_places(stage: Stage) -> list[PoolTable]:
    tables, through = pool_tables(stage), _who_goes_on(stage)
    if through is None:
        return tables
    return [
        replace(table, lines=[replace(line, goes_on=line.entry.pk in through) for line in table.lines])
        for table in tables
    ]


def _who_goes_on(stage: Stage) -> frozenset[int] | None:
    """None while nobody can know."""
    if not stage.is_closed or not GoesOn.of(stage).per_pool:
        return None
    try:
        places = qualified(tables_of(stage), GoesOn.of(stage).qualification(), decisions_of(stage))
        open_ = [id for tie in ties_of(stage) if tie.stake is Stake.PLACE for id in tie.entries]
    except EngineError:
        return None
    return frozenset(place.entry for place in places if place.entry is not None) - set(open_)
