"""Whether the pools still hold exactly those who take part."""

from crosstable.events.models import Stage
from crosstable.events.queries.rounds.drafts import Differences
from crosstable.events.queries.stages.participants import participants


def pool_differences(stage: Stage) -> Differences:
    """Who sits in a pool and no longer takes part, and who takes part and sits in none."""
    seated = dict(stage.pool_seats.values_list("entry_id", "entry__display_name"))
    there = {entry.pk: entry.display_name for entry in participants(stage)}
    gone = [name for pk, name in seated.items() if pk not in there]
    missing = [name for pk, name in there.items() if pk not in seated]
    return Differences(gone, missing)
