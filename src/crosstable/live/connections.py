"""One connection to the server, within bounds: a head of 16 KB that arrives within seconds, an answer that is read.

uvicorn parses; what it leaves open is closed here. When there are as many connections as the process may hold, the one
that has longest had nothing to answer makes room, and after that whoever holds the most (gate.py).
"""

from __future__ import annotations

import asyncio
import re
import sys
from http import HTTPStatus
from typing import Any

from httptools import HttpParserInvalidMethodError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from crosstable.live.asgi import refusal_said
from crosstable.live.gate import FairShare
from crosstable.live.who import visitor_at

MOST_HEAD = 16_000
# Seconds for the head of a request, for an answer nobody reads, and for the last words to somebody refused.
HEAD_PATIENCE, READ_PATIENCE, PARTING = 15.0, 60.0, 2.0
REFUSAL = (
    b"HTTP/1.1 %d %s\r\ncontent-type: %s\r\ncontent-length: %d\r\n"
    b"cache-control: no-store\r\nconnection: close\r\n\r\n%s"
)
# A method and the path behind it, whatever the method.
FIRST_LINE = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+ (/[^ ?]*)[^ ]* HTTP/1\.[01]\r?\n")
UNKNOWN_METHOD = (
    "This server does not know this method: it knows GET, HEAD, POST, PUT, PATCH and DELETE, in capitals."
)
UNREADABLE = "The request could not be understood."


class Connection(HttpToolsProtocol):
    share: FairShare[Connection]
    # Those without a request under way, in the order in which they began to wait.
    idle: dict[Connection, None]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._who, self._data = visitor_at(""), b""
        self._is_refused = self._is_in_head = self._has_ended_one = False
        # Bytes of the head in earlier pieces, in the one just received, and of neither head nor body since the last.
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
        """Make room for somebody else, at once."""
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
            # The parser hands a header over when it is whole; what it holds until then is counted here.
            self._head += 0 if self._has_ended_one else self._chunk
            if self._head > MOST_HEAD:
                self._refuse_head()
                return
        elif (between := self._between + self._chunk) > MOST_HEAD:
            self.leave()  # what follows a body in chunks: nobody honest says so much there, and the parser holds it
            return
        else:
            self._between = between
        if self._head_timer is None and (self._is_in_head or self in self.idle):
            self._head_timer = self.loop.call_later(HEAD_PATIENCE, self._head_is_late)

    def send_400_response(self, msg: str) -> None:
        """What the parser does not read. It knows all methods that are registered and stops at any other before it
        has the address: nobody can say what that address allows (405), but that there is no such method (501)."""
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
            self.headers = []  # those after a body are none of the request's: its own were the proxy's to check
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
        """Say why, and read on for a moment: closed at once, a client that still sends would never see the answer."""
        if self._is_refused or self.transport.is_closing():
            return
        self._is_refused = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False  # an answer is under way; it is the last one
            return
        phrase, (kind, body) = HTTPStatus(status).phrase.encode(), refusal_said(path, status, code, words)
        self.transport.write(REFUSAL % (status, phrase, kind, len(body), body))
        if self.share.is_full:
            self.transport.close()
        else:
            self.loop.call_later(PARTING, self.transport.close)


def bounded_connections(most: int) -> type[Connection]:
    """The class of a server's connections, which count together."""
    share: FairShare[Connection] = FairShare(most, Connection.leave)
    return type("BoundedConnection", (Connection,), {"idle": {}, "share": share})
