"""Rows about the places of a published round: blocked tables, players set aside, changed pairings."""

from typing import ClassVar

from django.db import models

from crosstable.events.models.entry import Entry
from crosstable.events.models.rounds import Round
from crosstable.events.models.tournament import Tournament


class BlockedTable(models.Model):
    """A table the pairing never uses: broken, reserved for a demonstration, draughty."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="blocked_tables")
    table = models.PositiveIntegerField()
    reason = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering: ClassVar = ["table"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "table"], name="blocked_table_once"),
        ]


class SetAside(models.Model):
    """A player removed from a published pairing who still needs a match or a bye."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="set_aside")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="set_aside_once"),
        ]


class ChangedPairing(models.Model):
    """A player whose table or opponent changed after the round was published; their page shows it."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="changed_pairings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="changed_pairings")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="changed_pairing_once_per_round"),
        ]
