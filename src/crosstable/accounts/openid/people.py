"""The account here of a person from the provider: recognised, created, connected, disconnected."""

import re
import secrets
from itertools import count

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils import timezone

from crosstable.accounts.actions import LONGEST_NAME, ContactDetails, create_account
from crosstable.accounts.errors import (
    AccountClosed,
    ConnectedAlready,
    ConnectedElsewhere,
    NoAddress,
    NotConnected,
    NotSetUp,
    OnlyWayIn,
)
from crosstable.accounts.models import OpenIdAccount, User
from crosstable.accounts.names import can_be_seen, canonical, whole_name, why_no_username
from crosstable.accounts.openid.flow import Person
from crosstable.accounts.setup import is_set_up

LONGEST_USERNAME = 40
LONGEST_PART = 60
# Numbers tried after a username that is taken, before a random one.
MOST_NUMBERS = 30


def account_of(person: Person) -> User | None:
    """Raises AccountClosed."""
    row = OpenIdAccount.objects.select_related("user").filter(**_keys(person)).first()
    if row is not None and not row.user.is_active:
        raise AccountClosed
    return row.user if row else None


def has_account_here(person: Person) -> bool:
    """Return whether an account has this address.

    Only its password proves whose it is; the provider cannot.
    """
    return bool(person.email) and User.objects.filter(email__iexact=person.email, is_active=True).exists()


def sign_up_from_there(*, person: Person) -> User:
    """Create an account without a password.

    Raises NotSetUp, NotConnected, NoAddress, UsernameRefused, EmailRefused.
    """
    if not is_set_up():
        raise NotSetUp()
    if not settings.OIDC_CREATES:
        raise NotConnected
    _check_address(person.email)
    now = timezone.now()
    user = User(username=_free_username(person), email=person.email)
    user.email_confirmed_at = now if person.is_confirmed else None
    user.set_unusable_password()
    contact = ContactDetails(_part(person.given_name), _part(person.family_name))
    with transaction.atomic():
        create_account(user, _shown_name(person, user.username), contact)
        OpenIdAccount.objects.create(user=user, connected_at=now, **_keys(person))
    return user


def connect(*, user: User, person: Person) -> None:
    """Let the user log in with the provider, too; idempotent. Raises ConnectedAlready, ConnectedElsewhere."""
    name = settings.OIDC_NAME
    try:
        with transaction.atomic():
            row, _ = OpenIdAccount.objects.get_or_create(
                **_keys(person), defaults={"user": user, "connected_at": timezone.now()}
            )
    except IntegrityError:
        raise ConnectedAlready(provider=name) from None
    if row.user_id != user.pk:
        raise ConnectedElsewhere(provider=name)


def connection_of(user: User) -> OpenIdAccount | None:
    """Return the connection to the configured provider; an earlier one no longer works for log-in."""
    issuer = settings.OIDC_ISSUER.rstrip("/")
    return OpenIdAccount.objects.filter(user=user, issuer__in=(issuer, f"{issuer}/")).first()


def disconnect(*, user: User) -> None:
    """Raises OnlyWayIn."""
    if not user.has_usable_password():
        raise OnlyWayIn(provider=settings.OIDC_NAME)
    OpenIdAccount.objects.filter(user=user).delete()


def _keys(person: Person) -> dict[str, str]:
    return {"issuer": person.issuer, "subject": person.subject}


def _check_address(email: str) -> None:
    try:
        validate_email(email)
    except ValidationError:
        raise NoAddress from None


def _free_username(person: Person) -> str:
    """Return a free username, as close as possible to the one at the provider."""
    wishes = (
        person.username.partition("@")[0],
        person.name.replace(" ", "."),
        person.email.partition("@")[0],
    )
    wish = next((name for name in map(_as_username, wishes) if name), "player")
    numbers = (f"{wish[: LONGEST_USERNAME - 3]}{number}" for number in count(2))
    for name in (wish, *(next(numbers) for _ in range(MOST_NUMBERS))):
        if not User.objects.filter(username__iexact=name).exists():
            return name
    return f"{wish[: LONGEST_USERNAME - 9]}-{secrets.token_hex(4)}"


def _as_username(name: str) -> str:
    plain = re.sub(r"[^\w.+-]+", "", canonical(name))[:LONGEST_USERNAME]
    return "" if why_no_username(plain) else plain


def _shown_name(person: Person, username: str) -> str:
    names = (person.name, whole_name(person.given_name, person.family_name))
    return next((name[:LONGEST_NAME].strip() for name in names if name and can_be_seen(name)), username)


def _part(name: str) -> str:
    return name[:LONGEST_PART].strip() if can_be_seen(name) else ""
