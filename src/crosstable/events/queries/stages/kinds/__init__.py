"""The kinds of stages, read: what each answers about a stage. The half that writes is in `actions/stages/kinds`.

A new kind is a module here, one there, and a line in both tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from crosstable.events.models import StageKind
from crosstable.events.queries.stages.kinds.desk import StageDesk
from crosstable.events.queries.stages.kinds.knockout import KnockoutDesk
from crosstable.events.queries.stages.kinds.pools import PoolsDesk
from crosstable.events.queries.stages.kinds.swiss import SwissDesk


@dataclass(frozen=True, slots=True)
class StageReading:
    """`desk` is what the control room shows of a stage, and knows the next step of it."""

    desk: type[StageDesk]


KINDS: Mapping[str, StageReading] = {
    StageKind.SWISS: StageReading(SwissDesk),
    StageKind.POOLS: StageReading(PoolsDesk),
    StageKind.KNOCKOUT: StageReading(KnockoutDesk),
}
