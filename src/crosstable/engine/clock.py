"""The round clock: how long a round lasts, and how much of it is left at a given moment.

A clock waits, runs or stands still. A running one knows when it ends, one that stands still knows what is left; so
nothing has to be counted, and whoever is told these values can count for themselves. The moment is always the
caller's: nothing here looks at the time of day.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class Clock:
    """`ends_at` while it runs, `left` while it stands still; neither before it was started."""

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
        """More time for everybody (or less). Time given after the end is time from now on, not time that is gone."""
        length = self.length + by
        if self.ends_at is not None:
            since = max(self.ends_at, at) if by > NOTHING else self.ends_at
            return replace(self, length=length, ends_at=since + by)
        if self.left is not None:
            return replace(self, length=length, left=max(NOTHING, self.left + by))
        return replace(self, length=length)

    def extended(self, by: timedelta) -> Clock:
        """The clock of one table that has this much more than the others."""
        ends_at = self.ends_at + by if self.ends_at is not None else None
        left = self.left + by if self.left is not None else None
        return Clock(self.length + by, ends_at, left)

    def left_at(self, moment: datetime) -> timedelta:
        """Never less than nothing; the whole length before the start."""
        if self.ends_at is not None:
            return max(NOTHING, self.ends_at - moment)
        return self.length if self.left is None else self.left
