"""Tie-breaks of the standings for display: the values shown, and where two entries are separated.

The values of a row only have to sort entries. A direct encounter is an order among tied entries, so it is shown as a
rank.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from crosstable.engine.history import History
from crosstable.engine.model import EntryId
from crosstable.engine.standings import Row
from crosstable.engine.tie_breaks.among_tied import Compared, Procedure
from crosstable.engine.tie_breaks.fide.direct_encounter import (
    DirectEncounter,
    Encounter,
    Undecided,
    encounters,
)
from crosstable.engine.tie_breaks.registry import find_tie_break
from crosstable.engine.tie_breaks.tie_break import TieBreakValue

Shown = TieBreakValue | None


def shown_values(rows: Sequence[Row], codes: Sequence[str], history: History) -> dict[EntryId, list[Shown]]:
    """Return every row's values by code; a direct encounter as its rank, None where it decides nothing."""
    values: dict[EntryId, list[Shown]] = {row.entry.id: list(row.values) for row in rows}
    for level, code in enumerate(codes):
        tie_break = find_tie_break(code)
        if tie_break.display:
            for row in rows:
                values[row.entry.id][level] = tie_break.display(row.values[level])
        if tie_break.among is not None:
            for id, encounter in encounters_at(rows, level, code, history).items():
                values[id][level] = encounter.rank
    return values


def encounters_at(rows: Sequence[Row], level: int, code: str, history: History) -> dict[EntryId, Encounter]:
    """Return the direct encounter that is tie-break number `level` (from 0), with why it is undecided."""
    among = find_tie_break(code).among
    ranks: dict[EntryId, Encounter] = {}
    for _, level_rows in groupby(rows, key=lambda row: row.values[:level]):
        group = list(level_rows)
        if isinstance(among, DirectEncounter):
            ranks |= encounters(history, [row.entry.id for row in group], among.forfeits)
        else:
            ranks |= _extended(group, level)
    return ranks


def _extended(group: Sequence[Row], level: int) -> dict[EntryId, Encounter]:
    """With both scores of a match no reason can be named: entries it does not separate are equal."""
    values = [row.values[level] for row in group]
    if len(group) == 1:
        return {group[0].entry.id: Encounter(None, Undecided.ALONE)}
    return {
        row.entry.id: Encounter(
            1 + sum(other > value for other in values) if len(set(values)) > 1 else None,
            Undecided.EQUAL if values.count(value) > 1 else None,
        )
        for row, value in zip(group, values, strict=True)
    }


@dataclass(frozen=True, slots=True)
class Ahead:
    """`equal` are the tie-breaks in which the two are tied; `decided_by` the first in which they are not.

    None: they share a rank and are listed by their starting numbers. `tie` are all entries still tied there. `trail` is
    what a procedure of several steps compared of the two, up to the step that separated them; `encounter` the points of
    both in their games against the tied, where these decided.
    """

    ahead: Row
    behind: Row
    equal: tuple[tuple[str, TieBreakValue], ...]
    decided_by: str | None
    values: tuple[TieBreakValue, TieBreakValue] | None
    tie: tuple[EntryId, ...]
    trail: tuple[Compared, ...] = ()
    encounter: tuple[TieBreakValue, TieBreakValue] | None = None


def why_ahead(
    rows: Sequence[Row], codes: Sequence[str], one: EntryId, two: EntryId, history: History
) -> Ahead:
    """Compare two rows of the standings, in either order. `history`: the games they are ranked by."""
    first, second = (row for row in rows if row.entry.id in (one, two))
    level = 0
    while level < len(codes) and first.values[level] == second.values[level]:
        level += 1
    tie = tuple(row.entry.id for row in rows if row.values[:level] == first.values[:level])
    equal = tuple(zip(codes[:level], first.values[:level], strict=True))
    if level == len(codes):
        return Ahead(first, second, equal, None, None, tie)
    among = find_tie_break(codes[level]).among
    values = first.values[level], second.values[level]
    trail: tuple[Compared, ...] = ()
    encounter = None
    if isinstance(among, Procedure):
        both = {one, two}
        trail = tuple(compared for compared in among.comparisons(history, tie) if both <= set(compared.tie))
    elif isinstance(among, DirectEncounter):
        encounter = among.points(history, first.entry.id, tie), among.points(history, second.entry.id, tie)
    return Ahead(first, second, equal, codes[level], values, tie, trail, encounter)
