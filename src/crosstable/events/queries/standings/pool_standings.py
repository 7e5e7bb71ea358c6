"""Where everybody of a pool stands: by the points of the game, or by match and board points in team matches."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from crosstable.engine import model as engine
from crosstable.engine.deciding import in_decided_order
from crosstable.engine.standings import Row, standings
from crosstable.engine.tie_breaks import EventKind, find_tie_break
from crosstable.engine.tie_breaks.among_tied import Procedure
from crosstable.events.models import BracketSeat, PoolSeat, Stage, StageStatus, Tournament, WithdrawalKind
from crosstable.events.records.rules import rules_of
from crosstable.events.records.stages import decisions_of, load_pools
from crosstable.events.records.team_boards import pools_with_boards
from crosstable.games import TEAMS_FIRST


def pools_by_name(stage: Stage) -> dict[str, engine.Tournament]:
    """Every pool as a tournament of its own, with the boards of its matches where teams meet."""
    names = dict(stage.pools.values_list("pk", "name"))
    return {names[pk]: pool for pk, pool in pools_with_boards(stage, load_pools(stage)).items()}


def rows_by_pool(
    stage: Stage, *, only_present: bool = False, pools: Mapping[str, engine.Tournament] | None = None
) -> dict[str, list[Row]]:
    """Pool name → its standings, without those whose games are void; ties that were decided are in that order.

    With `only_present` without everybody who left: they do not go on. `pools` spares reading them again.
    """
    left = dict(stage.withdrawals.values_list("entry_id", "how"))
    void = {id for id, how in left.items() if how == WithdrawalKind.VOID}
    codes = codes_of(stage.tournament)
    decisions = decisions_of(stage) if stage.is_closed else []
    gone = left.keys() | _dropped(stage) if only_present or decisions else void
    tables = {}
    for name, pool in (pools_by_name(stage) if pools is None else pools).items():
        rows = [row for row in _closed_up(standings(pool, codes), void) if row.entry.id not in void]
        rows = in_decided_order(rows, decisions, gone) if decisions else rows
        tables[name] = [row for row in rows if row.entry.id not in gone] if only_present else rows
    return tables


def _closed_up(rows: Sequence[Row], void: Collection[int]) -> list[Row]:
    """Whoever is void has no place: those below move up."""
    empty = [row.rank for row in rows if row.entry.id in void]
    return [replace(row, rank=row.rank - sum(rank < row.rank for rank in empty)) for row in rows]


def pool_rows(tournament: Tournament) -> dict[int, list[Row]]:
    """Entry → the table of the pool it sits in, in the newest stage that everybody may see; without those who are in a
    bracket."""
    shown = {"stage__status__in": (StageStatus.PUBLISHED, StageStatus.STARTED, StageStatus.CLOSED)}
    in_bracket = set(
        BracketSeat.objects.filter(stage__tournament=tournament, **shown).values_list("entry_id", flat=True)
    )
    seats = PoolSeat.objects.filter(stage__tournament=tournament, **shown).select_related("pool", "stage")
    tables: dict[int, dict[str, list[Row]]] = {}
    rows = {}
    for seat in seats.order_by("stage__number"):
        if seat.stage_id not in tables:
            seat.stage.tournament = tournament
            tables[seat.stage_id] = rows_by_pool(seat.stage)
        if seat.entry_id not in in_bracket and (table := tables[seat.stage_id].get(seat.pool.name)):
            rows[seat.entry_id] = table
    return rows


def codes_of(tournament: Tournament) -> tuple[str, ...]:
    """What the values of a row are, in their order."""
    if not tournament.has_boards:
        return rules_of(tournament).pool_tie_breaks
    chosen = (find_tie_break(code) for code in tournament.team_tie_breaks)
    return (*TEAMS_FIRST, *(one.code for one in chosen if one.suits(EventKind.ROUND_ROBIN)))


def voids_withdrawn(tournament: Tournament) -> bool:
    """Whether the sport's procedure deletes all results of an entry that withdraws (BWF)."""
    procedures = (find_tie_break(code).among for code in codes_of(tournament))
    return any(isinstance(one, Procedure) and one.voids_withdrawn for one in procedures)


def _dropped(stage: Stage) -> set[int]:
    return set(stage.pool_seats.filter(entry__dropped_at__isnull=False).values_list("entry_id", flat=True))
