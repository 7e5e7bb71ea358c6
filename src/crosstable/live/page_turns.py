"""Whose turn it is to make a public page: one at a time, and the addresses that ask for them in turn.

Threads share one interpreter. If all the pages of a new revision were made at once, a result that is being saved, or
a player's own page, would get a small part of it. What turns out not to be kept leaves at once: it may be going to a
phone on bad wifi, and nobody waits for that.
"""

from __future__ import annotations

from crosstable.live.gate import Gate

MOST_WAITING = 1000


class PageTurns:
    def __init__(self) -> None:
        self._gate = Gate(1, MOST_WAITING)

    def turn(self, who: str) -> Turn:
        return Turn(self._gate, who)


class Turn:
    def __init__(self, gate: Gate, who: str) -> None:
        self._gate, self._who = gate, who
        self._is_inside = False

    async def wait(self) -> None:
        """Raises Busy."""
        await self._gate.enter(self._who)
        self._is_inside = True

    def leave(self) -> None:
        """Harmless when repeated, and before one was inside."""
        if self._is_inside:
            self._is_inside = False
            self._gate.leave()
