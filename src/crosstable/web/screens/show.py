"""The data displays are drawn from: an event at one round, read once for all kinds; and the layout of a display: rows
in columns, as large as their number allows, on as few pages as can be read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Generic, TypeVar

from crosstable.engine.clock import Clock
from crosstable.events.bridge.hall import clock_of
from crosstable.events.models import Match, Round, RoundStatus, Stage, StageKind, Tournament
from crosstable.events.queries.desk.boards import BoardQueue, next_in_round
from crosstable.events.queries.people.public import EventContext, matches_of, matches_of_bracket
from crosstable.events.queries.rounds.live_rounds import TableTime, tables_with_more_time
from crosstable.events.queries.stages.kinds import STAGE_READINGS
from crosstable.events.queries.standings.standings import Table, standings_table

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns and the most rows in each; `name` is its CSS class."""

    name: str
    columns: int
    most_rows: int

    @property
    def most(self) -> int:
        return self.columns * self.most_rows


@dataclass(frozen=True, slots=True)
class Sheet(Generic[Row]):
    """One page: its rows, column by column, and its position among all rows."""

    rows: Sequence[Row]
    height: int
    layout: str
    first: int
    last: int
    total: int

    @property
    def is_all(self) -> bool:
        return self.last - self.first + 1 == self.total


# From ten metres these are the smallest readable sizes: eleven pairings in each of two columns, eighteen names in each
# of three. The first layout that holds all rows is used; the last one continues on further pages.
PAIRINGS = (Layout("one", 1, 6), Layout("stacked", 2, 8), Layout("beside", 2, 11))
NAMES = (Layout("one", 1, 8), Layout("two", 2, 14), Layout("three", 3, 18))
QUEUES = (Layout("one", 1, 6), Layout("two", 2, 7))
STANDINGS = (Layout("one", 1, 8), Layout("two", 2, 13))


def sheets(rows: Sequence[Row], layouts: Sequence[Layout]) -> list[Sheet[Row]]:
    if not rows:
        return []
    largest = layouts[-1]
    pages = ceil(len(rows) / largest.most)
    per_page = ceil(len(rows) / pages)
    layout = next((fit for fit in layouts if per_page <= fit.most), largest)
    height = ceil(per_page / layout.columns)
    size = height * layout.columns
    return [
        Sheet(rows[i : i + size], height, layout.name, i + 1, min(i + size, len(rows)), len(rows))
        for i in range(0, len(rows), size)
    ]


@dataclass(frozen=True)
class Show:
    """An event at one round: the newest public one, or the one requested."""

    event_context: EventContext
    round: Round | None

    @property
    def tournament(self) -> Tournament:
        return self.event_context.tournament

    @property
    def is_being_played(self) -> bool:
        return self.round is not None and self.round.status == RoundStatus.STARTED

    @cached_property
    def matches(self) -> list[Match]:
        """Return the round's matches, and in a bracket those of earlier rounds still in progress.

        There are none while boards work through the whole schedule of their pools.
        """
        if self.round is None or self.queues:
            return []
        if self.bracket is None:
            return matches_of(self.round)
        return [m for m in self.of_bracket if m.round_id == self.round.pk or not m.is_agreed]

    @property
    def bracket(self) -> Stage | None:
        """Return the knockout this round belongs to."""
        own = [stage for stage in self.event_context.stages if self.round and stage.pk == self.round.stage_id]
        return own[0] if own and own[0].kind == StageKind.KNOCKOUT else None

    @cached_property
    def of_bracket(self) -> list[Match]:
        return matches_of_bracket(self.bracket, self.round.number) if self.bracket and self.round else []

    @property
    def heading(self) -> str:
        """Name what is being played: a round, or the whole knockout while its rounds overlap."""
        if self.round is None:
            return ""
        overlaps = any(match.round_id != self.round.pk for match in self.matches)
        return str(self.bracket if overlaps else self.round)

    @cached_property
    def queues(self) -> list[BoardQueue]:
        """Return the next matches at every board, if matches wait for boards and not for rounds."""
        stages = self.event_context.stages
        return [
            queue
            for kind in {s.kind for s in stages}
            for queue in STAGE_READINGS[kind].at_boards(self.tournament)
        ]

    @cached_property
    def at_boards(self) -> list[BoardQueue]:
        """Return the queues, also for a round with more matches than boards."""
        in_turn = self.is_being_played and any(match.slot > 1 for match in self.matches)
        return self.queues or (next_in_round(self.tournament) if in_turn else [])

    @cached_property
    def clock(self) -> Clock | None:
        return clock_of(self.round) if self.round is not None else None

    @cached_property
    def more_time(self) -> list[TableTime]:
        return tables_with_more_time(self.round) if self.round is not None and self.clock is not None else []

    @property
    def pools(self) -> Stage | None:
        """Return the pools in progress."""
        stage = self.event_context.pools
        return stage if stage is not None and stage.is_being_played else None

    @cached_property
    def table(self) -> Table | None:
        return standings_table(self.tournament) if self.event_context.has_standings else None
