"""Redirecting users to the provider, and reading who returns: the authorization code flow with PKCE.

OpenID Connect Core 1.0, 3.1; RFC 7636 (PKCE), RFC 9207 (the issuer in the answer).
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings

from crosstable.accounts.errors import ClocksDiffer, LogInDenied, Lost
from crosstable.accounts.openid.provider import (
    AnsweredNo,
    Provider,
    code_in,
    distrust,
    fetch,
    keys,
    log,
    provider,
)

# Asymmetric algorithms only: neither "none" nor those whose verification key can also sign.
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
# Seconds two clocks may differ.
LEEWAY = 60
LONGEST = 255
NEEDED = ["iss", "sub", "aud", "exp", "iat"]


@dataclass(frozen=True, slots=True)
class Flow:
    """What the browser stores while the user is at the provider: only the same browser can return."""

    state: str
    nonce: str
    verifier: str


@dataclass(frozen=True, slots=True)
class Person:
    """The person as the provider knows them. All but issuer and subject may be empty, and may change."""

    issuer: str
    subject: str
    email: str = ""
    is_confirmed: bool = False
    username: str = ""
    name: str = ""
    given_name: str = ""
    family_name: str = ""


def begin() -> Flow:
    return Flow(secrets.token_urlsafe(24), secrets.token_urlsafe(24), secrets.token_urlsafe(48))


def address(flow: Flow, back: str) -> str:
    """Return the address to redirect to. Raises Unreachable, NotTrusted."""
    there = provider().authorization
    challenge = base64.urlsafe_b64encode(hashlib.sha256(flow.verifier.encode()).digest()).rstrip(b"=")
    asked = {
        "response_type": "code",
        "client_id": settings.OIDC_CLIENT_ID,
        "redirect_uri": back,
        "scope": "openid profile email",
        "state": flow.state,
        "nonce": flow.nonce,
        "code_challenge": challenge.decode(),
        "code_challenge_method": "S256",
    }
    return f"{there}{'&' if '?' in there else '?'}{urlencode(asked)}"


def check_is_ours(flow: Flow, answer: Mapping[str, str]) -> None:
    """Raises Lost."""
    if not _same(answer.get("state"), flow.state):
        raise Lost


def person_of(flow: Flow, answer: Mapping[str, str], back: str) -> Person:
    """Return the person who logged in at the provider. Raises LogInFailed."""
    asked = provider()
    if answer.get("iss", asked.issuer) != asked.issuer:
        raise distrust("another issuer answered")
    if "error" in answer or not answer.get("code"):
        log.warning(
            "The identity provider refused the log-in: %s.", code_in(answer.get("error")) or "no code"
        )
        raise LogInDenied
    tokens = _tokens(asked, flow, answer["code"], back)
    claims = _claims(asked, flow, tokens.get("id_token"))
    return _person(asked, claims | _more(asked, claims, tokens.get("access_token")))


def _tokens(asked: Provider, flow: Flow, code: str, back: str) -> dict[str, Any]:
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": back,
        "code_verifier": flow.verifier,
        "client_id": settings.OIDC_CLIENT_ID,
    }
    secret, proof = settings.OIDC_CLIENT_SECRET, ""
    if secret and asked.takes_basic:
        pair = f"{quote(settings.OIDC_CLIENT_ID, safe='')}:{quote(secret, safe='')}"
        proof = f"Basic {base64.b64encode(pair.encode()).decode()}"
    elif secret:
        form["client_secret"] = secret
    try:
        return fetch(asked.token, form, proof)
    except AnsweredNo as no:
        raise distrust(f"it did not take the code ({no})") from None


def _claims(asked: Provider, flow: Flow, token: object) -> dict[str, Any]:
    import jwt  # 50 ms of every start, for many who never use it

    if not isinstance(token, str):
        raise distrust("it sent no ID token")
    try:
        header = jwt.get_unverified_header(token)
        if header.get("alg") not in ALGORITHMS:
            raise jwt.InvalidAlgorithmError
        claims: dict[str, Any] = jwt.decode(
            token,
            jwt.PyJWK(_key(asked, header), algorithm=header["alg"]),
            algorithms=[header["alg"]],
            audience=settings.OIDC_CLIENT_ID,
            issuer=asked.issuer,
            leeway=LEEWAY,
            options={"require": NEEDED},
        )
    except (jwt.ExpiredSignatureError, jwt.ImmatureSignatureError) as error:
        log.warning("An ID token is from another time (%s).", type(error).__name__)
        raise ClocksDiffer from None
    except (jwt.PyJWTError, ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise distrust(type(error).__name__) from None
    _check_for_us(claims, flow)
    return claims


def _check_for_us(claims: dict[str, Any], flow: Flow) -> None:
    if not _same(claims.get("nonce"), flow.nonce):
        raise distrust("an ID token of another log-in")
    is_shared = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
    if claims.get("azp", None if is_shared else settings.OIDC_CLIENT_ID) != settings.OIDC_CLIENT_ID:
        raise distrust("an ID token for another program")
    is_valid = 0 < len(claims["sub"]) <= LONGEST and claims["sub"].isprintable()
    if not is_valid or len(claims["iss"]) > LONGEST:
        raise distrust("an ID token without a usable account")


def _same(answer: object, ours: str) -> bool:
    return isinstance(answer, str) and hmac.compare_digest(answer.encode(errors="replace"), ours.encode())


def _key(asked: Provider, header: dict[str, Any]) -> dict[str, Any]:
    """Return the key the token names, fetched again if unknown, since providers rotate keys.

    Raises NotTrusted.
    """
    for refresh in (False, True):
        known = keys(asked, refresh=refresh)
        named = [key for key in known if key.get("kid") == header.get("kid")]
        if "kid" not in header and len(known) == 1:
            named = known
        if named:
            return named[0]
    raise distrust("an ID token signed with a key that is not its own")


def _more(asked: Provider, claims: dict[str, Any], token: object) -> dict[str, Any]:
    """Fetch name and address, which some providers send only on request. Raises Unreachable, NotTrusted."""
    if claims.get("email") or not asked.userinfo or not isinstance(token, str):
        return {}
    try:
        answer = fetch(asked.userinfo, authorization=f"Bearer {token}")
    except AnsweredNo as no:
        raise distrust(f"it did not say who it is ({no})") from None
    if answer.get("sub") != claims["sub"]:
        raise distrust("it described another person")
    return answer


def _person(asked: Provider, claims: dict[str, Any]) -> Person:
    def text(name: str) -> str:
        value = claims.get(name)
        return " ".join(value.replace("\0", "").split())[:LONGEST] if isinstance(value, str) else ""

    return Person(
        issuer=asked.issuer,
        subject=claims["sub"],
        email=text("email"),
        # Some providers send "true" as a string.
        is_confirmed=claims.get("email_verified") in (True, "true"),
        username=text("preferred_username"),
        name=text("name"),
        given_name=text("given_name"),
        family_name=text("family_name"),
    )
