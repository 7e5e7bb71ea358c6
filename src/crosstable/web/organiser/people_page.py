"""What the pages “Who is not here” and “Somebody came late” have in common, whatever kind of stage is played."""

from dataclasses import dataclass

from crosstable.events.models import Entry

NOT_HERE, CAME_LATE = "Who is not here", "Somebody came late"


@dataclass(frozen=True, slots=True)
class ExpectedPlayer:
    """Somebody with a match to play, who may turn out to be missing; `where` is their pool."""

    table: int | None
    entry: Entry
    where: str = ""
    is_called: bool = False
