"""The round clock as pages and programs read it."""

from dataclasses import dataclass
from datetime import datetime

from crosstable.engine.clock import Clock
from crosstable.events.models import Match, Round
from crosstable.events.records.clock import MINUTE, clock_of


@dataclass(frozen=True, slots=True)
class TableTime:
    """A table with more time than the others."""

    match_id: int
    table: int
    minutes: int
    reason: str
    clock: Clock

    @property
    def ends_at(self) -> datetime | None:
        return self.clock.ends_at


def tables_with_more_time(round_: Round) -> list[TableTime]:
    """By table; those that still play."""
    clock = clock_of(round_)
    if clock is None:
        return []
    rows = Match.objects.undecided().filter(round=round_, extra_time__isnull=False)
    open_ = rows.select_related("extra_time").order_by("table")
    return [
        TableTime(m.pk, m.table or 0, m.extra_time.minutes, m.extra_time.reason, _more(clock, m))
        for m in open_
    ]


def _more(clock: Clock, match: Match) -> Clock:
    return clock.extended(match.extra_time.minutes * MINUTE)
