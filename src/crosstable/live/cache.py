"""The cache of public pages: bytes, gzip, ETag, and the headers of each way to send a page, built once.

The ETag is weak because the plain and the compressed bytes share it. It has a digest of the content in addition to the
revision, so a page that changed for another reason (an upgrade, a new theme) never matches the old one.
"""

import gzip
import hashlib
import time
from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from sys import getsizeof

from crosstable.live.asgi import Headers, Scope, Send, answer
from crosstable.live.hub import Hub
from crosstable.live.visitors import Key

WORTH_COMPRESSING = 500
COMPRESSIBLE = (
    b"text/",
    b"application/javascript",
    b"application/json",
    b"image/svg",
    b"application/manifest",
)
# The headers that a 304 repeats of the 200 (RFC 9110, 15.4.5).
IN_304 = {b"cache-control", b"content-location", b"etag", b"expires", b"vary"}


@dataclass(frozen=True, slots=True)
class Page:
    body: bytes
    headers: Headers
    compressed_body: bytes | None
    compressed_headers: Headers
    unchanged_headers: Headers
    etag: bytes

    @property
    def size(self) -> int:
        lines = sum(len(name) + len(value) for name, value in self.headers)
        return len(self.body) + len(self.compressed_body or b"") + lines + 2000


def make_page(body: bytes, headers: Headers, tag: str, compressed_body: bytes | None = None) -> Page:
    """Build a page from the plain answer's headers; length, ETag and encoding are added here."""
    etag = f'W/"{tag}-{hashlib.blake2b(body, digest_size=8).hexdigest()}"'.encode()
    shared = [*headers, (b"etag", etag)]
    return Page(
        body=body,
        headers=[*shared, _length(body)],
        compressed_body=compressed_body,
        compressed_headers=[*shared, _length(compressed_body or b""), (b"content-encoding", b"gzip")],
        unchanged_headers=[(name, value) for name, value in shared if name in IN_304],
        etag=etag,
    )


async def answer_page(page: Page, scope: Scope, send: Send) -> None:
    """Send the page, its headers only, or a 304."""
    wanted = {
        name: value for name, value in scope["headers"] if name in (b"if-none-match", b"accept-encoding")
    }
    if matches(wanted.get(b"if-none-match"), page.etag):
        await answer(send, 304, page.unchanged_headers)
        return
    headers, body = page.headers, page.body
    if page.compressed_body is not None and takes_gzip(wanted.get(b"accept-encoding", b"")):
        headers, body = page.compressed_headers, page.compressed_body
    await answer(send, 200, headers, b"" if scope["method"] == "HEAD" else body)


def matches(if_none_match: bytes | None, etag: bytes) -> bool:
    """Compare weakly, as If-None-Match requires (RFC 9110, 13.1.2)."""
    if if_none_match is None:
        return False
    opaque = etag.removeprefix(b"W/")
    return any(tag.strip().removeprefix(b"W/") in (opaque, b"*") for tag in if_none_match.split(b","))


def takes_gzip(accept_encoding: bytes) -> bool:
    for coding in accept_encoding.lower().split(b","):
        name, _, parameters = coding.partition(b";")
        if name.strip() in (b"gzip", b"*"):
            return parameters.replace(b" ", b"").rstrip(b".0") != b"q="
    return False


def compressed(body: bytes, headers: Headers) -> bytes | None:
    """Return the gzip if it is smaller. It is slow: do not call it on the event loop."""
    kind = next((value for name, value in headers if name == b"content-type"), b"")
    if len(body) < WORTH_COMPRESSING or not kind.startswith(COMPRESSIBLE):
        return None
    smaller = gzip.compress(body, compresslevel=6, mtime=0)
    return smaller if len(smaller) < len(body) else None


def _length(body: bytes) -> tuple[bytes, bytes]:
    return b"content-length", str(len(body)).encode()


MAX_AGE, SNAPSHOT_AGE = 60.0, 1.0


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a page shows: `X-Crosstable-Revision: <tournament id>:<revision>`."""

    tournament_id: int
    revision: int


@dataclass(frozen=True, slots=True)
class KeptPage:
    stamp: Stamp
    page: Page
    size: int
    made_at: float


class PageCache:
    def __init__(self, hub: Hub, max_bytes: int) -> None:
        self._hub = hub
        self._max_bytes = max_bytes
        self._pages: OrderedDict[Key, KeptPage] = OrderedDict()
        self._keys: defaultdict[Stamp, set[Key]] = defaultdict(set)
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._pages)

    def fresh(self, key: Key) -> Page | None:
        cached = self._pages.get(key)
        if cached is None:
            return None
        age = time.monotonic() - cached.made_at
        if not self._is_good(cached.stamp, age):
            self._drop(key)
            return None
        self._pages.move_to_end(key)
        return cached.page

    def store(self, key: Key, stamp: Stamp, page: Page, made_at: float | None = None) -> None:
        """Cache the page unless a later revision was announced already, and drop pages of earlier ones."""
        self._hub.tell(stamp.tournament_id, stamp.revision)
        self._drop(key)
        if not self._is_good(stamp, 0.0):
            return
        self._drop_outdated(stamp)
        size = page.size + size_of(key)
        self._pages[key] = KeptPage(stamp, page, size, time.monotonic() if made_at is None else made_at)
        self._keys[stamp].add(key)
        self.bytes += size
        while self.bytes > self._max_bytes:
            self._drop(next(iter(self._pages)))

    def tournaments(self) -> set[int]:
        return {stamp.tournament_id for stamp in self._keys}

    def _is_good(self, stamp: Stamp, age: float) -> bool:
        if self._hub.revision(stamp.tournament_id) == stamp.revision:
            return age <= MAX_AGE
        announced = self._hub.announced(stamp.tournament_id)
        return announced is not None and stamp.revision >= announced and age <= SNAPSHOT_AGE

    def _drop_outdated(self, newest: Stamp) -> None:
        if newest in self._keys:
            return
        for stamp in [
            s for s in self._keys if s.tournament_id == newest.tournament_id and not self._is_good(s, 0.0)
        ]:
            for key in list(self._keys[stamp]):
                self._drop(key)

    def _drop(self, key: Key) -> None:
        if held := self._pages.pop(key, None):
            self.bytes -= held.size
            keys = self._keys[held.stamp]
            keys.discard(key)
            if not keys:
                del self._keys[held.stamp]


def size_of(key: Key) -> int:
    """Estimate the memory of a key, with its slots in the two dictionaries."""
    return sum(map(getsizeof, key)) + getsizeof(key) + 400
