"""A call for an organiser from a table: why, who takes it, and when."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from crosstable.events.models.entry import Entry
from crosstable.events.models.rounds import Match
from crosstable.fields import CALL_MESSAGE
from crosstable.states import IsNot
from crosstable.text import tr


class CallReason(models.TextChoices):
    RULES = "rules", tr("Rules question")
    RESULT = "result", tr("Result")
    TIME = "time", tr("Time")
    ABSENT = "absent", tr("Opponent absent")
    OTHER = "other", tr("Something else")


class OrganiserCall(models.Model):
    """One call of a match. `entry` is the side that called; None: by the code of the table, without a side."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="organiser_calls")
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=8, choices=CallReason)
    message = models.CharField(max_length=CALL_MESSAGE.length, blank=True)
    at = models.DateTimeField()
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    taken_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(closed_at__isnull=True), name="one_open_call_per_match"
            ),
        ]

    is_taken = IsNot("taken_at", None)

    def __str__(self) -> str:
        return str(self.get_reason_display())

    @property
    def taker(self) -> str:
        """The name of the person who took it."""
        if self.taken_by is None:
            return ""
        player = getattr(self.taken_by, "player", None)
        return player.name if player is not None else self.taken_by.get_username()
