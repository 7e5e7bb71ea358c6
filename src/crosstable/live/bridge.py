"""Django behind the door: WSGI in a pool of threads, reached through a2wsgi.

The body of a request is read here first, up to a limit, so that a phone on bad wifi keeps no thread waiting.
"""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import quote_from_bytes

from a2wsgi import WSGIMiddleware

from crosstable.live.asgi import Message, Receive, Scope, Send

MAX_BUFFERED = 1_000_000


class Django:
    def __init__(self, threads: int) -> None:
        from crosstable.wsgi import application

        # a2wsgi types the very same protocols by its own names.
        self._application: Any = WSGIMiddleware(cast(Any, application), workers=threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            receive = await _read_ahead(receive)
        await self._application(_cleaned(scope), receive, send)


def _cleaned(scope: Scope) -> Scope:
    """WSGI cannot tell `X_Forwarded_Proto` from `X-Forwarded-Proto`, so nobody may send the former."""
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    query = scope["query_string"]
    if not query.isascii():
        query = quote_from_bytes(query, safe="".join(map(chr, range(33, 127)))).encode()
    return {**scope, "headers": headers, "query_string": query}


async def _read_ahead(receive: Receive) -> Receive:
    """What has arrived so far is given again first; the rest of a large body comes as it comes."""
    message = await receive()
    chunks, size = [message.get("body", b"")], len(message.get("body", b""))
    while message.get("more_body", False) and size < MAX_BUFFERED:
        message = await receive()
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
    held: list[Message] = [{**message, "body": b"".join(chunks)}]
    if message["type"] == "http.disconnect":
        held = [message]

    async def again() -> Message:
        return held.pop() if held else await receive()

    return again
