"""From Django's answer to a page worth keeping, or the reason to pass it on as it is.

Django marks a public page with `X-Crosstable-Revision: <tournament id>:<revision>`; the visitor never sees
it.
"""

import time
from typing import Any

from crosstable.live.asgi import Headers
from crosstable.live.cache import Stamp
from crosstable.live.environ import Answer, Application, call
from crosstable.live.page import Page, compressed, make_page
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


def render(application: Application, environ: dict[str, Any]) -> Answer:
    """In a thread: what Django answers, compressed where it is for everybody."""
    started = time.monotonic()
    answer = call(application, environ)
    if stamp_of(answer) is not None:
        answer.compressed_body = compressed(answer.body, answer.headers)
    answer.made_at = time.monotonic()
    answer.seconds = answer.made_at - started
    return answer


def stamp_of(answer: Answer) -> Stamp | None:
    """What the answer shows, if it may be kept for everybody."""
    values = dict(answer.headers)
    if answer.status != 200 or REVISION not in values or b"content-encoding" in values:
        return None
    if (
        b"set-cookie" in values
        or _is_private(values.get(b"cache-control", b""))
        or not _vary(answer.headers) <= IN_KEY
    ):
        return None
    return _parsed(values[REVISION])


def without_header(header: bytes, headers: Headers) -> Headers:
    return [(name, value) for name, value in headers if name != header]


def public_page(answer: Answer, stamp: Stamp) -> Page:
    """The browser may keep the page but asks each time, and is told in a line when nothing changed."""
    kept = [(name, value) for name, value in answer.headers if name not in REPLACED]
    vary = b", ".join(sorted(_vary(answer.headers) | {b"accept-encoding", b"cookie"}))
    headers = [*kept, (b"cache-control", b"no-cache"), (b"vary", vary)]
    return make_page(answer.body, headers, f"{stamp.tournament_id}-{stamp.revision}", answer.compressed_body)


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
