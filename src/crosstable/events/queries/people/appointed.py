"""Who runs an event with its owner."""

from django.db.models import QuerySet

from crosstable.events.models import Appointment, Tournament


def appointed_in(tournament: Tournament) -> QuerySet[Appointment]:
    """Each with the account and the role, by username."""
    rows = Appointment.objects.filter(tournament=tournament)
    return rows.select_related("user__player").order_by("user__username")
