"""The control room while a stage of pools is prepared or played, read in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from crosstable.events.models import Entry, JournalEntry, Match, MatchState, Stage, StageStatus, Tournament
from crosstable.events.queries.desk.control import URGENT, Headcount, headcount
from crosstable.events.queries.desk.steps import Progress, progress
from crosstable.events.queries.stages.next_matches import BoardQueue, next_matches
from crosstable.events.queries.stages.pool_schedule import SchedulePlan, schedule_of
from crosstable.events.queries.stages.stage_steps import PoolStage, PoolStep


@dataclass(frozen=True)
class StageRoom:
    tournament: Tournament
    stage: Stage
    people: Headcount
    journal: list[JournalEntry]

    @cached_property
    def prepared(self) -> PoolStage:
        return PoolStage(self.stage)

    @cached_property
    def schedule(self) -> SchedulePlan:
        return schedule_of(self.stage)

    @cached_property
    def matches(self) -> list[Match]:
        return [m for plan in self.schedule.rounds for m in plan.matches if not m.is_void]

    @cached_property
    def progress(self) -> Progress:
        return progress(self.matches)

    @cached_property
    def queues(self) -> list[BoardQueue]:
        return next_matches(self.tournament)

    @cached_property
    def urgent(self) -> list[Match]:
        """Reported by one side, or disputed."""
        told = [m for queue in self.queues for m in (queue.now, *queue.then)]
        ids = {m.pk for m in told}
        rest = [m for m in self.matches if m.pk not in ids]
        waiting = [m for m in (*told, *rest) if m.state in (MatchState.DISPUTED, MatchState.CLAIMED)]
        return sorted(waiting, key=lambda m: (URGENT[MatchState(m.state)], m.table or 0))

    @cached_property
    def left_undecided(self) -> Sequence[Entry]:
        """Who has dropped while the stage is being played, and nobody has said what becomes of the games."""
        withdrawn = set(self.stage.withdrawals.values_list("entry_id", flat=True))
        return [
            plan.entry
            for plan in self.schedule.players
            if plan.entry.is_dropped and plan.entry.pk not in withdrawn
        ]

    @property
    def is_being_played(self) -> bool:
        return self.stage.status == StageStatus.STARTED

    @cached_property
    def step(self) -> PoolStep:
        step = self.prepared.step
        return PoolStep.CLOSE if step is PoolStep.PLAY and not self.progress.waiting else step


def stage_room(stage: Stage, journal_length: int = 8) -> StageRoom:
    tournament = stage.tournament
    journal = list(tournament.journal.select_related("by")[:journal_length])
    return StageRoom(tournament, stage, headcount(tournament), journal)
