"""A bounded number of guests, and who makes room when it is reached: whoever has the most, for whoever has fewer.

While there is room nobody is refused, however many come from one address.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

G = TypeVar("G")


class FairShare(Generic[G]):
    """`end` sends a guest away, which is forgotten here before. Those `at_home` never have to go."""

    def __init__(self, most: int, end: Callable[[G], None], is_at_home: Callable[[str], bool]) -> None:
        self._most, self._end, self._is_at_home = most, end, is_at_home
        self._guests: dict[str, dict[G, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def is_full(self) -> bool:
        return self._count >= self._most

    def of(self, who: str) -> int:
        return len(self._guests.get(who, ()))

    def add(self, who: str, guest: G) -> bool:
        """Whether there was, or could be made, room."""
        if self.is_full and not self._make_room(who):
            return False
        self._guests.setdefault(who, {})[guest] = None
        self._count += 1
        return True

    def remove(self, who: str, guest: G) -> None:
        """Harmless when repeated."""
        theirs = self._guests.get(who, {})
        if guest in theirs:
            del theirs[guest]
            self._count -= 1
            if not theirs:
                del self._guests[who]

    def _make_room(self, who: str) -> bool:
        others = [one for one in self._guests if not self._is_at_home(one)]
        heaviest = max(others, key=self.of, default=None)
        mine = 0 if self._is_at_home(who) else self.of(who)
        # Taking the place of somebody who has one more would only turn the two round.
        if heaviest is None or self.of(heaviest) <= mine + 1:
            return False
        guest = next(iter(self._guests[heaviest]))
        self.remove(heaviest, guest)
        self._end(guest)
        return True
