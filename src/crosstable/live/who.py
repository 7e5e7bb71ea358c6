"""Who sends a request: a signed-in user, a visitor in a network the installation trusts, or any other visitor.

Only an existing session or token identifies a user. A cookie that names none is removed, and the request is a
visitor's: an invented cookie neither bypasses the cached pages nor counts as a user. A whole hall may share one
address, so an address is never a reason to refuse a request while slots are free.
"""

import time
from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core import signing
from django.db import Error as DatabaseError

from crosstable.accounts.backends import NO_SESSION, owner_of_session
from crosstable.accounts.limits import counted_as, is_trusted
from crosstable.accounts.tokens import owner_of_token
from crosstable.events.site import JUST_WROTE
from crosstable.live.asgi import Headers, Scope
from crosstable.live.gate import Asker, Busy, Gate, Rank
from crosstable.live.hub import ask

LONGEST = 64
ASKER = "crosstable.asker"
# Seconds for which the owner of a session is cached, and how many are.
REMEMBERED_FOR, MOST_REMEMBERED, MOST_WAITING = 10.0, 10_000, 2000
MESSAGES = CookieStorage.cookie_name
FOR_PROGRAMS = ("/api/", "/compat/")


def address_of(scope: Scope) -> str:
    """Return the address of the client; behind a trusted proxy, the one it reports."""
    client = scope.get("client")
    return str(client[0])[:LONGEST] if client else ""


def visitor_at(address: str) -> Asker:
    return Asker(Rank.TRUSTED, address) if is_trusted(address) else Asker(Rank.VISITOR, counted_as(address))


def asker(scope: Scope) -> Asker:
    found: Asker | None = scope.get(ASKER)
    return found or visitor_at(address_of(scope))


class Sessions:
    """Looks up the owner of a session or token in the database, with a short-lived cache."""

    def __init__(self) -> None:
        self._gate = Gate(1, MOST_WAITING)
        self._owners: dict[str, tuple[float, int | None]] = {}

    async def identified(self, scope: Scope) -> Scope:
        """Return the scope with the user, and without cookies that identify none."""
        if secret := _token(scope):
            return _asked_by(
                scope, await self._owner(f"Bearer {secret}", scope, partial(owner_of_token, secret))
            )
        cookies = _cookies(scope)
        personal = personal_cookies(scope)
        if not personal:
            return scope
        key = personal.get(settings.SESSION_COOKIE_NAME)
        owner = await self._owner(key, scope, partial(owner_of_session, key)) if key else NO_SESSION
        unknown = _unknown(personal, owner)
        if unknown or len(cookies) > 1:
            scope = {**scope, "headers": _with_cookies(scope, cookies, unknown)}
        return _asked_by(scope, owner)

    async def _owner(self, key: str, scope: Scope, find: Callable[[], int | None]) -> int | None:
        now = time.monotonic()
        if (seen := self._owners.get(key)) is not None and now - seen[0] < REMEMBERED_FOR:
            return seen[1]
        try:
            async with self._gate.entered(visitor_at(address_of(scope))):
                owner = await ask(find)
        except Busy:
            return NO_SESSION
        except DatabaseError:
            return None  # Django reports the error
        if len(self._owners) >= MOST_REMEMBERED:
            self._owners.clear()
        self._owners[key] = now, owner
        return owner


def _asked_by(scope: Scope, owner: int | None) -> Scope:
    if owner is None or owner == NO_SESSION:
        return scope
    return {**scope, ASKER: Asker(Rank.SIGNED_IN, f"user {owner}")}


def _token(scope: Scope) -> str:
    """Return an API client's bearer token; pages accept none."""
    if not scope["path"].startswith(FOR_PROGRAMS):
        return ""
    sent = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
    kind, _, secret = sent.decode("latin1").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def personal_cookies(scope: Scope) -> dict[str, str]:
    """Return the cookies that may identify a user. As in Django, the last one of a name counts."""
    found = {}
    for cookies in _cookies(scope):
        for part in cookies.split(";"):
            name, _, value = part.partition("=")
            if name.strip() in (settings.SESSION_COOKIE_NAME, MESSAGES, JUST_WROTE):
                found[name.strip()] = value.strip().strip('"')
    return found


def _cookies(scope: Scope) -> list[str]:
    return [value.decode("latin1") for name, value in scope["headers"] if name == b"cookie"]


def _unknown(cookies: dict[str, str], owner: int | None) -> set[str]:
    """Return the invalid cookies. Only a session can have just written; a message must have our signature."""
    unknown = set()
    if owner == NO_SESSION:
        unknown |= {settings.SESSION_COOKIE_NAME, JUST_WROTE} & cookies.keys()
    if MESSAGES in cookies and not _is_signed(cookies[MESSAGES]):
        unknown.add(MESSAGES)
    return unknown


def _is_signed(message: str) -> bool:
    try:
        signing.get_cookie_signer(salt=CookieStorage.key_salt).unsign(message)
    except signing.BadSignature:
        return False
    return True


def _with_cookies(scope: Scope, cookies: list[str], unknown: set[str]) -> Headers:
    """Return the headers with one header for all remaining cookies."""
    parts = [part for value in cookies for part in value.split(";")]
    known = [part for part in parts if part.partition("=")[0].strip() not in unknown]
    headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    return [*headers, (b"cookie", ";".join(known).encode("latin1"))] if known else headers
