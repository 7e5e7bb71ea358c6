"""The provider's own description, its keys, and requests to it.

Requests go only to addresses it names itself, over https (or to this computer, if the provider runs on it), without
redirects, and with limits on time and size. Only a few requests wait for it at a time, and after a failed one none does
for a while: a provider that does not answer must not hold the threads a hall needs.
"""

import hashlib
import http.client
import json
import logging
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.core.cache import cache

from crosstable.accounts.errors import LogInFailed, NotTrusted, Unreachable
from crosstable.accounts.openid import why_no_issuer

PATIENCE = 5.0
# For an answer that arrives in tiny pieces.
MOST_PATIENCE = 10.0
LARGEST = 256 * 1024
KEPT_FOR = 3600
SILENT_FOR = 15
MOST_AT_ONCE = 3
# Seconds to wait for one of those slots.
FOR_A_PLACE = 0.5
log = logging.getLogger(__name__)
_places = BoundedSemaphore(MOST_AT_ONCE)


class AnsweredNo(Exception):
    """The provider answered with an error; `code` is its error code."""

    def __init__(self, status: int, code: str) -> None:
        self.status, self.code = status, code
        super().__init__(f"{status} {code}".strip())


@dataclass(frozen=True, slots=True)
class Provider:
    issuer: str
    authorization: str
    token: str
    keys: str
    userinfo: str
    takes_basic: bool


def provider(*, refresh: bool = False) -> Provider:
    """Return its own description, cached for an hour. Raises Unreachable, NotTrusted."""
    answer = _cached(f"{settings.OIDC_ISSUER.rstrip('/')}/.well-known/openid-configuration", refresh=refresh)
    try:
        issuer = answer["issuer"]
        if issuer.rstrip("/") != settings.OIDC_ISSUER.rstrip("/"):
            raise ValueError
        return Provider(
            issuer=issuer,
            authorization=_own(answer["authorization_endpoint"]),
            token=_own(answer["token_endpoint"]),
            keys=_own(answer["jwks_uri"]),
            userinfo=_own(answer["userinfo_endpoint"]) if answer.get("userinfo_endpoint") else "",
            # The default if the provider does not specify it.
            takes_basic="client_secret_basic"
            in answer.get("token_endpoint_auth_methods_supported", ["client_secret_basic"]),
        )
    except (KeyError, TypeError, AttributeError, ValueError):
        raise distrust("its description is of another issuer, or lacks an address") from None


def keys(asked: Provider, *, refresh: bool = False) -> list[dict[str, Any]]:
    """Return the signing keys. Raises Unreachable, NotTrusted."""
    answer = _cached(asked.keys, refresh=refresh).get("keys")
    rows = [key for key in answer if isinstance(key, dict)] if isinstance(answer, list) else []
    return [key for key in rows if key.get("use", "sig") == "sig"]


def fetch(url: str, form: Mapping[str, str] | None = None, authorization: str = "") -> dict[str, Any]:
    """Send a request and parse the JSON answer. Raises Unreachable, NotTrusted, AnsweredNo."""
    if not _places.acquire(timeout=FOR_A_PLACE):
        raise Unreachable
    try:
        status, body = _ask(url, form, authorization)
    except (OSError, http.client.HTTPException) as error:
        log.warning("The identity provider cannot be reached (%s).", type(error).__name__)
        raise Unreachable from None
    finally:
        _places.release()
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        answer = None
    if status >= 500:
        log.warning("The identity provider answered %s.", status)
        raise Unreachable
    if status != 200:
        raise AnsweredNo(status, code_in(answer.get("error") if isinstance(answer, dict) else ""))
    if not isinstance(answer, dict):
        raise distrust("an answer is no object")
    return answer


def distrust(why: str) -> LogInFailed:
    """Log the reason for the administrator, without the data that was sent."""
    log.warning("The identity provider was not trusted: %s.", why)
    return NotTrusted()


def code_in(error: object) -> str:
    """Return the provider's error code if it looks like one: anything else could be an attacker's text."""
    return error if isinstance(error, str) and re.fullmatch(r"[a-z_]{1,40}", error) else ""


def _own(url: str) -> str:
    if why_no_issuer(url.partition("?")[0]) or urlsplit(url).scheme != urlsplit(settings.OIDC_ISSUER).scheme:
        raise ValueError
    return url


def _cached(url: str, *, refresh: bool = False) -> dict[str, Any]:
    key = f"openid-{hashlib.sha256(url.encode()).hexdigest()}"
    answer: dict[str, Any] | None = None if refresh else cache.get(key)
    if answer is None:
        answer = _described(url)
        if answer or not refresh:  # a good answer stays cached when the second request failed
            cache.set(key, answer, KEPT_FOR if answer else SILENT_FOR)
    if not answer:
        raise Unreachable
    return answer


def _described(url: str) -> dict[str, Any]:
    """Fetch the description; empty if the provider is silent, which is cached for a while.

    Raises NotTrusted.
    """
    try:
        return fetch(url)
    except AnsweredNo as no:
        log.warning("The identity provider answered %s where it describes itself.", no)
    except Unreachable:
        pass
    return {}


def _ask(url: str, form: Mapping[str, str] | None, authorization: str) -> tuple[int, bytes]:
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=PATIENCE)
    headers = {"Accept": "application/json"} | ({"Authorization": authorization} if authorization else {})
    if form is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        body = urlencode(form) if form is not None else None
        connection.request("GET" if form is None else "POST", path, body, headers)
        answer = connection.getresponse()
        return answer.status, _read(answer)
    finally:
        connection.close()


def _read(answer: http.client.HTTPResponse) -> bytes:
    body, until = b"", time.monotonic() + MOST_PATIENCE
    while part := answer.read1(64 * 1024):
        body += part
        if len(body) > LARGEST or time.monotonic() > until:
            raise OSError("more than it should say, or too slowly")
    return body
