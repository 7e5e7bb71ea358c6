"""The kinds of stages, written: what moves a stage from planned to closed. The half that reads is in
`queries/stages/kinds`, and knows which of these is next.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from crosstable.accounts.models import User
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.stages import knockout, play_offs, pool_play, pools, schedule_search, schedules
from crosstable.events.bridge.play_offs import open_play_offs
from crosstable.events.bridge.settings.stage_settings import PoolSettings
from crosstable.events.models import Round, Stage, StageKind
from crosstable.events.queries.desk.steps import NextStep
from crosstable.events.queries.stages.advancing import stage_before


@dataclass(frozen=True, slots=True)
class StepDetails:
    """The values sent with a step: the version of the draft on the page, the mission of a new round,
    how the event begins where it begins with its stage."""

    version: int | None = None
    mission: str = ""
    check_in: bool = False
    lock_lists: bool = True
    # Of a knockout that is drawn: whether there is a match for third place; None: as it is chosen.
    third_place: bool | None = None
    # Of a round that is paired: while matches are open, and with as few rematches as possible.
    with_open: bool = False
    rematches: bool = False
    # Of a schedule: refuse it where it would have to be searched for.
    at_once: bool = False
    # Of the next round in one click: its number, the preview that was looked at, and whether to stop at the draft.
    number: int | None = None
    accept: str = ""
    as_draft: bool = False


StageAction = Callable[[Stage, User, StepDetails], Round | Stage]


@dataclass(frozen=True, slots=True)
class StageActions:
    """`make` is a draft only organisers see: pools formed and scheduled, a bracket drawn. A round is paired the same
    way in every kind: the action refuses it where no Swiss is played."""

    make: Mapping[NextStep, StageAction]
    publish: StageAction
    start: StageAction
    close: StageAction

    def of(self, step: NextStep) -> StageAction | None:
        """What does this step; None if it is no step of a stage, or for people to do."""
        steps = {
            NextStep.PAIR: _pair,
            NextStep.PUBLISH: self.publish,
            NextStep.START: self.start,
            NextStep.CLOSE: self.close,
        }
        return {**self.make, **steps}.get(step)


def _schedule(stage: Stage, by: User, details: StepDetails) -> Stage:
    """With constraints, a search for a schedule starts; the schedule is there when the search ends."""
    if PoolSettings.of(stage).constraints and not details.at_once:
        schedule_search.start_search(stage=stage, by=by, seconds=schedule_search.SECONDS)
        return stage
    return schedules.make_schedule(stage=stage, by=by)


def _pair(stage: Stage, by: User, details: StepDetails) -> Round:
    return rounds.pair_next_round(
        tournament=stage.tournament,
        by=by,
        mission=details.mission,
        with_open=details.with_open,
        rematches=details.rematches,
    )


def _publish_round(stage: Stage, by: User, details: StepDetails) -> Round:
    return rounds.publish_round(tournament=stage.tournament, by=by, seen_version=details.version)


def _start_pools(stage: Stage, by: User, details: StepDetails) -> Stage:
    asked = {"check_in": details.check_in, "lock_lists": details.lock_lists}
    return pool_play.start_pools(stage=stage, by=by, **asked)


def _of_stage(act: Callable[..., Stage]) -> StageAction:
    return lambda stage, by, details: act(stage=stage, by=by)


def _draw(stage: Stage, by: User, details: StepDetails) -> Stage:
    return knockout.draw_knockout(stage=stage, by=by, third_place=details.third_place)


def _close_knockout(stage: Stage, by: User, details: StepDetails) -> Round | Stage:
    """Play-offs for its places are closed before it is drawn."""
    before = stage_before(stage)
    if before is not None and open_play_offs(before):
        return play_offs.close_play_offs(stage=before, by=by).rounds[0]
    return knockout.close_knockout(stage=stage, by=by)


ACTIONS_BY_STAGE_KIND: Mapping[str, StageActions] = {
    StageKind.SWISS: StageActions(
        make={},
        publish=_publish_round,
        start=lambda stage, by, details: rounds.start_round(tournament=stage.tournament, by=by),
        close=lambda stage, by, details: rounds.close_round(tournament=stage.tournament, by=by),
    ),
    StageKind.POOLS: StageActions(
        make={NextStep.FORM_POOLS: _of_stage(pools.form_pools), NextStep.SCHEDULE: _schedule},
        publish=_of_stage(pool_play.publish_pools),
        start=_start_pools,
        close=_of_stage(pool_play.close_stage),
    ),
    StageKind.KNOCKOUT: StageActions(
        make={NextStep.DRAW: _draw},
        publish=_of_stage(knockout.publish_knockout),
        start=_of_stage(knockout.start_knockout),
        close=_close_knockout,
    ),
}
