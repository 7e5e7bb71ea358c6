"""Request bodies, read completely before a thread is taken: small ones in memory, others in an unnamed file.

All bodies together have a limit. When it is reached, the one that has taken longest is aborted: a form takes a moment,
and a client that sends slowly on purpose is soon the slowest.
"""

from __future__ import annotations

import asyncio
import tempfile

from crosstable.events.files.uploads.limits import MAX_BYTES
from crosstable.fields import whole
from crosstable.live.asgi import Message, Receive, Scope

IN_MEMORY = 64_000
# The largest file and the form around it. A larger body is read to its end, so a browser shows the answer, but not
# stored. Above the second limit nothing is read.
MOST, BEYOND_REASON = 2 * MAX_BYTES, 20 * MAX_BYTES
MOST_AT_ONCE = 256_000_000
# Seconds in which the next piece must arrive, and in which the whole body must.
STALL, WHOLE = 30.0, 600.0


class BodyTooBig(Exception):
    """The body is too large; nothing of it is stored."""


class BodyTooSlow(Exception):
    """The body did not arrive in time, or was aborted to free space for others."""


class Gone(Exception):
    """The client has disconnected."""


class Body:
    """A body of which `size` bytes have arrived; one that is too big is counted but no longer stored."""

    def __init__(self, bodies: Bodies) -> None:
        self._bodies = bodies
        self.file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
        self.size = self.stored = 0
        self.deadline: asyncio.Timeout | None = None
        self.is_given_up = False

    def take(self, chunk: bytes) -> None:
        self.size += len(chunk)
        if self.size <= MOST:
            self.file.write(chunk)
            self._bodies.grow(self, len(chunk))
        else:
            self.close()

    def close(self) -> None:
        self.file.close()
        self._bodies.grow(self, -self.stored)


class Bodies:
    def __init__(self) -> None:
        self._under_way: dict[Body, None] = {}
        self._bytes = 0

    async def read(self, scope: Scope, receive: Receive) -> Body:
        """Read the body; the caller closes it. Raises BodyTooBig, BodyTooSlow, Gone."""
        if _announced(scope) > BEYOND_REASON:
            raise BodyTooBig
        body = Body(self)
        self._under_way[body] = None
        try:
            await self._fill(body, receive)
        except BaseException:
            body.close()
            raise
        finally:
            del self._under_way[body]
        body.file.seek(0)
        return body

    async def _fill(self, body: Body, receive: Receive) -> None:
        end = asyncio.get_running_loop().time() + WHOLE
        try:
            async with asyncio.timeout(STALL) as body.deadline:
                while _take(body, await receive(), end):
                    pass
        except TimeoutError:
            raise BodyTooSlow from None
        if body.is_given_up:
            raise BodyTooSlow
        if body.size > MOST:
            raise BodyTooBig

    def grow(self, body: Body, more: int) -> None:
        body.stored += more
        self._bytes += more
        if more > 0 and self._bytes > MOST_AT_ONCE:
            self._give_one_up()

    def _give_one_up(self) -> None:
        oldest = next((body for body in self._under_way if not body.is_given_up), None)
        if oldest is not None and oldest.deadline is not None and not oldest.deadline.expired():
            oldest.is_given_up = True
            oldest.close()
            oldest.deadline.reschedule(0.0)


def _take(body: Body, message: Message, end: float) -> bool:
    """Return whether there is more to come."""
    if message["type"] == "http.disconnect":
        raise Gone
    if body.is_given_up:
        raise BodyTooSlow
    assert body.deadline is not None
    if message.get("body"):
        body.deadline.reschedule(min(end, asyncio.get_running_loop().time() + STALL))
        body.take(message["body"])
    if body.size > BEYOND_REASON:
        raise BodyTooBig
    return bool(message.get("more_body", False))


def _announced(scope: Scope) -> int:
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return whole(length[:18].decode("latin1"), 18) or 0
