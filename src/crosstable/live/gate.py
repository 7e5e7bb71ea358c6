"""Who is let in next when all places are taken: signed-in people before visitors, and among them each in turn.

A client that sends a thousand requests at once waits behind itself, not in front of everyone else. One place in four
goes to a visitor, so that signed-in people never keep visitors out.
"""

import asyncio
from collections import OrderedDict, deque
from enum import IntEnum
from typing import NamedTuple

# Of so many places given to people who wait, one is a visitor's.
ONE_IN = 4


class Rank(IntEnum):
    """When there is not enough for all, a lower rank makes room for a higher one."""

    VISITOR = 0
    TRUSTED = 1
    SIGNED_IN = 2


class Asker(NamedTuple):
    """Whom a request counts for."""

    rank: Rank
    name: str


Waiting = OrderedDict[Asker, deque[asyncio.Future[None]]]


class Busy(Exception):
    """So many wait already that waiting makes no sense."""


class Gate:
    def __init__(self, places: int, most_waiting: int) -> None:
        self._free = places
        self._most_waiting = most_waiting
        self._signed_in: Waiting = OrderedDict()
        self._visitors: Waiting = OrderedDict()
        self._given = 0
        self.count = 0

    async def enter(self, who: Asker) -> None:
        """Raises Busy. A caller that has entered must leave."""
        if self._free > 0:
            self._free -= 1
            return
        queue = self._queue(who)
        if self.count >= self._most_waiting:
            self._send_one_away(who)
        turn = asyncio.get_running_loop().create_future()
        queue.setdefault(who, deque()).append(turn)
        self.count += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()
            raise

    def leave(self) -> None:
        while queue := self._next_queue():
            who, turns = next(iter(queue.items()))
            turn = turns.popleft()
            self.count -= 1
            if turns:
                queue.move_to_end(who)
            else:
                del queue[who]
            if not turn.done():
                self._given += 1
                turn.set_result(None)
                return
        self._free += 1

    def _queue(self, who: Asker) -> Waiting:
        return self._signed_in if who.rank == Rank.SIGNED_IN else self._visitors

    def _next_queue(self) -> Waiting:
        visitor_is_next = self._given % ONE_IN == ONE_IN - 1
        first, second = (
            (self._visitors, self._signed_in) if visitor_is_next else (self._signed_in, self._visitors)
        )
        return first or second

    def _send_one_away(self, who: Asker) -> None:
        """The latest request of the visitor, or else of the person, with most of them; perhaps the newcomer's own."""
        queue = self._visitors or self._signed_in
        longest = max(queue, key=lambda one: len(queue[one]))
        is_own_queue = queue is self._queue(who)
        if queue is self._signed_in and not is_own_queue:
            raise Busy
        if is_own_queue and len(queue[longest]) <= len(queue.get(who, ())):
            raise Busy
        turn = queue[longest].pop()
        if not queue[longest]:
            del queue[longest]
        self.count -= 1
        if not turn.done():
            turn.set_exception(Busy())
