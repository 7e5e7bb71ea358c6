"""What was reckoned once for a revision, kept in this process for everybody who asks for the same revision.

Four hundred phones ask for their own page when a round is published; none can be answered with another's, but all
of them need the same standings. Whoever comes first reckons, the others wait for it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from django.db import connection

T = TypeVar("T")


class Kept(Generic[T]):
    """The most recently asked for; the least recently asked for leaves first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._values: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of this key, which names a revision. Inside a transaction rows may be ahead of the revision they
        will get, so nothing is kept then."""
        if connection.in_atomic_block:
            return make()
        with self._lock:
            if key not in self._values:
                self._values[key] = make()
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
            return self._values[key]
