"""What happens around a round once people have seen it: tables not to be used, players put aside, changed pairings."""

from typing import ClassVar

from django.db import models

from crosstable.events.models.entry import Entry
from crosstable.events.models.rounds import Round
from crosstable.events.models.tournament import Tournament


class BlockedTable(models.Model):
    """A table the pairing never uses: broken, kept for a demonstration, in the draught."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="blocked_tables")
    table = models.PositiveIntegerField()
    reason = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering: ClassVar = ["table"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "table"], name="blocked_table_once"),
        ]


class SetAside(models.Model):
    """Somebody taken out of a pairing everybody has seen, who still has to be given a game or a bye."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="set_aside")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="set_aside_once"),
        ]


class ChangedPairing(models.Model):
    """Somebody whose table or opponent changed after the round was published; their page says so."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="changed_pairings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="changed_pairings")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="changed_pairing_once_per_round"),
        ]
