"""An upload: a list of players that was shown to somebody and waits to be taken."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models

from crosstable.events.models.tournament import Tournament


class PlayerUpload(models.Model):
    """Kept until it is taken, at most a day, so that what is taken is what was shown."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="uploads")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    file_name = models.CharField(max_length=80)
    used = models.JSONField(default=list)
    unused = models.JSONField(default=list)
    # Rows as uploads/storing.py writes them, in the order of the file.
    rows = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["-created_at"]
