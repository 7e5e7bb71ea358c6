"""What is chosen for the whole event is kept in its own columns and with its stages: here both are kept in step."""

from crosstable.events.models import Tournament
from crosstable.events.records.settings.stage_settings import of_the_event


def keep_in_step(tournament: Tournament) -> None:
    """To be called by whatever has changed the columns, under the lock of the tournament."""
    for stage in tournament.stages.all():
        chosen = {**stage.settings, **of_the_event(tournament, stage.kind)}
        if chosen != stage.settings:
            stage.settings = chosen
            stage.save(update_fields=["settings"])
