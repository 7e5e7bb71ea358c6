"""Where everybody of a pool stands: by the points of the game, or by match and board points in team matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from crosstable.engine import model as engine
from crosstable.engine.history import history
from crosstable.engine.model import EntryId
from crosstable.engine.standings import Row, standings
from crosstable.engine.team_tie_breaks import shown_value
from crosstable.engine.teams import TeamMatch, TeamRow, TeamScoring, team_standings
from crosstable.engine.tie_breaks import TieBreakValue
from crosstable.events.models import (
    RESULT_COLUMNS,
    Entry,
    MatchPart,
    Stage,
    StageStatus,
    Tournament,
    WithdrawalKind,
    recall,
)
from crosstable.events.records.settings.choices import pool_tie_breaks_of
from crosstable.events.records.stages import load_pools

TEAM_CODES = ("MP", "BP")


def rows_by_pool(stage: Stage, *, only_present: bool = False) -> dict[str, list[Row]]:
    """Pool name → its standings, without those whose games are void.

    With `only_present` without everybody who left: they do not go on.
    """
    names = dict(stage.pools.values_list("pk", "name"))
    gone = _gone(stage, all_of_them=only_present)
    return {
        names[pk]: [row for row in rows if row.entry.id not in gone]
        for pk, rows in _ranked(stage, load_pools(stage)).items()
    }


def pool_rows_of(entry: Entry) -> list[Row] | None:
    """The table of the pool somebody sits in, in the newest stage that everybody may see; None where there is none."""
    shown = (StageStatus.PUBLISHED, StageStatus.STARTED, StageStatus.CLOSED)
    seats = entry.pool_seats.filter(stage__status__in=shown).select_related("pool", "stage__tournament")
    seat = seats.order_by("-stage__number").first()
    if seat is None or entry.bracket_seats.filter(stage__status__in=shown).exists():
        return None
    return rows_by_pool(seat.stage).get(seat.pool.name)


def codes_of(tournament: Tournament) -> tuple[str, ...]:
    """What the values of a row are, in their order."""
    if tournament.team_boards > 1:
        return (*TEAM_CODES, *tournament.team_tie_breaks)
    return pool_tie_breaks_of(tournament)


def _ranked(stage: Stage, pools: Mapping[int, engine.Tournament]) -> dict[int, list[Row]]:
    if stage.tournament.team_boards > 1:
        boards = _boards(stage)
        codes = stage.tournament.team_tie_breaks
        return {pk: _team_rows(pool, boards[pk], codes) for pk, pool in pools.items()}
    chosen = pool_tie_breaks_of(stage.tournament)
    return {pk: standings(pool, chosen) for pk, pool in pools.items()}


def _team_rows(pool: engine.Tournament, matches: list[TeamMatch], codes: Sequence[str]) -> list[Row]:
    known = history(pool)
    rows = team_standings(pool.entries, matches, (), TeamScoring(boards=pool.scoring), codes)
    return [Row(row.rank, row.entry, known[row.entry.id], _values(row, codes)) for row in rows]


def _values(row: TeamRow, codes: Sequence[str]) -> tuple[TieBreakValue, ...]:
    """Of a tie-break that compares board after board the first number; the rank says the rest."""
    return row.match_points, row.board_points, *(shown_value(code, row.boards) for code in codes)


def _boards(stage: Stage) -> Mapping[int, list[TeamMatch]]:
    """Pool → its team matches with the results of their boards."""
    by_pool: dict[int, dict[int, tuple[EntryId, EntryId, list[engine.Result | None]]]] = defaultdict(dict)
    rows = MatchPart.objects.filter(match__round__stage=stage, match__is_void=False).order_by(
        "match", "number"
    )
    for pool, match, first, second, *columns in rows.values_list(
        "match__pool_id",
        "match_id",
        "match__first_id",
        "match__second_id",
        *RESULT_COLUMNS,
    ):
        assert pool is not None and second is not None
        boards = by_pool[pool].setdefault(match, (EntryId(first), EntryId(second), []))[2]
        boards.append(recall(*columns).to_result() if columns[0] else None)
    matches = {
        pool: [TeamMatch(first, second, tuple(boards)) for first, second, boards in of_pool.values()]
        for pool, of_pool in by_pool.items()
    }
    return defaultdict(list, matches)


def _gone(stage: Stage, *, all_of_them: bool) -> set[int]:
    left = stage.withdrawals.all() if all_of_them else stage.withdrawals.filter(how=WithdrawalKind.VOID)
    gone = set(left.values_list("entry_id", flat=True))
    if all_of_them:
        dropped = stage.pool_seats.filter(entry__dropped_at__isnull=False)
        gone |= set(dropped.values_list("entry_id", flat=True))
    return gone
