"""A pool stage from its schedule to the end: publish, start, close, or one step back before play."""

from typing import Any

from django.db.models import QuerySet

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people.numbering import fix_numbers, free_numbers
from crosstable.events.actions.ratings.ratings import rate_round
from crosstable.events.actions.stages.advancing import fill_next_stage
from crosstable.events.actions.stages.stages import discard_schedule, fresh_stage, require_stage, save_stage
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, RoundStatus, Stage, StageKind, StageStatus, Status
from crosstable.events.play_errors import MatchesOpen, PoolsOutdated
from crosstable.events.queries.stages.pool_setup import pool_differences
from crosstable.text import tr

# Written in full, as every verb is, so a text search finds it.
WITH_EVENT = {
    "stage.published": "stage.published-with-event",
    "stage.started": "stage.started-with-event",
}


def publish_pools(*, stage: Stage, by: User, seen_version: int | None = None) -> Stage:
    """Publish pools and schedule, and the event with them if it is still a draft. Refused if an entry withdrew or
    joined since."""
    with action(stage.tournament, by) as act:
        before = Status(act.tournament.status)
        moved = tournaments.move_on(act, Status.REGISTRATION) if before == Status.DRAFT else {}
        act.require(tr("Publish"), Status.REGISTRATION, Status.CHECK_IN, Status.IN_PROGRESS)
        fresh = fresh_stage(act, stage, seen_version)
        _check_pools(fresh)
        require_stage(fresh, tr("Publish"), StageStatus.DRAWN)
        differences = pool_differences(fresh)
        if differences.any:
            raise PoolsOutdated(differences.leavers, differences.missing)
        fresh.status, fresh.published_at = StageStatus.PUBLISHED, act.now
        fresh.rounds.update(status=RoundStatus.PUBLISHED, published_at=act.now)
        save_stage(fresh)
        if fresh.number == 1:
            fix_numbers(act)
        _record(act, "stage.published", fresh, before, moved, rounds=fresh.rounds.count())
    return fresh


def step_stage_back(*, stage: Stage, by: User, seen_version: int | None = None) -> Stage:
    """Before play: unpublish a published schedule; discard a drawn one."""
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage, seen_version)
        _check_pools(fresh)
        require_stage(fresh, tr("One step back"), StageStatus.PUBLISHED, StageStatus.DRAWN)
        before = fresh.status
        if before == StageStatus.PUBLISHED:
            fresh.status, fresh.published_at = StageStatus.DRAWN, None
            fresh.rounds.update(status=RoundStatus.DRAFT, published_at=None)
            if fresh.number == 1:
                free_numbers(act)
        else:
            discard_schedule(fresh)
        save_stage(fresh)
        act.record(
            "stage.stepped-back", fresh.name, {"status": before}, {"status": str(fresh.status)}, stage=fresh
        )
    return fresh


def start_pools(
    *,
    stage: Stage,
    by: User,
    seen_version: int | None = None,
    check_in: bool = False,
    lock_lists: bool = True,
) -> Stage:
    """Start play, and the event with it if it has not started, checking all players in if requested. From now on any
    match of the stage can be reported, in any order."""
    with action(stage.tournament, by) as act:
        before = Status(act.tournament.status)
        begins = before in (Status.DRAFT, Status.REGISTRATION, Status.CHECK_IN)
        asked = {"lock_lists": lock_lists, "check_in": check_in}
        moved = tournaments.move_on(act, Status.IN_PROGRESS, **asked) if begins else {}
        act.require(tr("Start play"), Status.IN_PROGRESS)
        fresh = fresh_stage(act, stage, seen_version)
        _check_pools(fresh)
        require_stage(fresh, tr("Start play"), StageStatus.PUBLISHED)
        fresh.status, fresh.started_at = StageStatus.STARTED, act.now
        fresh.rounds.update(status=RoundStatus.STARTED, started_at=act.now)
        save_stage(fresh)
        _record(act, "stage.started", fresh, before, moved)
    return fresh


def close_stage(*, stage: Stage, by: User, seen_version: int | None = None) -> Stage:
    """Close the stage with everything decided: ratings move round by round, and the entries that advance are known."""
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage, seen_version)
        _check_pools(fresh)
        require_stage(fresh, tr("Close"), StageStatus.STARTED)
        waiting = open_matches(fresh).count()
        if waiting:
            raise MatchesOpen(stage=fresh.shown_name, count=waiting)
        rated = 0
        for round_ in fresh.rounds.select_related("tournament").order_by("number"):
            round_.status, round_.closed_at = RoundStatus.CLOSED, act.now
            round_.save(update_fields=["status", "closed_at"])
            rated += rate_round(round_, act.now)
        fresh.status, fresh.closed_at = StageStatus.CLOSED, act.now
        save_stage(fresh)
        fill_next_stage(act, fresh)
        act.record("stage.closed", fresh.name, after={"rated_games": rated}, stage=fresh)
    return fresh


def open_matches(stage: Stage) -> QuerySet[Match]:
    """Return the matches that must be decided before the stage can be closed."""
    return Match.objects.undecided().filter(round__stage=stage, is_void=False)


def _record(
    act: Action, verb: str, stage: Stage, before: Status, moved: dict[str, Any], **after: object
) -> None:
    """Write one journal entry per action: if the event moved with its stage, its sentence covers both."""
    if moved:
        act.record(WITH_EVENT[verb], stage.name, {"status": before.value}, after | moved, stage=stage)
    else:
        act.record(verb, stage.name, after=after, stage=stage)


def _check_pools(stage: Stage) -> None:
    if stage.kind != StageKind.POOLS:
        raise BadValue(tr("{stage} is no stage of pools.", stage=stage), "stage")
