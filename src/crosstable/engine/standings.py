"""The standings: a pure function of the results, never stored; and decisions about tied entries.

A decision (the next tie-break, a play-off, a draw of lots) is stored as groups of entries, best first. It holds for
exactly the entries it was made about: if a corrected result makes others tied, it is ignored and the tie is open again.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256
from itertools import groupby

from crosstable.engine.history import EntryHistory, History, history_of
from crosstable.engine.model import Entry, EntryId, Points, Result, Scoring, Tournament
from crosstable.engine.scoring import outcome_points
from crosstable.engine.tie_breaks import AmongTied, TieBreak, TieBreakValue, find_tie_break

USUAL_TIE_BREAKS = ("WINS", "MARGIN", "SOS", "VP")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. Entries equal in every tie-break share a rank (1, 2, 2, 4).

    `still_in` describes an entry in a bracket whose place is not certain: “in the final”. `codes` are the tie-breaks of
    the values.
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
    """Return rows by the tie-breaks in order; full ties in seed order.

    Pass `history` to avoid building it again.
    """
    if history is None or after_round is not None:
        history = history_of(tournament if after_round is None else tournament.until(after_round))
    keys = _values_in_order(history, [find_tie_break(code) for code in tie_breaks])
    histories = sorted(history.values(), key=lambda h: (tuple(-v for v in keys[h.entry.id]), h.entry.seed))
    return _ranked(histories, keys, tuple(tie_breaks))


def _values_in_order(
    history: History, tie_breaks: Sequence[TieBreak]
) -> dict[EntryId, tuple[TieBreakValue, ...]]:
    """Apply each tie-break in order; one among tied entries only is computed for every group still tied."""
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


class Way(Enum):
    """How a tie is decided."""

    TIE_BREAK = "next tie-break"
    PLAY_OFF = "play-off"
    LOTS = "lots"


@dataclass(frozen=True, slots=True)
class Decision:
    """`groups`: the entries that were tied, best first; entries in one group are still tied.

    `note` is the code of the tie-break, the score of the play-off or the seed of the lots.
    """

    groups: tuple[tuple[EntryId, ...], ...]
    way: Way
    note: str = ""

    @property
    def entries(self) -> frozenset[EntryId]:
        return frozenset(entry for group in self.groups for entry in group)


def by_values(
    entries: Iterable[EntryId], values: Mapping[EntryId, TieBreakValue]
) -> tuple[tuple[EntryId, ...], ...]:
    """Return the groups by one more value, higher first: a further tie-break, or play-off points."""
    ordered = sorted(entries, key=lambda entry: -values[entry])
    return tuple(tuple(group) for _, group in groupby(ordered, key=lambda entry: values[entry]))


def by_play_off(games: Iterable[tuple[EntryId, EntryId, Result]], scoring: Scoring) -> Decision:
    """Decide by the points of the play-off matches; entries with equal points stay tied."""
    points: dict[EntryId, Points] = {}
    for first, second, result in games:
        for entry, outcome in ((first, result.first), (second, result.second)):
            points[entry] = points.get(entry, Points(0)) + outcome_points(scoring, outcome)
    groups = by_values(points, points)
    scores = "–".join(f"{points[entry].normalize():f}" for group in groups for entry in group)
    return Decision(groups, Way.PLAY_OFF, scores)


def draw_lots(entries: Iterable[EntryId], seed: str) -> Decision:
    """Draw lots that anyone can repeat: the SHA-256 of "seed:entry" for each entry, the lowest first.

    The order in which the entries are given does not matter. Agree on the seed before witnesses: choosing it later
    would mean choosing the result.
    """
    ordered = sorted(entries, key=lambda entry: sha256(f"{seed}:{entry}".encode()).hexdigest())
    return Decision(tuple((entry,) for entry in ordered), Way.LOTS, seed)


def levels(
    rows: Sequence[Row],
    key: Callable[[Row], Hashable],
    decisions: Sequence[Decision] = (),
    gone: Collection[int] = (),
) -> list[list[Row]]:
    """Return rows in order as groups of equal key; each decision splits the group it was made about.

    Decisions come in any order: that of a part may come before that of the whole. Entries that are `gone` neither
    create nor remove a tie.
    """
    groups = [list(group) for _, group in groupby(rows, key=key)]
    for _ in decisions:
        for decision in decisions:
            groups = [part for group in groups for part in _parted(group, decision, frozenset(gone))]
    return groups


def in_decided_order(
    rows: Sequence[Row], decisions: Sequence[Decision], gone: Collection[int] = ()
) -> list[Row]:
    """Return the standings of a pool after the decisions: entries separated by one have different ranks."""
    ranked: list[Row] = []
    for group in levels(rows, lambda row: row.rank, decisions, gone):
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank) for row in group]
    return ranked


def _parted(group: list[Row], decision: Decision, gone: frozenset[int]) -> list[list[Row]]:
    """Withdrawn entries stay in the standings; one the decision does not name comes after the others."""
    tied = {row.entry.id for row in group}
    if len(tied) < 2 or tied - gone != decision.entries - gone:
        return [group]
    parts = [[row for row in group if row.entry.id in part] for part in map(frozenset, decision.groups)]
    parts.append([row for row in group if row.entry.id not in decision.entries])
    return [part for part in parts if part]
