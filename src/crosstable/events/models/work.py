"""Temporary rows that are not part of the event: the emergency printouts, a pending upload, who has which page open."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models

from crosstable.events.models.rounds import Match
from crosstable.events.models.tournament import Tournament
from crosstable.text import tr


class EmergencyPack(models.Model):
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="pack")
    round_number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    # Empty if it was written.
    problem = models.CharField(max_length=200, blank=True)

    @property
    def is_written(self) -> bool:
        return not self.problem


class Presence(models.Model):
    """Which organiser has what open, for seconds. In the database, since the processes of an installation share nothing
    else."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "match"], name="presence_once_per_match"),
        ]
        indexes: ClassVar = [models.Index(fields=["tournament", "at"], name="presence_recent")]


class PlayerUpload(models.Model):
    """Stored until it is imported, at most a day, so what is imported is what was previewed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="uploads")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    file_name = models.CharField(max_length=80)
    used = models.JSONField(default=list)
    unused = models.JSONField(default=list)
    # The rows in the format of uploads/judging.py, in the order of the file.
    rows = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["-created_at"]


class ScreenKind(models.TextChoices):
    """What a display can show, in the game's words. web/screens/kinds.py fills each kind."""

    TABLES = "tables", tr("Pairings by {table}")
    NAMES = "names", tr("Pairings by name")
    NEXT = "next", tr("Next matches")
    POOLS = "pools", tr("Standings of the pools")
    BRACKET = "bracket", tr("Bracket")
    STANDINGS = "standings", tr("Standings")
    RESULTS = "results", tr("Results coming in")
    CLOCK = "clock", tr("Round clock")


class Screen(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    # Typed into the display's browser, after /b/.
    code = models.CharField(max_length=8, unique=True)
    name = models.CharField(max_length=60)
    # [["names", 15], ["clock", 20]]: the content, and for how many seconds each of its pages is shown.
    rotation = models.JSONField(default=list)
    # Empty: the language of the display's browser.
    language = models.CharField(max_length=20, blank=True, default="", db_default="")

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.name
