"""What a caller can put right about groups and their schedules, as types with data."""

from collections.abc import Sequence

from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId


class GroupTooSmall(EngineError):
    """A group needs two entries to have a match."""

    entries: int
    groups: int = 1
    says = "{self.entries} entries are too few for {self.groups} groups of at least two"


class NoGroups(EngineError):
    groups: int
    says = "{self.groups} groups cannot be formed"


class NoBoards(EngineError):
    boards: int
    says = "nothing can be played on {self.boards} boards"


class EntryTwice(EngineError):
    entries: Sequence[EntryId]

    def __str__(self) -> str:
        return f"entries {', '.join(map(str, self.entries))} are named more than once"


class LastByeInEvenGroup(EngineError):
    """Nobody sits out in a group of even size."""

    entry: EntryId
    group: str
    says = "entry {self.entry} cannot sit out last: nobody sits out in group {self.group}"


class LastByeUnknown(EngineError):
    entry: EntryId
    says = "entry {self.entry} is in no group"


class LastByeTwice(EngineError):
    """Only one entry of a group can sit out last."""

    entries: Sequence[EntryId]
    group: str

    def __str__(self) -> str:
        return f"entries {', '.join(map(str, self.entries))} cannot all sit out last in group {self.group}"
