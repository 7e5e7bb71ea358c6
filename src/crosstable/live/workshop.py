"""Whose turn it is to make a public page: one at a time.

Threads share one interpreter. If all the pages of a new revision were made at once, a result that is being saved, or
a player's own page, would get a small part of it. What turns out not to be kept leaves at once: it may be going to a
phone on bad wifi, and nobody waits for that.
"""

from __future__ import annotations

import asyncio


class Workshop:
    def __init__(self) -> None:
        self._door = asyncio.Semaphore(1)

    def turn(self) -> Turn:
        return Turn(self._door)


class Turn:
    def __init__(self, door: asyncio.Semaphore) -> None:
        self._door = door
        self._is_inside = False

    async def wait(self) -> None:
        await self._door.acquire()
        self._is_inside = True

    def leave(self) -> None:
        """Harmless when repeated, and before one was inside."""
        if self._is_inside:
            self._is_inside = False
            self._door.release()
