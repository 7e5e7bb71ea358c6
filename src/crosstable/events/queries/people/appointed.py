"""Who runs an event with its owner."""

from crosstable.engine.names import name_key
from crosstable.events.models import Appointment, Tournament


def appointed_in(tournament: Tournament) -> list[Appointment]:
    """Each with the account and the role, by username."""
    rows = Appointment.objects.filter(tournament=tournament).select_related("user__player")
    return sorted(rows, key=lambda row: name_key(row.user.username))
