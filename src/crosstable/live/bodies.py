"""What somebody sends, read to its end before a thread is taken: small in memory, else in a file without a name.

All bodies together have a bound. When it is reached, the one under way longest is given up: a form takes a moment,
and whoever sends slowly on purpose is soon the slowest.
"""

from __future__ import annotations

import asyncio
import tempfile

from crosstable.events.files.uploads.limits import MAX_BYTES
from crosstable.fields import whole
from crosstable.live.asgi import Message, Receive, Scope

IN_MEMORY = 64_000
# A file of the largest kind and the form around it; more is read to its end, so that a browser shows the answer, but
# is not kept. Beyond all reason nothing is read.
MOST, BEYOND_REASON = 2 * MAX_BYTES, 20 * MAX_BYTES
MOST_AT_ONCE = 256_000_000
# Seconds in which something must arrive, and in which all of it must.
STALL, WHOLE = 30.0, 600.0


class BodyTooBig(Exception):
    """It does not fit; nothing of it is kept."""


class BodyTooSlow(Exception):
    """It did not arrive in time, or had to make room for others."""


class Gone(Exception):
    """Whoever sent it has hung up."""


class Body:
    """`size` has arrived; what is too big is counted and no longer kept."""

    def __init__(self, bodies: Bodies) -> None:
        self._bodies = bodies
        self.file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
        self.size = self.kept = 0
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
        self._bodies.grow(self, -self.kept)


class Bodies:
    def __init__(self) -> None:
        self._under_way: dict[Body, None] = {}
        self._bytes = 0

    async def read(self, scope: Scope, receive: Receive) -> Body:
        """Whoever gets the body closes it. Raises BodyTooBig, BodyTooSlow, Gone."""
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
        body.kept += more
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
    """Whether there is more to come."""
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
