"""A bounded number of guests, and who makes room when it is reached: the one with the most, for one with fewer.

While there is room no guest is refused, however many come from one address. A lower rank makes room for a higher one,
never the other way round.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from crosstable.live.gate import Asker

G = TypeVar("G")


class FairShare(Generic[G]):
    """`end` sends a guest away, which is forgotten here before."""

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
        """Whether there was, or could be made, room."""
        if self.is_full and not self._make_room(who):
            return False
        self._guests.setdefault(who, {})[guest] = None
        self._count += 1
        return True

    def remove(self, who: Asker, guest: G) -> None:
        """Harmless when repeated."""
        theirs = self._guests.get(who, {})
        if guest in theirs:
            del theirs[guest]
            self._count -= 1
            if not theirs:
                del self._guests[who]

    def _make_room(self, who: Asker) -> bool:
        lower = [one for one in self._guests if one.rank < who.rank]
        equal = [one for one in self._guests if one.rank == who.rank]
        # Taking the place of a guest who has one more would only turn the two round.
        return self._take_from(lower, more_than=1) or self._take_from(equal, more_than=self.of(who) + 1)

    def _take_from(self, others: list[Asker], more_than: int) -> bool:
        heaviest = max(others, key=self.of, default=None)
        if heaviest is None or self.of(heaviest) <= more_than:
            return False
        guest = next(iter(self._guests[heaviest]))
        self.remove(heaviest, guest)
        self._end(guest)
        return True
