"""Rows related to the schedule of a pool stage: the search for one under constraints, and withdrawals."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from crosstable.events.models.entry import Entry
from crosstable.events.models.stage import Stage
from crosstable.states import Is
from crosstable.text import tr


class WithdrawalKind(models.TextChoices):
    KEEP = "keep", tr("Games played count, the others are cancelled")
    FORFEIT = "forfeit", tr("Games played count, the others are lost by forfeit")
    VOID = "void", tr("No game counts")


class Withdrawal(models.Model):
    """A withdrawal from a pool stage before its end, and what happened to the games."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="withdrawals")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="withdrawals")
    how = models.CharField(max_length=10, choices=WithdrawalKind)
    # The affected matches by primary key, with their earlier states: enough to undo it.
    touched = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "entry"], name="withdrawal_once_per_stage"),
        ]


class SearchState(models.TextChoices):
    RUNNING = "running", tr("Searching")
    FOUND = "found", tr("Found")
    FAILED = "failed", tr("Not found")


class ScheduleSearch(models.Model):
    """The latest search for a schedule under constraints: its progress and its outcome.

    Not part of the event, which changes only when an action stores the schedule found.
    """

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="search")
    # The version of the stage it searches for; after a change its schedule is useless.
    stage_version = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=SearchState, default=SearchState.RUNNING)
    started_at = models.DateTimeField()
    # Updated while it runs; if it stops changing, the process has died.
    seen_at = models.DateTimeField()
    seconds = models.PositiveSmallIntegerField()
    found = models.PositiveIntegerField(default=0)
    cost = models.PositiveIntegerField(null=True, blank=True)
    # In words: why there is no schedule, and the details (what conflicts, or which preferences are violated).
    message = models.CharField(max_length=400, blank=True)
    lines = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name_plural = "schedule searches"

    has_found = Is("state", SearchState.FOUND)
    has_failed = Is("state", SearchState.FAILED)
