"""A signed-in person says that an entry without an account is theirs, and waits for the organiser."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from crosstable.events.models.entry import Entry


class EntryClaim(models.Model):
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="owner_claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="entry_claims")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "user"], name="entry_claim_once_per_user"),
        ]
