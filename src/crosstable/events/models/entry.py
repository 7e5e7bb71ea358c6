"""An entry: a player's part in one tournament."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Lower

from crosstable.accounts.models import Player
from crosstable.events.models.tournament import Tournament


class Entry(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    # The order of registration, from 1: the last word in every tie.
    seed = models.PositiveIntegerField()
    display_name = models.CharField(max_length=60)
    faction = models.CharField(max_length=60, blank=True)
    list_text = models.TextField("army list", blank=True)
    list_changed_at = models.DateTimeField(null=True, blank=True)
    registered_at = models.DateTimeField(auto_now_add=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["seed"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_once_per_player"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="entry_seed_unique"),
            models.UniqueConstraint("tournament", Lower("display_name"), name="entry_name_unique"),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def is_checked_in(self) -> bool:
        return self.checked_in_at is not None

    @property
    def is_dropped(self) -> bool:
        return self.dropped_at is not None

    @property
    def is_active(self) -> bool:
        """Takes part in the next pairing (A6, A7)."""
        return self.is_checked_in and not self.is_dropped
