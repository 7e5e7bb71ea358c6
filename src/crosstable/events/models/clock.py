"""The stored round clock: its end while it runs, the remaining time while it is paused."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from crosstable.events.models.rounds import Match, Round


class RoundClock(models.Model):
    """A round clock. Without `ends_at` and `left_seconds` the round has not started."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    minutes = models.PositiveSmallIntegerField()
    ends_at = models.DateTimeField(null=True, blank=True)
    left_seconds = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(left_seconds__isnull=True),
                name="clock_runs_or_stands_still",
            ),
        ]


class ExtraTime(models.Model):
    """Extra minutes of one table, and why."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="extra_time")
    minutes = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200, blank=True)
