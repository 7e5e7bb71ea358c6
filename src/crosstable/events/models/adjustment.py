"""Penalties and bonus points: what an organiser takes from or gives to an entry, with the reason."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from crosstable.events.models.entry import Entry


class Adjustment(models.Model):
    """Points where the game counts points, victory points where it counts those. Taken back, the row goes."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    # Below nought a penalty, above it a bonus.
    amount = models.DecimalField(max_digits=7, decimal_places=2)
    reason = models.CharField(max_length=300)
    # The round it was given in or after: standings of earlier rounds stay as they were.
    round_number = models.PositiveSmallIntegerField(default=0)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(amount=0), name="adjustment_changes_something"),
        ]

    @property
    def is_penalty(self) -> bool:
        return self.amount < 0
