"""Notifications about an event, preferences per channel, and the queue of deliveries."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from crosstable.events.models.tournament import Tournament
from crosstable.text import loaded_value, tr


class NewsKind(models.TextChoices):
    PAIRING = "pairing", tr("Your pairing is published")
    CHANGED = "changed", tr("Your pairing was changed")
    REPORTED = "reported", tr("Your opponent reported a result")
    DISPUTED = "disputed", tr("Your result is disputed")
    SETTLED = "settled", tr("Your result was confirmed, decided or entered")
    CORRECTED = "corrected", tr("A result of yours was corrected")
    UNDONE = "undone", tr("An organiser undid what you or your opponent did")
    ANNOUNCED = "announced", tr("An organiser announces something")
    CALLED = "called", tr("A player calls an organiser in an event you run")
    RULING = (
        "ruling",
        tr("Your decision is needed in an event you organise: a disputed result, a claimed entry"),
    )


class Channel(models.TextChoices):
    PAGE = "page", tr("On the page")
    PUSH = "push", tr("On the phone")
    EMAIL = "email", tr("By email")


class Notification(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=12, choices=NewsKind)
    title = models.CharField(max_length=160)
    body = models.CharField(max_length=300, blank=True)
    # Title and body as sentences (`Text.to_json`), worded in the reader's language; None in rows of older versions.
    texts = models.JSONField(null=True, blank=True)
    # A path on this installation.
    address = models.CharField(max_length=200)
    at = models.DateTimeField()
    # Stored only for the email or the push if the person does not want it on the page.
    in_inbox = models.BooleanField(default=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        indexes: ClassVar = [
            models.Index(
                fields=["user"], condition=Q(read_at=None, in_inbox=True), name="notification_unread"
            ),
        ]

    def __str__(self) -> str:
        return self.title_words

    @property
    def title_words(self) -> str:
        """The title in the reader's language."""
        return str(loaded_value((self.texts or {}).get("title", self.title)))

    @property
    def body_words(self) -> str:
        return str(loaded_value((self.texts or {}).get("body", self.body)))


class NotificationChoice(models.Model):
    """A preference that differs from the default."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=NewsKind)
    channel = models.CharField(max_length=6, choices=Channel)
    wanted = models.BooleanField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind", "channel"], name="notification_choice_once"),
        ]


class PushSubscription(models.Model):
    """A browser that receives push messages: the address its push service assigned, and its keys."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    device = models.CharField(max_length=60, blank=True)
    # A digest of the session it was created in: it ends when that logs out.
    session = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()
    last_sent_at = models.DateTimeField(null=True, blank=True)
    # Why the last attempt failed; empty if it succeeded.
    trouble = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering: ClassVar = ["created_at", "pk"]


class Delivery(models.Model):
    """A notification to be delivered by email or push. The row is deleted on delivery."""

    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=6, choices=Channel)
    subscription = models.ForeignKey(PushSubscription, null=True, on_delete=models.CASCADE, related_name="+")
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(db_index=True)
    # The process that is sending it, and until when no other process tries.
    claim = models.CharField(max_length=32, blank=True, db_index=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=200, blank=True)
    gave_up_at = models.DateTimeField(null=True, blank=True)


class NewsCursor(models.Model):
    """How far a tournament's journal has been converted to notifications."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="+")
    revision = models.PositiveIntegerField(default=0)
