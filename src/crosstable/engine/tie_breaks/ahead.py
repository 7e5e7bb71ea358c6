"""Why one entry stands ahead of another: where their tie-breaks part, as data."""

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.history import History
from crosstable.engine.model import EntryId
from crosstable.engine.standings import Row
from crosstable.engine.tie_breaks.among_tied import Compared, Procedure
from crosstable.engine.tie_breaks.registry import find_tie_break
from crosstable.engine.tie_breaks.tie_break import TieBreakValue


@dataclass(frozen=True, slots=True)
class Ahead:
    """`equal` are the tie-breaks in which the two are level; `decided_by` the first in which they are not.

    None: they share a rank and are listed by their starting numbers. `tie` are all who were still level there. `trail`
    is what a procedure of several steps compared of the two, up to the step that separated them.
    """

    ahead: Row
    behind: Row
    equal: tuple[tuple[str, TieBreakValue], ...]
    decided_by: str | None
    values: tuple[TieBreakValue, TieBreakValue] | None
    tie: tuple[EntryId, ...]
    trail: tuple[Compared, ...] = ()


def why_ahead(
    rows: Sequence[Row], codes: Sequence[str], one: EntryId, two: EntryId, history: History
) -> Ahead:
    """Compare two rows of the standings, whichever comes first. `history`: the games they are ranked by."""
    first, second = (row for row in rows if row.entry.id in (one, two))
    level = 0
    while level < len(codes) and first.values[level] == second.values[level]:
        level += 1
    tie = tuple(row.entry.id for row in rows if row.values[:level] == first.values[:level])
    equal = tuple(zip(codes[:level], first.values[:level], strict=True))
    if level == len(codes):
        return Ahead(first, second, equal, None, None, tie)
    values = first.values[level], second.values[level]
    trail = _trail(codes[level], history, tie, frozenset((one, two)))
    return Ahead(first, second, equal, codes[level], values, tie, trail)


def _trail(
    code: str, history: History, tie: Sequence[EntryId], both: frozenset[EntryId]
) -> tuple[Compared, ...]:
    procedure = find_tie_break(code).among
    if not isinstance(procedure, Procedure):
        return ()
    return tuple(one for one in procedure.comparisons(history, tie) if both <= set(one.tie))
