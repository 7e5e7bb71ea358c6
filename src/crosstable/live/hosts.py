"""The names a request may call this server by. Visitors choose them, so no more of them become keys than were set up.

A name that is not ours is answered by Django alone, with 400. Ours all get the same page, except where it shows the
address somebody used: a laptop in a hall has several, and a code must lead to the one that works.
"""

import re
from functools import lru_cache
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

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
