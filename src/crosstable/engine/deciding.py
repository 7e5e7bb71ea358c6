"""Level entries, and what people decide about them: the next tie-break, a play-off, lots.

A decision is kept as groups of entries, best first. It holds for exactly the entries it was made about: if a corrected
result makes others level, it is left aside and the tie is open again.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256
from itertools import groupby

from crosstable.engine.model import EntryId, Points, Result, Scoring
from crosstable.engine.scoring import outcome_points
from crosstable.engine.standings import Row
from crosstable.engine.tie_breaks import TieBreakValue


class Way(Enum):
    """How a tie is decided."""

    TIE_BREAK = "next tie-break"
    PLAY_OFF = "play-off"
    LOTS = "lots"


@dataclass(frozen=True, slots=True)
class Decision:
    """`groups`: those who were level, best first; who is in one group is level still. `note` says by what: the code of
    the tie-break, the score of the play-off, the seed of the lots."""

    groups: tuple[tuple[EntryId, ...], ...]
    way: Way
    note: str = ""

    @property
    def entries(self) -> frozenset[EntryId]:
        return frozenset(entry for group in self.groups for entry in group)


def by_values(
    entries: Iterable[EntryId], values: Mapping[EntryId, TieBreakValue]
) -> tuple[tuple[EntryId, ...], ...]:
    """The groups by one more value, higher first: a further tie-break, or the points of a play-off."""
    ordered = sorted(entries, key=lambda entry: -values[entry])
    return tuple(tuple(group) for _, group in groupby(ordered, key=lambda entry: values[entry]))


def by_play_off(games: Iterable[tuple[EntryId, EntryId, Result]], scoring: Scoring) -> Decision:
    """By the points of the matches that were played about it; who has as many as another is level still."""
    points: dict[EntryId, Points] = {}
    for first, second, result in games:
        for entry, outcome in ((first, result.first), (second, result.second)):
            points[entry] = points.get(entry, Points(0)) + outcome_points(scoring, outcome)
    groups = by_values(points, points)
    scores = "–".join(f"{points[entry].normalize():f}" for group in groups for entry in group)
    return Decision(groups, Way.PLAY_OFF, scores)


def draw_lots(entries: Iterable[EntryId], seed: str) -> Decision:
    """Lots anybody can draw again: the SHA-256 of "seed:entry" for each entry, the lowest first.

    The order in which the entries are named does not matter. Agree on the seed before witnesses: a later one would let
    somebody choose.
    """
    ordered = sorted(entries, key=lambda entry: sha256(f"{seed}:{entry}".encode()).hexdigest())
    return Decision(tuple((entry,) for entry in ordered), Way.LOTS, seed)


def levels(
    rows: Sequence[Row],
    key: Callable[[Row], Hashable],
    decisions: Sequence[Decision] = (),
    gone: Collection[int] = (),
) -> list[list[Row]]:
    """Rows in order as groups of equal key; each decision parts the group it was made about, in whatever order they
    come: that of a part may stand before that of the whole. Entries that are `gone` neither make nor unmake a tie."""
    groups = [list(group) for _, group in groupby(rows, key=key)]
    for _ in decisions:
        for decision in decisions:
            groups = [part for group in groups for part in _parted(group, decision, frozenset(gone))]
    return groups


def in_decided_order(
    rows: Sequence[Row], decisions: Sequence[Decision], gone: Collection[int] = ()
) -> list[Row]:
    """The table of a pool after the decisions: entries separated by one have ranks of their own."""
    ranked: list[Row] = []
    for group in levels(rows, lambda row: row.rank, decisions, gone):
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank) for row in group]
    return ranked


def _parted(group: list[Row], decision: Decision, gone: frozenset[int]) -> list[list[Row]]:
    """Those who have left stay in the table; one the decision does not name comes after the others."""
    tied = {row.entry.id for row in group}
    if len(tied) < 2 or tied - gone != decision.entries - gone:
        return [group]
    parts = [[row for row in group if row.entry.id in part] for part in map(frozenset, decision.groups)]
    parts.append([row for row in group if row.entry.id not in decision.entries])
    return [part for part in parts if part]
