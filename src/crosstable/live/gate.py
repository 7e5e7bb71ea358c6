"""Who is let in next when all places are taken: the addresses in turn, each one's requests in their order.

Somebody who sends a thousand requests at once waits behind themselves, not in front of everybody else.
"""

import asyncio
from collections import OrderedDict, deque


class Busy(Exception):
    """So many wait already that waiting makes no sense."""


class Gate:
    def __init__(self, places: int, most_waiting: int) -> None:
        self._free = places
        self._most_waiting = most_waiting
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.count = 0

    async def enter(self, who: str) -> None:
        """Raises Busy. Whoever has entered must leave."""
        if self._free > 0:
            self._free -= 1
            return
        if self.count >= self._most_waiting:
            self._send_one_away(who)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        self.count += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()
            raise

    def leave(self) -> None:
        while self._waiting:
            who, turns = next(iter(self._waiting.items()))
            turn = turns.popleft()
            self.count -= 1
            if turns:
                self._waiting.move_to_end(who)
            else:
                del self._waiting[who]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _send_one_away(self, who: str) -> None:
        """The latest request of whoever waits with the most; that may be the newcomer."""
        longest = max(self._waiting, key=lambda one: len(self._waiting[one]))
        if len(self._waiting[longest]) <= len(self._waiting.get(who, ())):
            raise Busy
        turn = self._waiting[longest].pop()
        self.count -= 1
        if not turn.done():
            turn.set_exception(Busy())
