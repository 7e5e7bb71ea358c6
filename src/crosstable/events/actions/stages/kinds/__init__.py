"""The kinds of stages, written: what moves a stage from planned to closed. The half that reads is in
`queries/stages/kinds`, and knows which of these is next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from crosstable.accounts.models import User
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.stages import knockout, pool_play, pools, schedule_search, schedules
from crosstable.events.models import Stage, StageKind
from crosstable.events.queries.desk.steps import Step
from crosstable.events.records.settings.stage_settings import PoolSettings

Act = Callable[[Stage, User], object]


@dataclass(frozen=True, slots=True)
class StageWriting:
    """`make` is a draft only organisers see: a round paired, pools formed and scheduled, a bracket drawn."""

    make: Mapping[Step, Act]
    publish: Act
    start: Act
    close: Act

    def of(self, step: Step) -> Act | None:
        """What does this step; None if it is no step of a stage, or for people to do."""
        steps = {Step.PUBLISH: self.publish, Step.START: self.start, Step.CLOSE: self.close}
        return {**self.make, **steps}.get(step)


def _schedule(stage: Stage, by: User) -> object:
    """With wishes to keep, the search for a schedule begins; it is there when the search is over."""
    if PoolSettings.of(stage).constraints:
        return schedule_search.start_search(stage=stage, by=by, seconds=schedule_search.SECONDS)
    return schedules.make_schedule(stage=stage, by=by)


KINDS: Mapping[str, StageWriting] = {
    StageKind.SWISS: StageWriting(
        make={Step.PAIR: lambda stage, by: rounds.pair_next_round(tournament=stage.tournament, by=by)},
        publish=lambda stage, by: rounds.publish_round(tournament=stage.tournament, by=by),
        start=lambda stage, by: rounds.start_round(tournament=stage.tournament, by=by),
        close=lambda stage, by: rounds.close_round(tournament=stage.tournament, by=by),
    ),
    StageKind.POOLS: StageWriting(
        make={
            Step.FORM_POOLS: lambda stage, by: pools.form_pools(stage=stage, by=by),
            Step.SCHEDULE: _schedule,
        },
        publish=lambda stage, by: pool_play.publish_at_once(stage=stage, by=by),
        start=lambda stage, by: pool_play.start_at_once(stage=stage, by=by),
        close=lambda stage, by: pool_play.close_stage(stage=stage, by=by),
    ),
    StageKind.KNOCKOUT: StageWriting(
        make={Step.DRAW: lambda stage, by: knockout.draw_knockout(stage=stage, by=by)},
        publish=lambda stage, by: knockout.publish_knockout(stage=stage, by=by),
        start=lambda stage, by: knockout.start_knockout(stage=stage, by=by),
        close=lambda stage, by: knockout.close_knockout(stage=stage, by=by),
    ),
}
