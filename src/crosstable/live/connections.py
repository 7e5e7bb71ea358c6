"""One connection to the server, with limits: a head of 16 KB that arrives within seconds, an answer that is read.

uvicorn parses; the limits it lacks are here. When the process holds as many connections as it may, the one idle longest
is closed, and after that one of the client with the most (gate.py).
"""

from __future__ import annotations

import asyncio
import re
import sys
from http import HTTPStatus
from typing import Any

from httptools import HttpParserInvalidMethodError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from crosstable.live.asgi import refusal_body
from crosstable.live.gate import FairShare
from crosstable.live.who import visitor_at

MOST_HEAD = 16_000
# Seconds for the head of a request, for an answer the client does not read, and for the last answer to a refused
# client.
HEAD_PATIENCE, READ_PATIENCE, PARTING = 15.0, 60.0, 2.0
REFUSAL = (
    b"HTTP/1.1 %d %s\r\ncontent-type: %s\r\ncontent-length: %d\r\n"
    b"cache-control: no-store\r\nconnection: close\r\n\r\n%s"
)
# Any method, and the path after it.
FIRST_LINE = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+ (/[^ ?]*)[^ ]* HTTP/1\.[01]\r?\n")
# English: without a readable head no language is known.
UNKNOWN_METHOD = "The method is unknown. The methods are GET, HEAD, POST, PUT, PATCH and DELETE, in capitals."
UNREADABLE = "The request could not be parsed."


class Connection(HttpToolsProtocol):
    share: FairShare[Connection]
    # Connections without a request under way, longest idle first.
    idle: dict[Connection, None]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._who, self._data = visitor_at(""), b""
        self._is_refused = self._is_in_head = self._has_ended_one = False
        # Bytes of the head in earlier pieces, in the piece just received, and outside head and body since the last.
        self._head = self._chunk = self._between = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._read_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._who = visitor_at(self.client[0] if self.client else "")
        if self.share.is_full and self.idle:
            next(iter(self.idle)).leave()
        if not self.share.add(self._who, self):
            self._refuse(503, "busy", "Too many connections. Try again in a moment.")
            return
        self.idle[self] = None
        self._head_timer = self.loop.call_later(HEAD_PATIENCE, self._head_is_late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        for timer in (self._head_timer, self._read_timer):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def leave(self) -> None:
        """Close this connection immediately to free a slot."""
        self._forget()
        self.transport.abort()

    def _forget(self) -> None:
        self.idle.pop(self, None)
        self.share.remove(self._who, self)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        self._chunk, self._has_ended_one = len(data), False
        self._data = data
        super().data_received(data)
        self._data = b""
        if self.parser is None or self._is_refused:
            return
        if self._is_in_head:
            # The parser hands over complete headers only; what it buffers until then is counted here.
            self._head += 0 if self._has_ended_one else self._chunk
            if self._head > MOST_HEAD:
                self._refuse_head()
                return
        elif (between := self._between + self._chunk) > MOST_HEAD:
            self.leave()  # trailers or chunk extensions this large are an attack, and the parser buffers them
            return
        else:
            self._between = between
        if self._head_timer is None and (self._is_in_head or self in self.idle):
            self._head_timer = self.loop.call_later(HEAD_PATIENCE, self._head_is_late)

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser cannot read.

        It knows all registered methods and stops at any other before the address, so the methods allowed there (405)
        are unknown; the answer is 501.
        """
        first = FIRST_LINE.match(self._data)
        path = first[1].decode("latin1") if first else ""
        if first and isinstance(sys.exception(), HttpParserInvalidMethodError):
            self._refuse(501, "unknown-method", UNKNOWN_METHOD, path)
        else:
            self._refuse(400, "bad-request", UNREADABLE, path)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head, self._head = True, 0

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
        if self._head + self._chunk > MOST_HEAD and self._size_of_head() > MOST_HEAD:
            self._refuse_head()
        elif not self._is_refused:
            self.idle.pop(self, None)
            super().on_headers_complete()
            self.headers = []  # trailers must not become headers of the request: the proxy has checked only its own
        self._between = -self._chunk

    def on_body(self, body: bytes) -> None:
        self._between = -self._chunk
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._has_ended_one = True
        if not self._is_refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline and not self.transport.is_closing():
            self.idle[self] = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_timer = self.loop.call_later(READ_PATIENCE, self.leave)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _size_of_head(self) -> int:
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)

    def _head_is_late(self) -> None:
        self._head_timer = None
        if self._head:
            self._refuse(408, "too-slow", "The request did not arrive in time.")
        else:
            self.transport.close()

    def _refuse_head(self) -> None:
        self._refuse(431, "too-large", f"The headers of a request have at most {MOST_HEAD} bytes.")

    def _refuse(self, status: int, code: str, words: str, path: str = "") -> None:
        """Send the reason and read on briefly: a client that still sends would not see it otherwise."""
        if self._is_refused or self.transport.is_closing():
            return
        self._is_refused = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False  # an answer is under way; it is the last one
            return
        phrase, (kind, body) = HTTPStatus(status).phrase.encode(), refusal_body(path, status, code, words)
        self.transport.write(REFUSAL % (status, phrase, kind, len(body), body))
        if self.share.is_full:
            self.transport.close()
        else:
            self.loop.call_later(PARTING, self.transport.close)


def bounded_connections(most: int) -> type[Connection]:
    """Return the connection class of a server; its connections share one count."""
    share: FairShare[Connection] = FairShare(most, Connection.leave)
    return type("BoundedConnection", (Connection,), {"idle": {}, "share": share})
