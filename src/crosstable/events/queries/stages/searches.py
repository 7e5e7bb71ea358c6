"""How far a search for a schedule is."""

from datetime import timedelta

from django.utils import timezone

from crosstable.events.models import ScheduleSearch, SearchState, Stage

# The solver's own time, three times over for finding what clashes, and some to begin with.
PATIENCE = 30


def is_alive(search: ScheduleSearch) -> bool:
    """Running, and not left behind by a process that is gone."""
    given = timedelta(seconds=4 * search.seconds + PATIENCE)
    return search.state == SearchState.RUNNING and timezone.now() - search.started_at < given


def search_of(stage: Stage) -> ScheduleSearch | None:
    """The latest search, if it still speaks of what is chosen now."""
    return ScheduleSearch.objects.filter(stage=stage).first()


def names_of(stage: Stage) -> dict[int, str]:
    """Everybody in the pools of a stage, by primary key."""
    return dict(stage.pool_seats.values_list("entry_id", "entry__display_name"))
