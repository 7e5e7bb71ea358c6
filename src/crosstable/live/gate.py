"""Fair shares of the server: which request is served next when all slots are taken, and which one is refused.

Signed-in users come before visitors, and within a rank clients are served in turn: a client that sends a thousand
requests waits behind its own. One slot in four goes to a visitor. While slots are free no request is refused, however
many come from one address.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

# One slot in this many goes to a waiting visitor.
ONE_IN = 4


class Rank(IntEnum):
    """When slots are short, a lower rank gives way to a higher one."""

    VISITOR = 0
    TRUSTED = 1
    SIGNED_IN = 2


class Asker(NamedTuple):
    """The user or visitor a request counts for."""

    rank: Rank
    name: str


Waiting = OrderedDict[Asker, deque[asyncio.Future[None]]]


class Busy(Exception):
    """The queue is too long to wait."""


class Gate:
    """A queue for slots. `reserved` slots are for signed-in users only; one user holds at most half of all."""

    def __init__(self, places: int, most_waiting: int, reserved: int = 0) -> None:
        self._free = places
        self._most_waiting = most_waiting
        self._reserved, self._most_of_one = reserved, max(1, places // 2)
        self._inside: Counter[Asker] = Counter()
        self._waiting: Waiting = OrderedDict()
        self._given = 0
        self.count = 0

    @asynccontextmanager
    async def entered(self, who: Asker) -> AsyncIterator[None]:
        """Hold a slot inside the block. Raises Busy."""
        await self._enter(who)
        try:
            yield
        finally:
            self._leave(who)

    async def _enter(self, who: Asker) -> None:
        if self._may_enter(who):
            self._let_in(who)
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
                self._leave(who)
            raise

    def _leave(self, who: Asker) -> None:
        self._free += 1
        self._inside[who] -= 1
        if not self._inside[who]:
            del self._inside[who]
        while (after := self._next()) is not None:
            turns = self._waiting[after]
            turn = turns.popleft()
            self.count -= 1
            if turns:
                self._waiting.move_to_end(after)
            else:
                del self._waiting[after]
            if not turn.done():
                self._given += 1
                self._let_in(after)
                turn.set_result(None)

    def _may_enter(self, who: Asker) -> bool:
        if who.rank == Rank.SIGNED_IN:
            return self._free > 0 and self._inside[who] < self._most_of_one
        return self._free > self._reserved

    def _let_in(self, who: Asker) -> None:
        self._free -= 1
        self._inside[who] += 1

    def _next(self) -> Asker | None:
        """Return the first client that may enter: a signed-in user, and regularly a visitor."""
        wants_visitor, first = self._given % ONE_IN == ONE_IN - 1, None
        for who in self._waiting:
            if self._may_enter(who):
                if (who.rank == Rank.SIGNED_IN) is not wants_visitor:
                    return who
                first = first or who
        return first

    def _send_one_away(self, who: Asker) -> None:
        """Refuse the latest request of the visitor (else user) with the most, or the new one."""
        visitors = [one for one in self._waiting if one.rank != Rank.SIGNED_IN]
        others = visitors or list(self._waiting)
        longest = max(others, key=lambda one: len(self._waiting[one]))
        makes_room = longest.rank < who.rank and who.rank == Rank.SIGNED_IN
        if not makes_room and len(self._waiting[longest]) <= len(self._waiting.get(who, ())):
            raise Busy
        if visitors == [] and who.rank != Rank.SIGNED_IN:
            raise Busy
        turn = self._waiting[longest].pop()
        if not self._waiting[longest]:
            del self._waiting[longest]
        self.count -= 1
        if not turn.done():
            turn.set_exception(Busy())


G = TypeVar("G")


class FairShare(Generic[G]):
    """Slots shared fairly between clients. `end` closes a guest, after it is removed here."""

    def __init__(self, most: int, end: Callable[[G], None]) -> None:
        self._most, self._end = most, end
        self._guests: dict[Asker, dict[G, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def is_full(self) -> bool:
        return self._count >= self._most

    def of(self, who: Asker) -> int:
        return len(self._guests.get(who, ()))

    def add(self, who: Asker, guest: G) -> bool:
        """Add the guest, and return whether there was, or could be made, a free slot."""
        if self.is_full and not self._make_room(who):
            return False
        self._guests.setdefault(who, {})[guest] = None
        self._count += 1
        return True

    def remove(self, who: Asker, guest: G) -> None:
        """Remove the guest; repeating it is harmless."""
        theirs = self._guests.get(who, {})
        if guest in theirs:
            del theirs[guest]
            self._count -= 1
            if not theirs:
                del self._guests[who]

    def _make_room(self, who: Asker) -> bool:
        lower = [one for one in self._guests if one.rank < who.rank]
        equal = [one for one in self._guests if one.rank == who.rank]
        # Replacing a guest whose client has only one more would just swap the two clients.
        return self._take_from(lower, more_than=1) or self._take_from(equal, more_than=self.of(who) + 1)

    def _take_from(self, others: list[Asker], more_than: int) -> bool:
        heaviest = max(others, key=self.of, default=None)
        if heaviest is None or self.of(heaviest) <= more_than:
            return False
        guest = next(iter(self._guests[heaviest]))
        self.remove(heaviest, guest)
        self._end(guest)
        return True
