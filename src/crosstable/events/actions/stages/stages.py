"""The stages of a tournament: their list, and the settings of each until its play begins."""

from collections.abc import Mapping, Sequence
from typing import Any

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import Action, action
from crosstable.events.bridge.constraints import check_named
from crosstable.events.bridge.settings.stage_checks import MOST_ADVANCING, checked_settings
from crosstable.events.bridge.settings.stage_settings import FORMATS, StagePlan
from crosstable.events.errors import BadValue, Stale, prefix_field
from crosstable.events.models import RoundStatus, Stage, StageKind, StageStatus, Status, Tournament
from crosstable.events.models.stock_names import english
from crosstable.events.play_errors import StageFixed, StagesFixed
from crosstable.events.queries.stages.advancing import check_enough
from crosstable.text import tr

LONGEST_NAME = 60
MOST_STAGES = 8
BEFORE_PLAY = (StageStatus.PLANNED, StageStatus.DRAWN, StageStatus.PUBLISHED)
# Settings that only decide who advances: the stage itself is drawn and played without them.
ABOUT_WHAT_FOLLOWS = frozenset({"per_pool", "next_best"})


def set_stages(*, tournament: Tournament, plans: Sequence[StagePlan], by: User) -> list[Stage]:
    """Replace the whole list, while nothing is drawn. An empty list: one Swiss. Raises StagesFixed, BadValue."""
    with action(tournament, by) as act:
        act.require(tr("Choose another format"), *(s for s in Status if s != Status.COMPLETE))
        _check_nothing_drawn(act.tournament)
        rows = new_stages(act.tournament, plans or FORMATS["swiss"].stages)
        before = [_as_json(stage) for stage in act.tournament.stages.all()]
        act.tournament.stages.all().delete()
        Stage.objects.bulk_create(rows)
        act.record(
            "stages.set",
            ", ".join(row.name for row in rows),
            before={"stages": before},
            after={"stages": [_as_json(row) for row in rows]},
        )
    return list(tournament.stages.all())


def edit_stage(
    *,
    stage: Stage,
    by: User,
    settings: Mapping[str, Any] | None = None,
    name: str | None = None,
    seen_version: int | None = None,
) -> Stage:
    """Change the settings of a stage before play, and who advances until the next stage is drawn. Anything drawn with
    the old settings is discarded."""
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage, seen_version)
        if not _is_about_what_follows(fresh, settings or {}, name):
            require_stage(fresh, tr("Change the settings"), *BEFORE_PLAY)
        before = {"name": fresh.name, **fresh.settings}
        fresh.name = _checked_name(name, StageKind(fresh.kind)) if name is not None else fresh.name
        chosen = {**fresh.settings, **(settings or {})}
        with prefix_field("settings"):
            fresh.settings = checked_settings(act.tournament, StageKind(fresh.kind), chosen)
            _check_named(act.tournament, fresh.settings, before)
        after = {"name": fresh.name, **fresh.settings}
        changed = [key for key in after if after[key] != before.get(key)]
        if not changed:
            act.leave_as_it_is()
            return fresh
        discarded = discard_what_depends(fresh, changed)
        if ABOUT_WHAT_FOLLOWS & set(changed):
            check_enough(fresh)
        save_stage(fresh)
        act.record(
            "stage.edited",
            fresh.name,
            before={key: before.get(key) for key in changed},
            after={**{key: after[key] for key in changed}, **({"discarded": discarded} if discarded else {})},
            stage=fresh,
        )
    return fresh


def _check_named(tournament: Tournament, chosen: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Check that new constraints name existing entries. Raises BadValue."""
    if (constraints := chosen.get("constraints")) and constraints != before.get("constraints"):
        names = dict(tournament.entries.values_list("pk", "display_name"))
        check_named(constraints, before.get("constraints", ()), names)


def _is_about_what_follows(stage: Stage, settings: Mapping[str, Any], name: str | None) -> bool:
    """Whether only settings change that are open until the next stage is drawn: who advances."""
    following = stage.tournament.stages.filter(number=stage.number + 1, status=StageStatus.PLANNED)
    return name is None and bool(settings) and set(settings) <= ABOUT_WHAT_FOLLOWS and following.exists()


def discard_what_depends(stage: Stage, setting_names: Sequence[str]) -> str:
    """Discard what was drawn with other settings and return its name. Under the tournament's lock."""
    if set(setting_names) <= ABOUT_WHAT_FOLLOWS | {"name"}:
        return ""
    drawn = stage.status != StageStatus.PLANNED
    if stage.kind == StageKind.POOLS and set(setting_names) & {"groups", "distribution", "shuffle_seed"}:
        return discard_draw(stage, tr("pools and schedule") if drawn else tr("pools"))
    return discard_schedule(stage) if stage.kind == StageKind.POOLS else discard_draw(stage, tr("draw"))


def discard_schedule(stage: Stage) -> str:
    """Delete the rounds of a stage before play; its pools stay."""
    there = stage.rounds.exists()
    stage.rounds.all().delete()
    stage.status, stage.published_at = StageStatus.PLANNED, None
    return tr("schedule") if there else ""


def discard_draw(stage: Stage, what: str) -> str:
    there = stage.pools.exists() or stage.bracket_seats.exists() or stage.rounds.exists()
    discard_schedule(stage)
    stage.pools.all().delete()
    stage.bracket_seats.all().delete()
    return what if there else ""


def fresh_stage(act: Action, stage: Stage, seen_version: int | None = None) -> Stage:
    """Return the current row, under the tournament's lock. Raises Stale if the user saw an older one."""
    fresh = act.tournament.stages.filter(pk=stage.pk).first()
    if fresh is None:
        raise BadValue(
            tr("This stage is no longer there: the format was changed. Reload the page and try again."),
            "stage",
        )
    fresh.tournament = act.tournament
    if seen_version is not None and seen_version != fresh.version:
        raise Stale(fresh.shown_name, StageStatus(fresh.status).label)
    return fresh


def require_stage(stage: Stage, action: str, *statuses: StageStatus) -> None:
    if stage.status not in statuses:
        raise StageFixed(action=action, stage=stage.shown_name, now=StageStatus(stage.status).label)


def require_hall(stage: Stage, action: str) -> None:
    """Refuse unless boards and times can change: until the end of a stage, and after it during a play-off."""
    if not stage.rounds.filter(play_off__gt=0, status=RoundStatus.STARTED).exists():
        require_stage(stage, action, *BEFORE_PLAY, StageStatus.STARTED)


def save_stage(stage: Stage) -> None:
    stage.version += 1
    stage.save()


def new_stages(tournament: Tournament, plans: Sequence[StagePlan]) -> list[Stage]:
    """Return unsaved rows, numbered in order. Raises BadValue."""
    rows = []
    for place, plan in enumerate(plans):
        with prefix_field(f"stages.{place}"):
            rows.append(_row(tournament, place + 1, plan))
    _check_order(rows)
    return rows


def _row(tournament: Tournament, number: int, plan: StagePlan) -> Stage:
    if plan.kind not in StageKind.values:
        raise BadValue(tr("A stage is one of {values}.", values=", ".join(StageKind.values)), "kind")
    kind = StageKind(plan.kind)
    name = _checked_name(plan.name, kind)
    with prefix_field("settings"):
        settings = checked_settings(tournament, kind, plan.settings)
        _check_named(tournament, settings, {})
    return Stage(tournament=tournament, number=number, kind=kind, name=name, settings=settings)


def _checked_name(name: str, kind: StageKind) -> str:
    name = name.strip() or english(kind.label)
    if len(name) > LONGEST_NAME:
        raise BadValue(
            tr("The name of a stage has at most {longest_name} characters.", longest_name=LONGEST_NAME),
            "name",
        )
    return name


def _check_nothing_drawn(tournament: Tournament) -> None:
    drawn = tournament.stages.exclude(status=StageStatus.PLANNED).first()
    if drawn is not None:
        raise StagesFixed(stage=drawn.shown_name)
    if tournament.rounds.exists():
        number = tournament.rounds.order_by("number").values_list("number", flat=True)[0]
        raise StagesFixed(stage=tr("Round {number}", number=number))


def _check_order(rows: Sequence[Stage]) -> None:
    """Check the order: a Swiss includes all entries, so it comes first; each later stage takes entries from the one
    before."""
    if len(rows) > MOST_STAGES:
        raise BadValue(
            tr("A tournament has at most {most_stages} stages.", most_stages=MOST_STAGES), "stages"
        )
    for number, row in enumerate(rows):
        if row.kind == StageKind.SWISS and number:
            raise BadValue(tr("A Swiss can only be the first stage: all players play it."), "stages")
        last = number == len(rows) - 1
        advancing = row.settings.get("per_pool", 0) + row.settings.get("next_best", 0)
        if row.kind == StageKind.KNOCKOUT and not last:
            raise BadValue(tr("Nothing comes after a knockout: it must be the last stage."), "stages")
        if not last and not advancing:
            raise BadValue(
                tr(
                    "Enter how many advance from {name} to the next stage, 1 to {most_advancing}.",
                    name=row.name,
                    most_advancing=MOST_ADVANCING,
                ),
                f"stages.{number}.settings.per_pool",
            )


def _as_json(stage: Stage) -> dict[str, Any]:
    return {"kind": str(stage.kind), "name": stage.name, **stage.settings}
