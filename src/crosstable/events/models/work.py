"""The emergency pack as it was last written: for which round, when, or why not. The pack itself lies on the disk."""

from django.db import models

from crosstable.events.models.tournament import Tournament


class EmergencyPack(models.Model):
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="pack")
    round_number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    # Empty when it was written.
    problem = models.CharField(max_length=200, blank=True)

    @property
    def is_written(self) -> bool:
        return not self.problem
