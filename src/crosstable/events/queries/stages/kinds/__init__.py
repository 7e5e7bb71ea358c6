"""The kinds of stages, read side: what each answers about a stage. `actions/stages/kinds` writes.

A new kind is a module here, one there, and a line in both tables.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from crosstable.events.models import Stage, StageKind, Tournament
from crosstable.events.queries.desk.boards import BoardQueue, next_in_bracket, next_in_pools
from crosstable.events.queries.stages.advancing import tables_with_places
from crosstable.events.queries.stages.kinds.desk import StageDesk
from crosstable.events.queries.stages.kinds.knockout import KnockoutDesk
from crosstable.events.queries.stages.kinds.pools import PoolsDesk
from crosstable.events.queries.stages.kinds.swiss import SwissDesk
from crosstable.events.queries.standings.pool_tables import PoolTable

Page = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class StageReading:
    """The queries of a kind of stage.

    `desk`: what the control room shows, including the next step. `page`: where visitors follow it.
    `prepared_on`: where organisers prepare it. Pages are a name and URL arguments.
    """

    desk: type[StageDesk]
    page: Callable[[Stage], Page]
    prepared_on: Callable[[Stage], Page] = lambda stage: ()
    # Its own tables; without them the games count in the standings of the event.
    tables: Callable[[Stage], list[PoolTable]] | None = None
    # What displays show per board, where matches wait for boards and not for rounds.
    at_boards: Callable[[Tournament], list[BoardQueue]] = lambda tournament: []


STAGE_READINGS: Mapping[str, StageReading] = {
    StageKind.SWISS: StageReading(SwissDesk, page=lambda stage: ("standings",)),
    StageKind.POOLS: StageReading(
        PoolsDesk,
        page=lambda stage: ("stage", stage.number),
        prepared_on=lambda stage: ("pool-stage", stage.number),
        tables=tables_with_places,
        at_boards=next_in_pools,
    ),
    StageKind.KNOCKOUT: StageReading(
        KnockoutDesk,
        page=lambda stage: ("bracket",),
        prepared_on=lambda stage: ("knockout",),
        at_boards=next_in_bracket,
    ),
}
