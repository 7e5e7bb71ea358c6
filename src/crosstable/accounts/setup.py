"""The first account of an installation: the administrator.

`crosstable serve` prints `/setup/<token>` while there is no administrator, and until then sign-up is closed. That page
(in web) calls `may_set_up(token)` and answers 404 if it is False; its form calls `create_system_administrator(username,
email, password, token)`, shows the messages of a ValidationError next to the fields they name, answers 404 to
SetUpRefused, and logs the new user in. The token is in the data directory, readable by its owner only, and stays the
same until it has created an administrator.
"""

import contextlib
import hmac
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from crosstable.accounts.models import Player, User
from crosstable.accounts.names import canonical, why_no_username


class SetUpRefused(Exception):
    """The link is wrong or was used, or there is an administrator already."""


def is_set_up() -> bool:
    """Return whether there is an administrator. A demo needs none."""
    return settings.IS_DEMO or User.objects.filter(is_superuser=True, is_active=True).exists()


def setup_token() -> str | None:
    """Return the token of the set-up link; None once there is an administrator."""
    path = _path()
    if is_set_up():
        path.unlink(missing_ok=True)
        return None
    with contextlib.suppress(FileExistsError):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(24))
    return path.read_text().strip()


def may_set_up(token: str) -> bool:
    expected = setup_token()
    return bool(expected) and hmac.compare_digest(token.encode(), str(expected).encode())


def create_system_administrator(username: str, email: str, password: str, token: str | None = None) -> User:
    """Create the administrator and its player. With a token (the browser) only once, as the first one.

    Raises ValidationError (by field) and SetUpRefused; then nothing has changed.
    """
    claimed = contextlib.nullcontext() if token is None else _claimed(token)
    with transaction.atomic(), claimed:
        user = _valid_user(username, email, password)
        user.is_first_administrator = not User.objects.filter(is_superuser=True).exists()
        user.email_confirmed_at = timezone.now()  # the person who sets up the installation knows the address
        user.save()
        Player.objects.create(user=user, name=user.username)
    return user


def _valid_user(username: str, email: str, password: str) -> User:
    user = User(username=canonical(username), email=email.strip(), is_superuser=True, is_staff=True)
    problems: dict[str, list[str]] = {}
    if problem := why_no_username(user.username):
        problems["username"] = [problem]
    elif User.objects.filter(username__iexact=user.username).exists():
        problems["username"] = ["This username is taken."]
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        problems = error.message_dict | problems
    try:
        validate_password(password, user)
    except ValidationError as error:
        problems["password"] = error.messages
    if problems:
        raise ValidationError(problems)
    user.set_password(password)
    return user


@contextlib.contextmanager
def _claimed(token: str) -> Iterator[None]:
    """Claim the token, so no other request can use it, and restore it if this one fails.

    Of two simultaneous renames one succeeds, in whichever processes they are.
    """
    if not may_set_up(token):
        raise SetUpRefused
    mine = _path().with_suffix(f".{secrets.token_hex(4)}")
    try:
        _path().rename(mine)
    except FileNotFoundError:
        raise SetUpRefused from None
    try:
        yield
    except BaseException:
        mine.rename(_path())
        raise
    mine.unlink()


def _path() -> Path:
    return Path(settings.DATA_DIR) / "setup.token"
