"""The settings on one page of a stage, saved in one request: several ordinary actions, all or none. Each has its own
journal entry; unchanged settings have none."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.db import transaction

from crosstable.accounts.models import User
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.tournaments import edit_tournament
from crosstable.events.actions.hall.evenings import set_evening
from crosstable.events.actions.stages.stages import edit_stage
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Stage, Tournament
from crosstable.events.queries.stages.advancing import stage_before

PLAYED = ("win", "draw", "loss")


@transaction.atomic
def set_up_pools(
    *,
    stage: Stage,
    settings: Mapping[str, Any],
    points: Mapping[str, str],
    by: User,
    name: str | None = None,
    evening: Mapping[str, Any] | None = None,
    seen_version: int | None = None,
) -> Stage:
    """Save the settings of a pool stage. `points` are those for a win, a draw and a loss, and dependent values; if the
    scoring has these already, nothing of it is written. `evening` are the arguments of set_evening. Omitted values
    stay.

    Raises BadValue, EveningTooShort, Stale, StageFixed.
    """
    tournament = Tournament.objects.get(pk=stage.tournament_id)
    before, worth = Details.of(tournament), rules_of(tournament).scoring
    if any(name in points and Decimal(points[name]) != getattr(worth, name) for name in PLAYED):
        details = replace(before, scoring={**before.scoring, **points})
        edit_tournament(tournament=tournament, details=details, by=by)
    made = edit_stage(stage=stage, settings=settings, name=name, by=by, seen_version=seen_version)
    return made if evening is None else set_evening(stage=made, by=by, **evening)


@transaction.atomic
def set_up_knockout(
    *,
    stage: Stage,
    settings: Mapping[str, Any],
    cut: Mapping[str, int],
    by: User,
    seen_version: int | None = None,
) -> Stage:
    """Save the settings of a knockout. `cut` is how many advance from the stage before; empty if there is none or it
    stays."""
    before = stage_before(stage)
    changed = {name: n for name, n in cut.items() if before is not None and before.settings.get(name) != n}
    if before is not None and changed:
        before.tournament = stage.tournament
        edit_stage(stage=before, settings=changed, by=by)
    return edit_stage(stage=stage, settings=settings, by=by, seen_version=seen_version)
