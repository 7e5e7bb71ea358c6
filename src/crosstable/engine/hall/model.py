"""A match as the hall sees it, and the evening it is played in."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

NOTHING = timedelta(0)


class Progress(Enum):
    WAITING = "waiting"
    CALLED = "called"
    IN_PLAY = "in play"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class HallMatch:
    """`order` says whose turn it is, the round first: (round, slot) in pools, (depth, position) in a bracket.

    `persons` are all who are needed, so a doubles match has four. A match of a bracket that nobody has reached yet
    needs no persons and `waits_for` matches. `board` is the planned one, and where it is played once it is called;
    `boards` are those it may be planned for, None for any.
    """

    number: int
    order: tuple[int, ...]
    persons: frozenset[int]
    board: int | None = None
    progress: Progress = Progress.WAITING
    waits_for: frozenset[int] = frozenset()
    started: datetime | None = None
    ended: datetime | None = None
    lasts: timedelta | None = None
    """Where it is not as long as the others: a final over more games."""
    boards: frozenset[int] | None = None

    @property
    def is_on(self) -> bool:
        """It holds its board and its persons."""
        return self.progress in (Progress.CALLED, Progress.IN_PLAY)


@dataclass(frozen=True, slots=True)
class Board:
    """Open all evening unless it says from when or until when."""

    number: int
    opens: datetime | None = None
    closes: datetime | None = None


@dataclass(frozen=True, slots=True)
class Break:
    """Nothing is played in it; a match that would reach into it starts after it."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Evening:
    """`rest` is the least time between two matches of a person. Without `ends` it may last as long as it takes."""

    start: datetime
    match: timedelta
    boards: tuple[Board, ...]
    breaks: tuple[Break, ...] = ()
    rest: timedelta = NOTHING
    ends: datetime | None = None

    def length(self, match: HallMatch) -> timedelta:
        return self.match if match.lasts is None else match.lasts
