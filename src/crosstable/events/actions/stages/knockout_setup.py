"""How a knockout is played, and how many come to it: one press, two of the ordinary actions, both or neither."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from crosstable.accounts.models import User
from crosstable.events.actions.stages.stages import edit_stage
from crosstable.events.models import Stage
from crosstable.events.queries.stages.going_on import stage_before


@transaction.atomic
def set_up_knockout(
    *,
    stage: Stage,
    settings: Mapping[str, Any],
    cut: Mapping[str, int],
    by: User,
    seen_version: int | None = None,
) -> Stage:
    """`cut` is how many go on from the stage before; nothing where there is none, or where it stays as it is."""
    before = stage_before(stage)
    changed = {name: n for name, n in cut.items() if before is not None and before.settings.get(name) != n}
    if before is not None and changed:
        before.tournament = stage.tournament
        edit_stage(stage=before, settings=changed, by=by)
    return edit_stage(stage=stage, settings=settings, by=by, seen_version=seen_version)
