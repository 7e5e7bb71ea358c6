"""Who of the organisers is looking at what just now. A row lives for seconds and is no part of the event."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from crosstable.events.models.round import Match
from crosstable.events.models.tournament import Tournament


class Presence(models.Model):
    """In the database, since the processes of an installation share nothing else."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "match"], name="presence_once_per_match"),
        ]
        indexes: ClassVar = [models.Index(fields=["tournament", "at"], name="presence_recent")]
