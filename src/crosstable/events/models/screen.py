"""A screen in the hall: a short code to type, and what it shows in turn."""

from typing import ClassVar

from django.db import models

from crosstable.events.models.tournament import Tournament


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
