"""The first step of a pool stage (C6): how it is played, what a result is worth and when the evening begins, in one go.

Three of the ordinary actions, all or none; each keeps its own journal entry, and what is as it was has none.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from crosstable.accounts.models import User
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.tournaments import edit_tournament
from crosstable.events.actions.hall.evenings import set_evening
from crosstable.events.actions.stages.stages import edit_stage
from crosstable.events.models import Stage, Tournament


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
    """`points` are those for a win, a draw and a loss; `evening` is what set_evening takes. What is not named stays.

    Raises BadValue, EveningTooShort, Stale, StageFixed.
    """
    tournament = Tournament.objects.get(pk=stage.tournament_id)
    before = Details.of(tournament)
    details = replace(before, scoring={**before.scoring, **points})
    edit_tournament(tournament=tournament, details=details, by=by)
    made = edit_stage(stage=stage, settings=settings, name=name, by=by, seen_version=seen_version)
    return made if evening is None else set_evening(stage=made, by=by, **evening)
