"""The factions of a game system as this installation offers them, where they are not those it came with."""

from django.db import models


class OwnFactions(models.Model):
    code = models.CharField(max_length=40, unique=True)
    names = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.code}: {len(self.names)}"
