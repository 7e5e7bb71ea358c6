"""What a caller can put right about groups and their schedules, as types with data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId


@dataclass(eq=False)
class GroupTooSmall(EngineError):
    """A group needs two entries to have a match."""

    entries: int
    groups: int = 1

    def __str__(self) -> str:
        return f"{self.entries} entries are too few for {self.groups} groups of at least two"


@dataclass(eq=False)
class NoGroups(EngineError):
    groups: int

    def __str__(self) -> str:
        return f"{self.groups} groups cannot be formed"


@dataclass(eq=False)
class NoBoards(EngineError):
    boards: int

    def __str__(self) -> str:
        return f"nothing can be played on {self.boards} boards"


@dataclass(eq=False)
class EntryTwice(EngineError):
    entries: Sequence[EntryId]

    def __str__(self) -> str:
        return f"entries {', '.join(map(str, self.entries))} are named more than once"


@dataclass(eq=False)
class LastByeInEvenGroup(EngineError):
    """Nobody sits out in a group of even size."""

    entry: EntryId
    group: str

    def __str__(self) -> str:
        return f"entry {self.entry} cannot sit out last: nobody sits out in group {self.group}"


@dataclass(eq=False)
class LastByeUnknown(EngineError):
    entry: EntryId

    def __str__(self) -> str:
        return f"entry {self.entry} is in no group"


@dataclass(eq=False)
class LastByeTwice(EngineError):
    """Only one entry of a group can sit out last."""

    entries: Sequence[EntryId]
    group: str

    def __str__(self) -> str:
        return f"entries {', '.join(map(str, self.entries))} cannot all sit out last in group {self.group}"
