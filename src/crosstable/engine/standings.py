"""Who stands where. A pure function of the results; nothing of it is ever stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosstable.engine.history import EntryHistory, History, history
from crosstable.engine.model import Entry, EntryId, Tournament
from crosstable.engine.tie_breaks import AmongTied, TieBreak, TieBreakValue, find_tie_break

USUAL_TIE_BREAKS = ("WINS", "MARGIN", "SOS", "VP")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. Entries equal in every tie-break share a rank (1, 2, 2, 4)."""

    rank: int
    entry: Entry
    history: EntryHistory
    values: tuple[TieBreakValue, ...]


def standings(
    tournament: Tournament,
    tie_breaks: Sequence[str] = USUAL_TIE_BREAKS,
    after_round: int | None = None,
    known: History | None = None,
) -> list[Row]:
    """Rows by the tie-breaks in order; full equals in seed order. `known` spares a history already made."""
    if known is None or after_round is not None:
        known = history(tournament if after_round is None else tournament.until(after_round))
    keyed = _values_in_order(known, [find_tie_break(code) for code in tie_breaks])
    ordered = sorted(known.values(), key=lambda h: (tuple(-v for v in keyed[h.entry.id]), h.entry.seed))
    return _ranked(ordered, keyed)


def _values_in_order(
    known: History, tie_breaks: Sequence[TieBreak]
) -> dict[EntryId, tuple[TieBreakValue, ...]]:
    """Each tie-break in turn; one that looks at the tied entries only is asked for every group still tied."""
    keyed: dict[EntryId, tuple[TieBreakValue, ...]] = dict.fromkeys(known, ())
    for tie_break in tie_breaks:
        among = tie_break.among
        column = tie_break.values(known) if among is None else _among_tied(known, among, keyed)
        keyed = {id: (*values, column[id]) for id, values in keyed.items()}
    return keyed


def _among_tied(
    known: History, among: AmongTied, keyed: Mapping[EntryId, tuple[TieBreakValue, ...]]
) -> dict[EntryId, TieBreakValue]:
    groups: dict[tuple[TieBreakValue, ...], list[EntryId]] = {}
    for id, values in keyed.items():
        groups.setdefault(values, []).append(id)
    column: dict[EntryId, TieBreakValue] = {}
    for tied in groups.values():
        column |= among(known, tied) if len(tied) > 1 else dict.fromkeys(tied, 0)
    return column


def _ranked(ordered: Sequence[EntryHistory], keyed: dict[EntryId, tuple[TieBreakValue, ...]]) -> list[Row]:
    rows: list[Row] = []
    for place, entry_history in enumerate(ordered, start=1):
        values = keyed[entry_history.entry.id]
        rank = rows[-1].rank if rows and rows[-1].values == values else place
        rows.append(Row(rank, entry_history.entry, entry_history, values))
    return rows
