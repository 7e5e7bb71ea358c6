"""Who stands where. A pure function of the results; nothing of it is ever stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosstable.engine.history import EntryHistory, History, history_of
from crosstable.engine.model import Entry, EntryId, Tournament
from crosstable.engine.tie_breaks import AmongTied, TieBreak, TieBreakValue, find_tie_break

USUAL_TIE_BREAKS = ("WINS", "MARGIN", "SOS", "VP")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. Entries equal in every tie-break share a rank (1, 2, 2, 4).

    `still_in` says where somebody stands in a bracket whose place is not certain: “in the final”. `codes` are the
    tie-breaks of the values.
    """

    rank: int
    entry: Entry
    history: EntryHistory
    values: tuple[TieBreakValue, ...]
    still_in: str = ""
    codes: tuple[str, ...] = ()


def standings(
    tournament: Tournament,
    tie_breaks: Sequence[str] = USUAL_TIE_BREAKS,
    after_round: int | None = None,
    history: History | None = None,
) -> list[Row]:
    """Rows by the tie-breaks in order; full equals in seed order. `history` spares making it again."""
    if history is None or after_round is not None:
        history = history_of(tournament if after_round is None else tournament.until(after_round))
    keys = _values_in_order(history, [find_tie_break(code) for code in tie_breaks])
    histories = sorted(history.values(), key=lambda h: (tuple(-v for v in keys[h.entry.id]), h.entry.seed))
    return _ranked(histories, keys, tuple(tie_breaks))


def _values_in_order(
    history: History, tie_breaks: Sequence[TieBreak]
) -> dict[EntryId, tuple[TieBreakValue, ...]]:
    """Each tie-break in turn; one that looks at the tied entries only is asked for every group still tied."""
    keys: dict[EntryId, tuple[TieBreakValue, ...]] = dict.fromkeys(history, ())
    for tie_break in tie_breaks:
        among = tie_break.among
        column = tie_break.values(history) if among is None else _among_tied(history, among, keys)
        keys = {id: (*values, column[id]) for id, values in keys.items()}
    return keys


def _among_tied(
    history: History, among: AmongTied, keys: Mapping[EntryId, tuple[TieBreakValue, ...]]
) -> dict[EntryId, TieBreakValue]:
    groups: dict[tuple[TieBreakValue, ...], list[EntryId]] = {}
    for id, values in keys.items():
        groups.setdefault(values, []).append(id)
    column: dict[EntryId, TieBreakValue] = {}
    for tied in groups.values():
        column |= among(history, tied) if len(tied) > 1 else dict.fromkeys(tied, 0)
    return column


def _ranked(
    histories: Sequence[EntryHistory],
    keys: dict[EntryId, tuple[TieBreakValue, ...]],
    codes: tuple[str, ...],
) -> list[Row]:
    rows: list[Row] = []
    for place, entry_history in enumerate(histories, start=1):
        values = keys[entry_history.entry.id]
        rank = rows[-1].rank if rows and rows[-1].values == values else place
        rows.append(Row(rank, entry_history.entry, entry_history, values, codes=codes))
    return rows
