"""Who asks, as far as the front door must know: may this request be answered from memory, and under which
key?

Only a visitor who cannot be told from another: GET or HEAD, no session, no message waiting, no credentials of a
program, and nothing written a moment ago, which this process may not have heard of yet. Cookies that are not ours were
removed before (who.py).
The key holds everything a public page may depend on, and nothing a visitor can make as long as they like, or as
many of; a response that varies on more is never kept.
"""

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils import translation

from crosstable.events.site import JUST_WROTE
from crosstable.live.asgi import Headers, Scope
from crosstable.live.who import FOR_PROGRAMS, personal_cookies

LONGEST = 255
# Screens and the code of a share link (tests/web/test_hosts_on_pages.py walks all others).
_SHOWS_IT = re.compile(r"/(b/.*|s/[^/]+/qr|t/[^/]+/(board|screens)(/.*)?)")


def is_ours(host: bytes) -> bool:
    return 0 < len(host) <= LONGEST and _is_allowed(host, tuple(settings.ALLOWED_HOSTS))


def shows_host(path: str) -> bool:
    return _SHOWS_IT.fullmatch(path) is not None


def is_set_up(host: bytes, port: int | None) -> bool:
    """Spelled as we would, with the port we listen at, the usual one or one that a setting names."""
    addresses = (settings.PUBLIC_URL, settings.PUBLIC_ADDRESS, *settings.CSRF_TRUSTED_ORIGINS)
    return host in _set_up(tuple(settings.ALLOWED_HOSTS), addresses, port)


@lru_cache(maxsize=1000)
def _is_allowed(host: bytes, names: tuple[str, ...]) -> bool:
    domain, _ = split_domain_port(host.decode("latin1"))
    return bool(domain) and validate_host(domain, names)


@lru_cache(maxsize=10)
def _set_up(names: tuple[str, ...], addresses: tuple[str, ...], port: int | None) -> frozenset[bytes]:
    plain = {name.lower() for name in names}
    known = plain | {f"{name}:{port}" for name in plain} | {urlsplit(address).netloc for address in addresses}
    return frozenset(host.encode() for host in known if host)


# A public page may vary on these and no others. Whoever sends credentials is never answered from memory.
IN_KEY = {b"host", b"cookie", b"authorization", b"accept-language", b"accept-encoding"}
_WANTED = frozenset({b"host", b"cookie", b"authorization", b"accept-language", b"x-forwarded-proto"})
_LOCALE = "django.middleware.locale.LocaleMiddleware"
# What the public pages of events ask their query for (tests/live/test_known_parameters.py compares); anything else
# makes no other page.
PARAMETERS = frozenset({b"round", b"player", b"with", b"by", b"one", b"other", b"page"})
OF_SITE_PARAMETERS = frozenset({b"q", b"game", b"club", b"page"})
_OF_EVENTS = re.compile(r"/(t/[^/]+(/(?!control|me(/|$))|$)|s/|b/)")
_OF_SITE = re.compile(r"/(|leaderboard|players/\d+|clubs(/[^/]+)?)")
# The longest parts of a request that may stay a key; what is longer is answered and not kept.
LONGEST_PATH, LONGEST_QUERY, LONGEST_CHOICE = 300, 200, 200


class Key(NamedTuple):
    """`host` is empty where the page is the same for all of ours."""

    is_secure: bool
    host: bytes
    path: str
    query: bytes
    language: str


class Visit(NamedTuple):
    """`query` is what Django is asked with. What may be made for all who ask just now is kept only under a key that
    visitors cannot multiply."""

    key: Key
    may_fill: bool
    may_keep: bool
    query: bytes


def anonymous_visit(scope: Scope) -> Visit | None:
    """The visit of somebody who could be anybody, or None."""
    if scope["method"] not in ("GET", "HEAD"):
        return None
    seen = _joined(scope["headers"])
    cookie = seen.get(b"cookie", b"")
    if _has_credentials(scope, seen) or personal_cookies(scope):
        return None
    if not is_ours(seen.get(b"host", b"")):
        return None  # Django says so
    # With a CSRF cookie Django would not set a new one, and a form's token could slip into the cache unseen:
    # such a visitor is answered from memory, but what is put there comes from a visitor without.
    may_fill = scope["method"] == "GET" and settings.CSRF_COOKIE_NAME.encode() not in cookie
    key = _key(scope, seen, cookie)
    return Visit(key, may_fill, _is_bounded(key, scope), key.query)


def asks_as_visitor(scope: Scope) -> bool:
    """`?as=visitor` shows what everybody sees; signed-in phones refresh public parts of a page by it."""
    return scope["method"] in ("GET", "HEAD") and b"as=visitor" in scope["query_string"].split(b"&")


def without_identity(scope: Scope) -> Scope:
    """Whoever has just written something stays that, and is shown what they wrote."""
    headers = [(name, value) for name, value in scope["headers"] if name not in (b"cookie", b"authorization")]
    wrote = JUST_WROTE.encode()
    if any(name == b"cookie" and wrote in value for name, value in scope["headers"]):
        headers.append((b"cookie", wrote + b"=1"))
    return {**scope, "headers": headers}


def _key(scope: Scope, headers: dict[bytes, bytes], cookie: bytes) -> Key:
    return Key(
        is_secure=is_secure(scope, headers.get(b"x-forwarded-proto")),
        host=headers[b"host"] if shows_host(scope["path"]) else b"",
        path=scope["path"],
        query=_known(scope["path"], scope["query_string"]),
        language=_language(cookie, headers.get(b"accept-language", b"")),
    )


def _has_credentials(scope: Scope, seen: dict[bytes, bytes]) -> bool:
    """Pages know no credentials but the session."""
    return b"authorization" in seen and scope["path"].startswith(FOR_PROGRAMS)


def _joined(headers: Headers) -> dict[bytes, bytes]:
    """A header sent twice counts as Django will see it: both."""
    seen: dict[bytes, bytes] = {}
    for name, value in headers:
        if name in _WANTED:
            seen[name] = seen[name] + b"," + value if name in seen else value
    return seen


def _is_bounded(key: Key, scope: Scope) -> bool:
    port = (scope.get("server") or (None, None))[1]
    is_short = len(key.path) <= LONGEST_PATH and len(key.query) <= LONGEST_QUERY
    return is_short and (not key.host or is_set_up(key.host, port))


def _known(path: str, query: bytes) -> bytes:
    """The query of a public page: known parameters in one order, each with its last value."""
    known = PARAMETERS if _OF_EVENTS.match(path) else OF_SITE_PARAMETERS if _OF_SITE.fullmatch(path) else None
    if not query or known is None:
        return query
    pairs = dict(part.partition(b"=")[::2] for part in query.split(b"&"))
    return b"&".join(name + b"=" + pairs[name] for name in sorted(known & pairs.keys()))


def is_secure(scope: Scope, protocol: bytes | None) -> bool:
    """As Django will see it (SECURE_PROXY_SSL_HEADER)."""
    if settings.BEHIND_TLS and protocol is not None:
        return protocol.partition(b",")[0].strip() == b"https"
    return bool(scope["scheme"] == "https")


def _language(cookie: bytes, accept_language: bytes) -> str:
    """The language Django will choose; one for all while the site does not choose by visitor."""
    if _LOCALE not in settings.MIDDLEWARE:
        return ""
    wanted = f"{settings.LANGUAGE_COOKIE_NAME}=".encode()
    chosen = cookie.partition(wanted)[2].partition(b";")[0]
    return _chosen(chosen[:LONGEST_CHOICE], accept_language[:LONGEST_CHOICE])


@lru_cache(maxsize=1000)
def _chosen(language: bytes, accept_language: bytes) -> str:
    request = HttpRequest()
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: language.decode("latin1")}
    request.META["HTTP_ACCEPT_LANGUAGE"] = accept_language.decode("latin1")
    return translation.get_language_from_request(request)
