"""A preset that an organiser saved from an event."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from crosstable.accounts.models import Club
from crosstable.fields import EVENT_FIELDS


class EventPreset(models.Model):
    """Of its owner, or of a club: then all who may create the club's events use it."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="event_presets"
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="event_presets"
    )
    name = models.CharField(max_length=EVENT_FIELDS["name"].length)
    # In the format of actions/event/event_settings.py.
    settings = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["name", "pk"]

    def __str__(self) -> str:
        return self.name
