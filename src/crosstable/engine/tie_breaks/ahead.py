"""Why one entry stands ahead of another: where their tie-breaks part, as data."""

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.model import EntryId
from crosstable.engine.standings import Row
from crosstable.engine.tie_breaks.tie_break import TieBreakValue


@dataclass(frozen=True, slots=True)
class Ahead:
    """`equal` are the tie-breaks in which the two are level; `decided_by` the first in which they are not.

    None: they share a rank and are listed by their starting numbers. `tie` are all who were still level there.
    """

    ahead: Row
    behind: Row
    equal: tuple[tuple[str, TieBreakValue], ...]
    decided_by: str | None
    values: tuple[TieBreakValue, TieBreakValue] | None
    tie: tuple[EntryId, ...]


def why_ahead(rows: Sequence[Row], codes: Sequence[str], one: EntryId, two: EntryId) -> Ahead:
    """Compare two rows of the standings, whichever comes first."""
    first, second = (row for row in rows if row.entry.id in (one, two))
    level = 0
    while level < len(codes) and first.values[level] == second.values[level]:
        level += 1
    tie = tuple(row.entry.id for row in rows if row.values[:level] == first.values[:level])
    equal = tuple(zip(codes[:level], first.values[:level], strict=True))
    if level == len(codes):
        return Ahead(first, second, equal, None, None, tie)
    return Ahead(first, second, equal, codes[level], (first.values[level], second.values[level]), tie)
