"""People. A User can sign in; a Player is somebody in the directory, with or without an account."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


class User(AbstractUser):
    """An account. `is_superuser` marks the system administrator."""

    email = models.EmailField("email address")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_unique",
                violation_error_message="An account with this email address exists already.",
            ),
            models.UniqueConstraint(
                Lower("username"),
                name="user_username_unique",
                violation_error_message="This username is taken.",
            ),
        ]


class Player(models.Model):
    """A person in the directory: who the ratings and the histories belong to."""

    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="player")
    name = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


from crosstable.accounts.access import ApiToken, RememberedRequest, Scope  # noqa: E402

__all__ = ["ApiToken", "Player", "RememberedRequest", "Scope", "User"]
