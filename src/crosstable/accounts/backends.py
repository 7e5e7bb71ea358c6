"""Sign in with the username or the email address, whichever the person remembers; spelling does not matter."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.db.models import Q
from django.http import HttpRequest

from crosstable.accounts.models import User
from crosstable.accounts.names import canonical
from crosstable.accounts.prepared import PreparedRows


def account_named(name: str) -> User | None:
    """By username or email address. An exact username wins over somebody else's email address."""
    wanted = canonical(name)
    same = Q(username__iexact=wanted) | Q(username=wanted) | Q(email__iexact=name.strip())
    accounts = list(User.objects.filter(same).order_by("pk"))
    return next(
        (user for user in accounts if canonical(user.username) == wanted), accounts[0] if accounts else None
    )


_with_player = PreparedRows(lambda pk: User.objects.select_related("player").filter(pk=pk), int)


class UsernameOrEmail(ModelBackend):
    def get_user(self, user_id: int) -> User | None:
        """With the player: many pages ask who somebody is in an event."""
        user = _with_player.first(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        if not username or password is None:
            return None
        user = account_named(username)
        if user is None:
            User().set_password(password)  # the same time passes whether or not the account exists
            return None
        return user if user.check_password(password) and self.user_can_authenticate(user) else None
