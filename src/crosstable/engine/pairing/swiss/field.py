"""The entries to be paired, in rank order, as plain numbers: level, meetings, earlier byes.

From here on a player is a position in the ranking, 0 the best; the modules below know no entries or rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.history import EntryHistory, history_of
from crosstable.engine.model import ByeKind, EntryId, Outcome, Tournament
from crosstable.engine.pairing.swiss.options import GroupBy, SwissOptions
from crosstable.engine.tie_breaks import TIE_BREAKS

Pair = tuple[int, int]
"""Two positions, the higher ranked (the smaller number) first."""

Meetings = dict[EntryId, Counter[EntryId]]

FORBIDDEN = 1000


@dataclass(frozen=True)
class Field:
    """`levels` are the levels of the ladder of groups present, 0 the best, without gaps."""

    ids: tuple[EntryId, ...]
    levels: tuple[int, ...]
    meetings: tuple[Mapping[int, int], ...]
    byes: tuple[int, ...]

    @property
    def size(self) -> int:
        return len(self.ids)

    @cached_property
    def familiarity(self) -> int:
        """The most opponents any player here has met: the r of every proof in docs/algorithms/swiss.md."""
        return max(map(len, self.meetings), default=0)

    @cached_property
    def groups(self) -> tuple[range, ...]:
        """The positions on each level: consecutive, since the group comes first in the ranking."""
        starts = [p for p in range(self.size) if p == 0 or self.levels[p] != self.levels[p - 1]]
        return tuple(range(a, b) for a, b in pairwise([*starts, self.size]))

    def times_met(self, p: int, q: int) -> int:
        return self.meetings[p].get(q, 0)

    def gap(self, p: int, q: int) -> int:
        return abs(self.levels[q] - self.levels[p])

    def seats(self, pairs: Iterable[Pair], bye: int | None) -> frozenset[frozenset[EntryId]]:
        """Return the meetings; a single entry has the bye."""
        alone = [] if bye is None else [(bye,)]
        return frozenset(frozenset(self.ids[p] for p in places) for places in (*pairs, *alone))

    def without(self, bye: int) -> Field:
        """Return the field without the bye; an emptied level is removed from the ladder."""
        remaining = [p for p in range(self.size) if p != bye]
        place = {p: i for i, p in enumerate(remaining)}
        return Field(
            ids=tuple(self.ids[p] for p in remaining),
            levels=_ladder([self.levels[p] for p in remaining]),
            meetings=tuple({place[q]: n for q, n in self.meetings[p].items() if q != bye} for p in remaining),
            byes=tuple(self.byes[p] for p in remaining),
        )


def ordered(p: int, q: int) -> Pair:
    return (p, q) if p < q else (q, p)


def make_field(
    tournament: Tournament,
    active: Collection[EntryId],
    options: SwissOptions,
    forbidden: Iterable[tuple[EntryId, EntryId]] = (),
) -> Field:
    """Rank the active entries: by group, then the tie-breaks in order, then seed.

    A forbidden pair counts as having met more often than any pair can: it is the last rematch to be chosen.
    """
    history = history_of(tournament)
    unknown = sorted(set(active) - set(history))
    if unknown:
        raise PairingImpossible(unknown, "entered")
    keys = {id: _group_key(history[id], options.group_by) for id in active}
    columns = [TIE_BREAKS[code].values(history) for code in options.order_by]
    order = {id: tuple(-column[id] for column in columns) for id in keys}
    ranked = sorted(keys, key=lambda id: (keys[id], order[id], history[id].entry.seed))
    place = {id: p for p, id in enumerate(ranked)}
    met = _meetings(tournament, options.met_when_paired)
    for one, two in forbidden:
        met.setdefault(one, Counter())[two] += FORBIDDEN
        met.setdefault(two, Counter())[one] += FORBIDDEN
    return Field(
        ids=tuple(ranked),
        levels=_ladder([keys[id] for id in ranked]),
        meetings=tuple(
            {place[o]: n for o, n in met.get(id, Counter()).items() if o in place} for id in ranked
        ),
        byes=tuple(count_byes(history[id], options.bars_bye) for id in ranked),
    )


def _group_key(entry: EntryHistory, group_by: GroupBy) -> tuple[object, ...]:
    match group_by:
        case GroupBy.RECORD:
            return (-entry.wins, -entry.draws, entry.losses)
        case GroupBy.SCORE:
            return (-entry.score,)
        case GroupBy.NONE:
            return ()


def _ladder(keys: Sequence[object]) -> tuple[int, ...]:
    rungs: dict[object, int] = {}
    return tuple(rungs.setdefault(key, len(rungs)) for key in keys)


def _meetings(tournament: Tournament, when_paired: bool) -> Meetings:
    """Count the meetings: open matches too, since they will be played; forfeits if `when_paired`."""
    met: Meetings = {}
    for round_ in tournament.rounds:
        for match in round_.matches:
            result = match.result
            if when_paired or result is None or result.first.was_played or result.second.was_played:
                first, second = match.pairing.first, match.pairing.second
                met.setdefault(first, Counter())[second] += 1
                met.setdefault(second, Counter())[first] += 1
    return met


def count_byes(entry: EntryHistory, bars_bye: Collection[Outcome] = ()) -> int:
    """Count byes, and games whose outcome counts as one. Requested byes (half or zero) do not count."""
    full = (ByeKind.ALLOCATED, ByeKind.FULL)
    return sum(1 for game in entry.games if game.bye in full or game.outcome in bars_bye)
