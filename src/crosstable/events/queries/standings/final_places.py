"""The ranking of an event with a knockout: by the bracket, all others by the stage before it.

During the knockout, entries still in rank above eliminated ones. Entries withdrawn before it come last after
pools; after a Swiss they keep the place their points give them.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import (
    Bracket,
    BracketState,
    PlaceRange,
    next_matches,
    places_so_far,
    playing_round,
    still_in_words,
)
from crosstable.engine.stages import across_pools
from crosstable.engine.standings import Row
from crosstable.events.bridge.stages import bracket_state
from crosstable.events.models import Stage, StageKind, Tournament
from crosstable.events.queries.standings.pool_tables import rows_by_pool


def ranked_by_stages(
    tournament: Tournament, rows: Sequence[Row], stages: Sequence[Stage], leavers: Collection[EntryId]
) -> list[Row]:
    """Return the rows in the order of the whole event, or by the first stage if no knockout has begun.

    `leavers`: withdrawn entries, which come last unless a bracket gave them a place.
    """
    by_id = {row.entry.id: row for row in rows}
    last = stages[-1]
    if not knockout_has_begun(last):
        return _the_others(by_id, _with_last(_groups_of(rows, stages[0]), leavers), set())
    last.tournament = tournament
    earlier = _with_last(_groups_of(rows, stages[-2] if len(stages) > 1 else None), leavers)
    places, still_in = knockout_places(last, [id for group in earlier for id in group])
    placed = [
        replace(by_id[place.entry], rank=place.best, still_in=still_in.get(place.entry, ""))
        for place in places
        if place.entry in by_id
    ]
    return placed + _the_others(by_id, earlier, {row.entry.id for row in placed})


def leavers_come_last(stages: Sequence[Stage]) -> bool:
    """Return whether withdrawn entries come last; in a Swiss their points rank them, even before a cut."""
    return stages[0].kind != StageKind.SWISS


def knockout_has_begun(last: Stage) -> bool:
    """Return whether the last stage is a published knockout with all seats taken."""
    if last.kind != StageKind.KNOCKOUT or not last.is_public:
        return False
    return not last.bracket_seats.filter(entry__isnull=True).exists()


def _with_last(groups: Sequence[Sequence[EntryId]], leavers: Collection[EntryId]) -> list[list[EntryId]]:
    """Move the entries that left behind all others, keeping their order."""
    staying = [[id for id in group if id not in leavers] for group in groups]
    left = [[id for id in group if id in leavers] for group in groups]
    return [group for group in (*staying, *left) if group]


def knockout_places(stage: Stage, order: Sequence[EntryId]) -> tuple[list[PlaceRange], Mapping[EntryId, str]]:
    """Return all entries of the bracket, best first, and the state of those still in.

    Equal entries keep the given order. Entries that came further rank above the others: no entry is shown at
    a place it can no longer finish at.
    """
    bracket, state = bracket_state(stage)
    before = {entry: number for number, entry in enumerate(order)}
    entrants = [entry for entry in bracket.entrants if isinstance(entry, int)]
    lost, coming = _lost(bracket, state), next_matches(bracket, state)
    still_in = sorted(
        coming,
        key=lambda entry: (
            lost.get(entry, (1, 0)),
            -playing_round(bracket, coming[entry]),
            entrants.index(entry),
        ),
    )
    certain = sorted(state.places, key=lambda place: (place.best, before.get(place.entry, len(before))))
    return places_so_far(len(entrants), certain, still_in), still_in_words(bracket, coming)


def _lost(bracket: Bracket, state: BracketState) -> dict[EntryId, tuple[int, int]]:
    """Entry with a loss → the best place still possible, and the number of losses."""
    lost: dict[EntryId, tuple[int, int]] = {}
    for standing in state.matches.values():
        if standing.loser is not None:
            best, times = lost.get(standing.loser, (1, 0))
            lost[standing.loser] = max(best, bracket.best_after_losing(standing.match.number)), times + 1
    return lost


def _groups_of(rows: Sequence[Row], stage: Stage | None) -> list[list[EntryId]]:
    """The entries as ranked by a stage, in groups that share a place.

    In the order of registration if no stage precedes the bracket. During pools as in one table; once they are
    closed by the ranks in the pools, entries in no pool last. Entries that share a place are in the order of
    the rows.
    """
    is_over = stage is not None and stage.kind == StageKind.POOLS and stage.is_closed
    groups = across_pools(rows_by_pool(stage)) if stage is not None and is_over else []
    placed = {row.entry.id for group in groups for row in group}
    others = [row for row in rows if row.entry.id not in placed]
    if stage is None:
        others.sort(key=lambda row: row.entry.seed)
    groups += [list(group) for _, group in groupby(others, key=lambda row: row.rank)]
    place = {row.entry.id: number for number, row in enumerate(rows)}
    ids = ([row.entry.id for row in group if row.entry.id in place] for group in groups)
    return [sorted(group, key=place.__getitem__) for group in ids]


def _the_others(
    by_id: dict[EntryId, Row], earlier: Sequence[Sequence[EntryId]], in_bracket: set[EntryId]
) -> list[Row]:
    """The rows after all entries of the bracket; entries that shared a rank still share one."""
    others: list[Row] = []
    for group in earlier:
        rank = len(in_bracket) + len(others) + 1
        others += [replace(by_id[id], rank=rank) for id in group if id in by_id and id not in in_bracket]
    return others
