"""Log-in and sessions.

Users log in with the username or the email address; upper and lower case do not matter. Sessions are Django's, in the
database, read by compiled SQL since every page of a signed-in user needs one. They are read every time: a user who
logged out, changed the password or was deactivated a moment ago, in any process, is signed out here.
"""

from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.accounts.names import canonical
from crosstable.database.compiled_sql import CompiledQuery


def account_named(name: str) -> User | None:
    """Find an account by username or email address.

    An exact username wins over the email address of another account.
    """
    wanted = canonical(name)
    same = Q(username__iexact=wanted) | Q(username=wanted) | Q(email__iexact=name.strip())
    accounts = list(User.objects.filter(same).order_by("pk"))
    return next(
        (user for user in accounts if canonical(user.username) == wanted), accounts[0] if accounts else None
    )


_with_player = CompiledQuery(lambda pk: User.objects.select_related("player").filter(pk=pk), int)


class UsernameOrEmail(ModelBackend):
    def get_user(self, user_id: int) -> User | None:
        """Load the user with the player: many pages need the user's entry in an event."""
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
            User().set_password(password)  # takes the same time whether or not the account exists
            return None
        return user if user.check_password(password) and self.user_can_authenticate(user) else None


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        data = data_of(str(self.session_key))
        if data is None:
            self._session_key = None
            return {}
        return self.decode(data)


def data_of(session_key: str) -> str | None:
    """Return the session's signed data; None if it does not exist or has expired."""
    row = _rows.first(session_key)
    return row[0] if row is not None and row[1] > timezone.now() else None


_rows = CompiledQuery[tuple[str, datetime]](
    lambda key: (
        SessionStore.get_model_class()
        .objects.filter(session_key=key)
        .values_list("session_data", "expire_date")
    ),
    str,
)


# The answer of owner_of_session for a key without a session.
NO_SESSION = -1


def owner_of_session(session_key: str) -> int | None:
    """Return the id of the account.

    None for a session without a log-in, NO_SESSION if there is no such session.
    """
    data = data_of(session_key)
    if data is None:
        return NO_SESSION
    user_id = SessionStore().decode(data).get(SESSION_KEY)
    return int(user_id) if user_id is not None else None
