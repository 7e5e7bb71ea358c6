"""The first account of an installation, the administrator, and the name and time zone of the installation.

`crosstable serve` prints `/setup/<token>` while there is no administrator, and until then sign-up is closed. `/setup`
hands the link to a browser on this machine (`is_from_this_machine`), and to no other. The page of the link (in web)
calls `may_set_up(token)` and answers 404 if it is False; its form calls `create_system_administrator(username, email,
password, token)`, shows the messages of a ValidationError next to the fields they name, answers 404 to SetUpRefused,
and logs the new user in. The token is in the data directory, readable by its owner only, and stays the same until it
has created an administrator.
"""

import contextlib
import hmac
import os
import re
import secrets
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from crosstable.accounts.errors import BadValue
from crosstable.accounts.models import Player, User
from crosstable.accounts.names import canonical, why_no_username
from crosstable.accounts.permissions import check_may, is_system_administrator
from crosstable.installation import LONGEST_NAME, is_time_zone, no_time_zone, store_name, store_time_zone
from crosstable.text import tr

FIXED_TIME_ZONE = tr(
    "CROSSTABLE_TIME_ZONE sets the time zone: {zone}. To choose one here, remove the variable and restart the server."
)

FIXED_NAME = tr(
    "CROSSTABLE_NAME sets the name: {name}. To choose one here, remove the variable and restart the server."
)
# Headers that proxies add: a request with one of them did not begin on this machine.
FORWARDED = (
    "HTTP_FORWARDED",
    "HTTP_VIA",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_REAL_IP",
)
LOOPBACK = re.compile(r"(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?")


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


def is_from_this_machine(request: HttpRequest) -> bool:
    """Return whether a browser on this machine sent the request, to an address that only this machine has.

    The name of the host is compared, too: another site's name may lead here (DNS rebinding).
    """
    if settings.BEHIND_TLS or any(header in request.META for header in FORWARDED):
        return False
    address = str(request.META.get("REMOTE_ADDR", ""))
    try:
        is_loopback = ip_address(address).is_loopback
    except ValueError:
        return False
    return is_loopback and LOOPBACK.fullmatch(request.get_host()) is not None


def may_set_up(token: str) -> bool:
    expected = setup_token()
    return bool(expected) and hmac.compare_digest(token.encode(), str(expected).encode())


def create_system_administrator(
    username: str, email: str, password: str, token: str | None = None, time_zone: str = "", place: str = ""
) -> User:
    """Create the administrator and its player. With a token (the browser) only once, as the first one. Store the time
    zone and the name of the installation if they are chosen.

    Raises ValidationError (by field) and SetUpRefused; then nothing has changed.
    """
    claimed = contextlib.nullcontext() if token is None else _claimed(token)
    with transaction.atomic(), claimed:
        user = _valid_user(username, email, password)
        if time_zone:
            _choose_time_zone(time_zone)
        if place.strip():
            _choose_name(place)
        user.is_first_administrator = not User.objects.filter(is_superuser=True).exists()
        user.email_confirmed_at = timezone.now()  # the person who sets up the installation knows the address
        user.save()
        Player.objects.create(user=user, name=user.username)
    return user


def set_time_zone(*, name: str, by: User) -> None:
    """Choose the installation's time zone; it applies from the next request on. Raises NotAllowed, BadValue."""
    check_may(is_system_administrator(by), tr("Only system administrators can do this."))
    try:
        _choose_time_zone(name)
    except ValidationError as error:
        raise BadValue(error.message_dict["time_zone"][0], "time_zone") from error


def _choose_time_zone(name: str) -> None:
    """Store the zone. Raises ValidationError if it is no zone, or not the one of CROSSTABLE_TIME_ZONE."""
    if not is_time_zone(name):
        raise ValidationError({"time_zone": [no_time_zone(name)]})
    if not settings.HAS_FIXED_TIME_ZONE:
        store_time_zone(Path(settings.DATA_DIR), name)
    elif name != settings.TIME_ZONE:
        raise ValidationError({"time_zone": [FIXED_TIME_ZONE.filled(zone=settings.TIME_ZONE)]})


def set_name(*, name: str, by: User) -> None:
    """Choose the name of the installation; empty is the usual one. Raises NotAllowed, BadValue."""
    check_may(is_system_administrator(by), tr("Only system administrators can do this."))
    try:
        _choose_name(name)
    except ValidationError as error:
        raise BadValue(error.message_dict["place"][0], "place") from error


def _choose_name(name: str) -> None:
    """Store the name. Raises ValidationError if it is too long, or CROSSTABLE_NAME sets another."""
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME:
        too_long = tr(
            "The name has at most {most} characters, for example “Riverside club”.", most=LONGEST_NAME
        )
        raise ValidationError({"place": [too_long]})
    if not settings.INSTALLATION_NAME:
        store_name(Path(settings.DATA_DIR), name)
    elif name != settings.INSTALLATION_NAME:
        raise ValidationError({"place": [FIXED_NAME.filled(name=settings.INSTALLATION_NAME)]})


def _valid_user(username: str, email: str, password: str) -> User:
    user = User(username=canonical(username), email=email.strip(), is_superuser=True, is_staff=True)
    problems: dict[str, list[str]] = {}
    if problem := why_no_username(user.username):
        problems["username"] = [problem]
    elif User.objects.filter(username__iexact=user.username).exists():
        problems["username"] = [tr("This username is taken.")]
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
