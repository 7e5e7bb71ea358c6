"""Who runs an event with its owner, and as what."""

from django.conf import settings
from django.db import models

from crosstable.events.models.tournament import Tournament


class Role(models.TextChoices):
    """What each may do stands in permissions.py."""

    ORGANISER = "organiser", "Organiser"
    JUDGE = "judge", "Judge"
    DESK = "desk", "Desk"


class Appointment(models.Model):
    """The role that a user has in running an event."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    role = models.CharField(
        max_length=12, choices=Role.choices, default=Role.ORGANISER, db_default=Role.ORGANISER
    )

    class Meta:
        unique_together = (("tournament", "user"),)
