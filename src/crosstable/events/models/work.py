"""Tools of the moment, no part of the event: the emergency pack, an upload that waits, who looks at what just now."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models

from crosstable.events.models.rounds import Match
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


class Presence(models.Model):
    """Who of the organisers is looking at what, for seconds. In the database, since the processes of an installation
    share nothing else."""

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
    """Kept until it is taken, at most a day, so that what is taken is what was shown."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="uploads")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    file_name = models.CharField(max_length=80)
    used = models.JSONField(default=list)
    unused = models.JSONField(default=list)
    # Rows as uploads/judging.py writes them, in the order of the file.
    rows = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["-created_at"]


class ScreenKind(models.TextChoices):
    """What a screen can show, in the words of the game. How each is filled stands in web/screens/kinds.py."""

    TABLES = "tables", "Pairings by {table}"
    NAMES = "names", "Pairings by name"
    NEXT = "next", "Next matches"
    POOLS = "pools", "Standings of the pools"
    BRACKET = "bracket", "Bracket"
    STANDINGS = "standings", "Standings"
    RESULTS = "results", "Results coming in"
    CLOCK = "clock", "Round clock"


class Screen(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    # What is typed into the browser of the screen, after /b/.
    code = models.CharField(max_length=8, unique=True)
    name = models.CharField(max_length=60)
    # [["names", 15], ["clock", 20]]: what, and how many seconds each of its pages stays.
    rotation = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.name
