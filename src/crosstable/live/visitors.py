"""Whether a request may be answered from the cache, and under which key.

Only requests of indistinguishable visitors may: GET or HEAD, no session, no message waiting, no API credentials, and
nothing written a moment ago, which this process may not know yet. who.py has removed foreign cookies before.

The key holds everything a public page may depend on, and nothing of unlimited length or number that a visitor can
invent; a response that varies on more is never cached.
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
from crosstable.languages import is_choice
from crosstable.live.asgi import Headers, Scope
from crosstable.live.who import FOR_PROGRAMS, personal_cookies

LONGEST = 255
# Displays and the QR code of a share link (tests/web/test_hosts_on_pages.py covers all others).
_SHOWS_IT = re.compile(r"/(b/.*|s/[^/]+/qr|t/[^/]+/(board|screens)(/.*)?)")


def is_ours(host: bytes) -> bool:
    return 0 < len(host) <= LONGEST and _is_allowed(host, tuple(settings.ALLOWED_HOSTS))


def shows_host(path: str) -> bool:
    return _SHOWS_IT.fullmatch(path) is not None


def is_set_up(host: bytes, port: int | None) -> bool:
    """Return whether the host is spelled canonically, with our port, the default or one from a setting."""
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


# A public page may vary on these only. A request with credentials is never answered from the cache.
IN_KEY = {b"host", b"cookie", b"authorization", b"accept-language", b"accept-encoding"}
_WANTED = frozenset({b"host", b"cookie", b"authorization", b"accept-language", b"x-forwarded-proto"})
# The query parameters that public pages of events read (tests/live/test_known_parameters.py compares); any other does
# not change the page.
PARAMETERS = frozenset({b"round", b"player", b"with", b"by", b"one", b"other", b"page"})
OF_SITE_PARAMETERS = frozenset({b"q", b"game", b"club", b"page"})
_OF_EVENTS = re.compile(r"/(t/[^/]+(/(?!control|me(/|$))|$)|s/|b/)")
_OF_SITE = re.compile(r"/(|leaderboard|players/\d+|clubs(/[^/]+)?)")
# The longest parts of a request that may be a key; a longer request is answered but not cached.
LONGEST_PATH, LONGEST_QUERY, LONGEST_CHOICE = 300, 200, 200


class Key(NamedTuple):
    """A cache key. `host` is empty if the page is the same for all our hosts."""

    is_secure: bool
    host: bytes
    path: str
    query: bytes
    language: str


class Visit(NamedTuple):
    """An anonymous request.

    `query` is passed to Django. A page rendered for all who wait for it now is cached only under a key that visitors
    cannot multiply.
    """

    key: Key
    may_fill: bool
    may_keep: bool
    query: bytes


def anonymous_visit(scope: Scope) -> Visit | None:
    """Return the visit if the request could be any visitor's, or None."""
    if scope["method"] not in ("GET", "HEAD"):
        return None
    seen = _joined(scope["headers"])
    cookie = seen.get(b"cookie", b"")
    if _has_credentials(scope, seen) or personal_cookies(scope):
        return None
    if not is_ours(seen.get(b"host", b"")):
        return None  # Django answers with the error
    # With a CSRF cookie Django would not set a new one, and a form's token could get into the cache unnoticed. Such a
    # visitor is answered from the cache, but it is filled only by visitors without the cookie.
    may_fill = scope["method"] == "GET" and settings.CSRF_COOKIE_NAME.encode() not in cookie
    key = _key(scope, seen, cookie)
    return Visit(key, may_fill, _is_bounded(key, scope), key.query)


def asks_as_visitor(scope: Scope) -> bool:
    """Return whether `?as=visitor` requests the public view, as signed-in phones do for public parts."""
    return scope["method"] in ("GET", "HEAD") and b"as=visitor" in scope["query_string"].split(b"&")


def without_identity(scope: Scope) -> Scope:
    """Remove the identity, except the language and the mark of a user who has just written and must see it."""
    headers = [(name, value) for name, value in scope["headers"] if name not in (b"cookie", b"authorization")]
    cookie = b";".join(value for name, value in scope["headers"] if name == b"cookie")
    cookies = [b"%s=1" % JUST_WROTE.encode()] if JUST_WROTE.encode() in cookie else []
    if chosen := _cookie_language(cookie):
        cookies.append(settings.LANGUAGE_COOKIE_NAME.encode() + b"=" + chosen)
    if cookies:
        headers.append((b"cookie", b"; ".join(cookies)))
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
    """Return whether there are credentials; pages accept none but the session."""
    return b"authorization" in seen and scope["path"].startswith(FOR_PROGRAMS)


def _joined(headers: Headers) -> dict[bytes, bytes]:
    """Join repeated headers, as Django will."""
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
    """Return the query of a public page: known parameters in one order, each with its last value."""
    known = PARAMETERS if _OF_EVENTS.match(path) else OF_SITE_PARAMETERS if _OF_SITE.fullmatch(path) else None
    if not query or known is None:
        return query
    pairs = dict(part.partition(b"=")[::2] for part in query.split(b"&"))
    return b"&".join(name + b"=" + pairs[name] for name in sorted(known & pairs.keys()))


def is_secure(scope: Scope, protocol: bytes | None) -> bool:
    """Return whether Django will see the request as secure (SECURE_PROXY_SSL_HEADER)."""
    if settings.BEHIND_TLS and protocol is not None:
        return protocol.partition(b",")[0].strip() == b"https"
    return bool(scope["scheme"] == "https")


def language_of(scope: Scope) -> str:
    """Return the language of the request; an empty one if the site has only one."""
    seen = _joined(scope["headers"])
    return _language(seen.get(b"cookie", b""), seen.get(b"accept-language", b""))


def _language(cookie: bytes, accept_language: bytes) -> str:
    """Return the language Django will choose; one for all unless the site chooses by visitor."""
    if not is_choice():
        return ""
    return _chosen(_cookie_language(cookie), accept_language[:LONGEST_CHOICE])


def _cookie_language(cookie: bytes) -> bytes:
    wanted = f"{settings.LANGUAGE_COOKIE_NAME}=".encode()
    return cookie.partition(wanted)[2].partition(b";")[0][:LONGEST_CHOICE]


@lru_cache(maxsize=1000)
def _chosen(language: bytes, accept_language: bytes) -> str:
    request = HttpRequest()
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: language.decode("latin1")}
    request.META["HTTP_ACCEPT_LANGUAGE"] = accept_language.decode("latin1")
    return translation.get_language_from_request(request)
