"""Tie-breaks as they are shown. A direct encounter is an order among those who are level, so it is shown as a rank.

The values of a row only have to put entries in order; for a direct encounter they are no number anybody can check.
"""

from collections.abc import Sequence
from itertools import groupby

from crosstable.engine.history import History
from crosstable.engine.model import EntryId
from crosstable.engine.standings import Row
from crosstable.engine.tie_breaks.fide.direct_encounter import Encounter, Undecided, encounters
from crosstable.engine.tie_breaks.registry import find_tie_break
from crosstable.engine.tie_breaks.tie_break import TieBreakValue

Shown = TieBreakValue | None


def shown_values(rows: Sequence[Row], codes: Sequence[str], history: History) -> dict[EntryId, list[Shown]]:
    """The values of every row, code by code; a direct encounter as its rank, None where it decides nothing."""
    values: dict[EntryId, list[Shown]] = {row.entry.id: list(row.values) for row in rows}
    for level, code in enumerate(codes):
        if shown := find_tie_break(code).display:
            for row in rows:
                values[row.entry.id][level] = shown(row.values[level])
        if find_tie_break(code).among is not None:
            for id, encounter in encounters_at(rows, level, code, history).items():
                values[id][level] = encounter.rank
    return values


def encounters_at(rows: Sequence[Row], level: int, code: str, history: History) -> dict[EntryId, Encounter]:
    """The direct encounter that is the tie-break number `level` (from 0), with why it is undecided."""
    name, *modifiers = find_tie_break(code).code.split("/")
    ranks: dict[EntryId, Encounter] = {}
    for _, level_rows in groupby(rows, key=lambda row: row.values[:level]):
        group = list(level_rows)
        if name == "DE":
            ranks |= encounters(history, [row.entry.id for row in group], "P" in modifiers)
        else:
            ranks |= _extended(group, level)
    return ranks


def _extended(group: Sequence[Row], level: int) -> dict[EntryId, Encounter]:
    """By both scores of a match nothing is missing that could be named: those it does not separate are equal."""
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
