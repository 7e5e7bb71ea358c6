"""Sign in with the username or the email address, whichever the person remembers; case does not matter."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.db.models import Q
from django.http import HttpRequest

from crosstable.accounts.models import User


class UsernameOrEmail(ModelBackend):
    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        if not username or password is None:
            return None
        found = User.objects.filter(Q(username__iexact=username) | Q(email__iexact=username)).order_by("pk")
        # An exact username wins over somebody else's email address.
        user = next((u for u in found if u.username.lower() == username.lower()), found.first())
        if user is None:
            User().set_password(password)  # the same time passes whether or not the account exists
            return None
        return user if user.check_password(password) and self.user_can_authenticate(user) else None
