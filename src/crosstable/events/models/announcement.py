"""What an organiser says to all players, for a while."""

from typing import ClassVar

from django.db import models

from crosstable.events.models.tournament import Tournament
from crosstable.fields import ANNOUNCEMENT


class Announcement(models.Model):
    """A sentence on phones and displays. Withdrawing it deletes the row; the history keeps what it said."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=ANNOUNCEMENT.length)
    at = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.text
