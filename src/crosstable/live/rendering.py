"""From Django's response to a page worth keeping, or the reason to pass it on as it is.

Django marks a public page with `X-Crosstable-Revision: <tournament id>:<revision>`; the visitor never sees
it.
"""

from __future__ import annotations

from collections.abc import Callable

from crosstable.live.asgi import Headers, Message, Send
from crosstable.live.cache import Stamp
from crosstable.live.page import Page, make_page
from crosstable.live.visitors import IN_KEY

REVISION = b"x-crosstable-revision"
# Never in a page for everybody, or made anew for each way of sending it.
REPLACED = {
    REVISION,
    b"content-length",
    b"etag",
    b"last-modified",
    b"cache-control",
    b"vary",
    b"date",
    b"server",
}


def stamp_of(start: Message) -> Stamp | None:
    """What the response shows, if it may be kept for everybody."""
    headers = start["headers"]
    values = dict(headers)
    if start["status"] != 200 or REVISION not in values or b"content-encoding" in values:
        return None
    if (
        b"set-cookie" in values
        or _is_private(values.get(b"cache-control", b""))
        or not _vary(headers) <= IN_KEY
    ):
        return None
    return _parsed(values[REVISION])


def without_header(dropped: bytes, start: Message) -> Message:
    return {**start, "headers": [(name, value) for name, value in start["headers"] if name != dropped]}


def public_page(start: Message, body: bytes, stamp: Stamp) -> Page:
    """The browser may keep the page but asks each time, and is told in a line when nothing changed."""
    kept = [(name, value) for name, value in start["headers"] if name not in REPLACED]
    vary = b", ".join(sorted(_vary(start["headers"]) | {b"accept-encoding", b"cookie"}))
    headers = [*kept, (b"cache-control", b"no-cache"), (b"vary", vary)]
    return make_page(body, headers, f"{stamp.tournament_id}-{stamp.revision}")


def _parsed(value: bytes) -> Stamp | None:
    tournament_id, _, revision = value.partition(b":")
    return (
        Stamp(int(tournament_id), int(revision)) if tournament_id.isdigit() and revision.isdigit() else None
    )


def _is_private(cache_control: bytes) -> bool:
    return b"private" in cache_control or b"no-store" in cache_control


def _vary(headers: Headers) -> set[bytes]:
    names = b",".join(value for name, value in headers if name == b"vary")
    return {name.strip().lower() for name in names.split(b",") if name.strip()}


class Recorder:
    """Stands between Django and the visitor: holds back a page worth keeping, lets the rest through."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message = {}
        self._chunks: list[bytes] = []
        self._is_whole = False
        self.stamp: Stamp | None = None
        self.on_passing: Callable[[], None] = lambda: None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start, self.stamp = message, stamp_of(message)
            if self.stamp is None:
                self.on_passing()
                await self._send(without_header(REVISION, message))
        elif self.stamp is None:
            await self._send(message)
        else:
            self._chunks.append(message.get("body", b""))
            self._is_whole = not message.get("more_body", False)

    def page(self) -> Page | None:
        if self.stamp is None or not self._is_whole:
            return None
        return public_page(self._start, b"".join(self._chunks), self.stamp)
