"""Events that were deleted: the record stays, the event file is kept for 30 days."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from crosstable.fields import EVENT_FIELDS


class DeletedEvent(models.Model):
    name = models.CharField(max_length=EVENT_FIELDS["name"].length)
    slug = models.SlugField(max_length=140)
    status = models.CharField(max_length=20)
    entries = models.PositiveIntegerField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="deleted_events"
    )
    deleted_at = models.DateTimeField()
    restored_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-deleted_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class KeptEventFile(models.Model):
    """Apart from the record, so that a list of deleted events loads no files. An event file carries no roles and no
    secrets, so who was appointed and the share link stand beside it."""

    event = models.OneToOneField(DeletedEvent, on_delete=models.CASCADE, related_name="kept_file")
    data = models.BinaryField()
    # A list of [user, role].
    appointed = models.JSONField(default=list, db_default=[])
    share_token = models.CharField(max_length=43, blank=True, default="", db_default="")
