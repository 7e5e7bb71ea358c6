"""The round clock: how long a round lasts, and how much of it is left at a given moment.

A clock is waiting, running or paused. A running clock stores its end, a paused one the time left, so nothing is counted
down on the server: every client can count from these values. The caller passes the moment; nothing here reads the time
of day.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class Clock:
    """`ends_at` is set while it runs, `left` while it is paused; neither before the start."""

    length: timedelta
    ends_at: datetime | None = None
    left: timedelta | None = None

    @property
    def is_running(self) -> bool:
        return self.ends_at is not None

    @property
    def is_paused(self) -> bool:
        return self.left is not None

    def started(self, at: datetime) -> Clock:
        return replace(self, ends_at=at + self.length, left=None)

    def paused(self, at: datetime) -> Clock:
        return self if self.ends_at is None else replace(self, ends_at=None, left=self.left_at(at))

    def resumed(self, at: datetime) -> Clock:
        return self if self.left is None else replace(self, ends_at=at + self.left, left=None)

    def lengthened(self, by: timedelta, at: datetime) -> Clock:
        """Add time for all tables (or remove it). Time added after the end counts from now, not from the end."""
        length = self.length + by
        if self.ends_at is not None:
            since = max(self.ends_at, at) if by > NOTHING else self.ends_at
            return replace(self, length=length, ends_at=since + by)
        if self.left is not None:
            return replace(self, length=length, left=max(NOTHING, self.left + by))
        return replace(self, length=length)

    def extended(self, by: timedelta) -> Clock:
        """Return the clock of one table that has this much more time than the others."""
        ends_at = self.ends_at + by if self.ends_at is not None else None
        left = self.left + by if self.left is not None else None
        return Clock(self.length + by, ends_at, left)

    def left_at(self, moment: datetime) -> timedelta:
        """Return the time left: never negative; the whole length before the start."""
        if self.ends_at is not None:
            return max(NOTHING, self.ends_at - moment)
        return self.length if self.left is None else self.left
