"""Checking passwords, limiting wrong ones, and hashing with a bounded cost.

Attempts are counted by account, in every spelling of its name. A browser that has logged in to the account before has a
cookie and its own count: a stranger cannot lock out a user's own phone. All others are counted by account and
address, and by account from anywhere. An address is never locked, since a whole hall may share it; one with very many
wrong passwords gets fewer attempts for each account.
"""

import secrets
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import signing
from django.http import HttpRequest, HttpResponse

from crosstable.accounts import limits, tokens
from crosstable.accounts.errors import PasswordRefused, TooManyTries
from crosstable.accounts.models import OpenIdAccount, User
from crosstable.accounts.names import canonical
from crosstable.slots import Slots
from crosstable.text import tr

MOST = 8
MOST_FROM_ANYWHERE = 40
# Per hour, from one address.
MOST_SIGN_UPS = 500
# From this many wrong passwords on, an address has fewer attempts for each account.
SUSPICIOUS, MOST_WHEN_SUSPICIOUS = 100, 3
COOKIE = "known-browser"
COOKIE_AGE = 365 * 24 * 3600
_SALT = "crosstable.accounts.known-browser"
HASHES = Slots("passwords", tr("other log-ins"), at_once=3, waiting=12, patience=5.0)


def check_not_locked(request: HttpRequest, name: str, account: User | None) -> None:
    """Raises TooManyTries."""
    who = _who(name, account)
    if browser := _known_browser(request, account):
        is_locked = limits.times("password", who, browser) >= MOST
    else:
        address = limits.address_of(request)
        suspicious = bool(address) and limits.times("passwords", address) >= SUSPICIOUS
        most = MOST_WHEN_SUSPICIOUS if suspicious else MOST
        is_locked = limits.times("password", who, address) >= most
        is_locked = is_locked or limits.times("password", who) >= MOST_FROM_ANYWHERE
    if is_locked:
        raise TooManyTries(minutes=limits.WINDOW // limits.MINUTE)


def note_failure(request: HttpRequest, name: str, account: User | None) -> None:
    who = _who(name, account)
    if browser := _known_browser(request, account):
        limits.note("password", who, browser)
        return
    address = limits.address_of(request)
    limits.note("password", who, address)
    limits.note("password", who)
    if address:
        limits.note("passwords", address)


def note_success(request: HttpRequest, account: User) -> None:
    who = _who("", account)
    limits.forget("password", who, limits.address_of(request))
    limits.forget("password", who, _known_browser(request, account))


def remember_browser(request: HttpRequest, response: HttpResponse, account: User) -> None:
    if not _known_browser(request, account):
        value = signing.dumps([account.pk, secrets.token_urlsafe(9)], salt=_SALT)
        response.set_cookie(
            COOKIE, value, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=request.is_secure()
        )


def count_sign_up(request: HttpRequest) -> None:
    """Count a sign-up.

    A whole hall may sign up behind one address in an hour; a script that creates accounts is slowed down. Raises
    TooManyTries.
    """
    if address := limits.address_of(request):
        limits.take("sign up", address, most=MOST_SIGN_UPS)


def confirm_password(*, user: User, password: str) -> None:
    """Check the password of a signed-in user again. Raises PasswordRefused, TooManyTries."""
    if limits.times("password again", user.pk) >= MOST:
        raise TooManyTries(minutes=limits.WINDOW // limits.MINUTE)
    if not user.has_usable_password():
        raise PasswordRefused([tr("Your account has no password yet. Set one under Account first.")])
    if not user.check_password(password):
        limits.note("password again", user.pk)
        raise PasswordRefused([tr("This is not your password.")])
    limits.forget("password again", user.pk)


def set_password(*, user: User, password: str, is_first: bool = False) -> int:
    """Set the password, and return how many tokens were revoked.

    A person who knew the old one may have created tokens, or connected an account at the identity provider: both end,
    unless it is the first password of the account.
    """
    user.set_password(password)
    user.save(update_fields=["password"])
    limits.forget("password again", user.pk)
    limits.forget("password", _who("", user))
    if not is_first:
        OpenIdAccount.objects.filter(user=user).delete()
    return tokens.revoke_all(user=user)


def _who(name: str, account: User | None) -> str:
    return f"account {account.pk}" if account else f"name {canonical(name)[:200]}"


def _known_browser(request: HttpRequest, account: User | None) -> str:
    """Return the mark of a browser that has logged in to this account; empty for any other."""
    try:
        key, mark = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=COOKIE_AGE)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(mark) if account is not None and key == account.pk else ""


class BoundedArgon2(Argon2PasswordHasher):
    """Password hashing with a bounded cost: little memory, and few hashes at a time in the installation.

    Argon2id with 19 MiB, two passes and one lane, the smallest setting OWASP recommends. Three at a time need 57 MiB,
    where Django's default of 100 MiB for each took 1.4 GB from a small server when 60 people logged in at the same
    time. Raises Busy if too many passwords are being hashed. Older hashes are replaced at the next log-in.
    """

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1

    def encode(self, password: str, salt: str) -> Any:
        with HASHES.taken():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> Any:
        with HASHES.taken():
            return super().verify(password, encoded)
