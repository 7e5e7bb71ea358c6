"""Style sheets, scripts and fonts, read once and served from memory under an address with a digest of their content.

`/static/<digest of all files>/…` never changes, so a browser caches it for a year; an upgrade that changes a file gives
all of them a new address. There is nothing to collect, and links between the files stay relative. Without this server
(tests, another WSGI server) and in development, WhiteNoise serves `/static/…` instead.
"""

import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import cast

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage

from crosstable.live.asgi import Headers
from crosstable.live.cache import Page, compressed, make_page


@cache
def load_static() -> dict[str, Page]:
    """Load every static file by its address, and make Django's `{% static %}` return these addresses."""
    if settings.DEBUG:
        return {}
    files = {name: path.read_bytes() for name, path in sorted(_static_files().items())}
    prefix = f"{settings.STATIC_URL}{_digest(files)}/"
    cast(StaticFilesStorage, staticfiles_storage).base_url = prefix
    return {prefix + name: _page(name, body) for name, body in files.items()}


def _page(name: str, body: bytes) -> Page:
    headers = _headers(name)
    return make_page(body, headers, "s", compressed(body, headers))


def _static_files() -> dict[str, Path]:
    files: dict[str, Path] = {}
    for finder in get_finders():
        for name, storage in finder.list([]):
            files.setdefault(name, Path(storage.path(name)))
    return files


def _digest(files: dict[str, bytes]) -> str:
    digest = hashlib.blake2b(digest_size=6)
    for name, body in files.items():
        digest.update(f"{name}\0{len(body)}\0".encode() + body)
    return digest.hexdigest()


def _headers(name: str) -> Headers:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return [
        (b"content-type", kind.encode()),
        (b"cache-control", b"public, max-age=31536000, immutable"),
        (b"vary", b"accept-encoding"),
        (b"x-content-type-options", b"nosniff"),
    ]
