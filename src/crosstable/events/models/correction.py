"""A corrected result: before, after, how far the change reaches, why, by which user.

The match stores what counts in the standings now. What counts for other purposes (standings published earlier, the
rating ledger) follows from the match and its correction; see `corrected.py` and `ledger.py`.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from crosstable.events.models.entry import Entry
from crosstable.events.models.rounds import Match
from crosstable.states import Is
from crosstable.text import tr


class Policy(models.TextChoices):
    """How far a correction reaches. Published pairings stay unchanged under all of them."""

    EVERYWHERE = "everywhere", tr("Everywhere")
    FROM_NOW = "from-now", tr("From now on")
    RATING_ONLY = "rating-only", tr("Rating report only")
    NOTE_ONLY = "note-only", tr("Note only")


class Correction(models.Model):
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="corrections")
    policy = models.CharField(max_length=12, choices=Policy)
    # What counted before and the corrected value: a result with its victory points, or the kind of a bye.
    before = models.JSONField()
    after = models.JSONField()
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    # The first round whose standings count it; standings after earlier rounds were published before.
    since_round = models.PositiveSmallIntegerField()
    # The number of its journal entry.
    number = models.PositiveIntegerField()
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(undone_at__isnull=True) & ~Q(policy="note-only"),
                name="correction_one_at_a_time",
            ),
        ]

    is_note = Is("policy", Policy.NOTE_ONLY)
    is_of_ratings = Is("policy", Policy.RATING_ONLY)
    changes_standings = Is("policy", Policy.EVERYWHERE, Policy.FROM_NOW)
    is_active = Is("undone_at", None)


class Adjustment(models.Model):
    """A penalty or a bonus: points if the game counts points, victory points if it counts those. Withdrawing it deletes
    the row."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    # Negative: a penalty; positive: a bonus.
    amount = models.DecimalField(max_digits=7, decimal_places=2)
    reason = models.CharField(max_length=300)
    # The round it was given in or after: standings of earlier rounds stay unchanged.
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
