"""The first step of a pool stage (C6): how it is played and what a result is worth, in one go.

Two of the ordinary actions, both or neither; each keeps its own journal entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from crosstable.accounts.models import User
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.tournaments import edit_tournament
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
    seen_version: int | None = None,
) -> Stage:
    """`points` are those for a win, a draw and a loss; what is not named stays."""
    tournament = Tournament.objects.get(pk=stage.tournament_id)
    before = Details.of(tournament)
    details = replace(before, scoring={**before.scoring, **points})
    edit_tournament(tournament=tournament, details=details, by=by)
    return edit_stage(stage=stage, settings=settings, name=name, by=by, seen_version=seen_version)
