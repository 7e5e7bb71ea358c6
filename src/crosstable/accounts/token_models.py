"""Rows for programs that act for somebody (their tokens, the requests they may repeat), and for counting tries.

Fields and constraints only; tokens.py, idempotency.py and limits.py write them.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models

from crosstable.states import Is


class Scope(models.TextChoices):
    READ = "read", "Read only"
    WRITE = "write", "Read and write"


class ApiToken(models.Model):
    """Only a digest is kept. The secret has 256 random bits, so a plain hash cannot be guessed backwards."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    # The first characters of the secret, by which its owner knows it again.
    prefix = models.CharField(max_length=12)
    scope = models.CharField(max_length=10, choices=Scope, default=Scope.READ)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]

    may_write = Is("scope", Scope.WRITE)

    def __str__(self) -> str:
        return self.name


class Tally(models.Model):
    """How often something was tried since a moment, by a digest of what it was and who tried; limits.py counts."""

    key = models.CharField(max_length=64, primary_key=True)
    since = models.DateTimeField(db_index=True)
    count = models.PositiveIntegerField()


class RememberedRequest(models.Model):
    """A write that succeeded under an idempotency key, with its answer: asked again, it is answered again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    # Method, address and body: the same key with another request is a mistake.
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="remembered_key_once_per_user")
        ]
