"""The tables of a pool stage: standings by game points or by match and board points, and crosstables.

A fixed number of queries, whatever the number of pools.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations

from crosstable.engine import model as engine
from crosstable.engine.history import EntryHistory, history_of
from crosstable.engine.model import EntryId
from crosstable.engine.standings import Row, in_decided_order, standings
from crosstable.engine.tie_breaks import EventKind, TieBreakValue, find_tie_break
from crosstable.engine.tie_breaks.among_tied import Procedure
from crosstable.engine.tie_breaks.explaining import Shown, shown_values
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import AdvanceSettings
from crosstable.events.bridge.stages import decisions_of, load_pools
from crosstable.events.bridge.team_boards import board_points, pools_with_boards
from crosstable.events.bridge.words import points_words
from crosstable.events.models import (
    BracketSeat,
    Entry,
    Match,
    PoolSeat,
    Stage,
    StageStatus,
    Tournament,
    Withdrawal,
    WithdrawalKind,
)
from crosstable.events.queries.matches import outcome_for
from crosstable.games import TEAMS_FIRST, Column
from crosstable.states import Is
from crosstable.text import tr

SYMBOLS = {"win": "1", "draw": "½", "loss": "0"}
FORFEITS = {"win": "+", "loss": "−"}


def pools_by_name(stage: Stage) -> dict[str, engine.Tournament]:
    """Return every pool as a separate tournament, with the boards of team matches."""
    names = dict(stage.pools.values_list("pk", "name"))
    return {names[pk]: pool for pk, pool in pools_with_boards(stage, load_pools(stage)).items()}


def rows_by_pool(
    stage: Stage, *, only_present: bool = False, pools: Mapping[str, engine.Tournament] | None = None
) -> dict[str, list[Row]]:
    """Pool name → its standings, without entries whose games are void; decided ties are in that order.

    `only_present` leaves out withdrawn entries: they do not advance. `pools` avoids reading them again.
    """
    left = dict(stage.withdrawals.values_list("entry_id", "how"))
    void = {id for id, how in left.items() if how == WithdrawalKind.VOID}
    codes = codes_of(stage.tournament)
    decisions = decisions_of(stage) if stage.is_closed else []
    gone = void
    if only_present or decisions:
        dropped = stage.pool_seats.filter(entry__dropped_at__isnull=False)
        gone = left.keys() | set(dropped.values_list("entry_id", flat=True))
    tables = {}
    for name, pool in (pools_by_name(stage) if pools is None else pools).items():
        rows = [row for row in _ranked_without_void(standings(pool, codes), void) if row.entry.id not in void]
        rows = in_decided_order(rows, decisions, gone) if decisions else rows
        tables[name] = [row for row in rows if row.entry.id not in gone] if only_present else rows
    return tables


def _ranked_without_void(rows: Sequence[Row], void: Collection[int]) -> list[Row]:
    """Entries whose games are void have no place: those below move up."""
    empty = [row.rank for row in rows if row.entry.id in void]
    return [replace(row, rank=row.rank - sum(rank < row.rank for rank in empty)) for row in rows]


def pool_rows(tournament: Tournament) -> dict[int, list[Row]]:
    """Entry → the table of its pool in the newest published stage; without entries in a bracket."""
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
    """Return the tie-break codes of a row's values, in order."""
    if not tournament.has_boards:
        return rules_of(tournament).pool_tie_breaks
    chosen = (find_tie_break(code) for code in tournament.team_tie_breaks)
    return (*TEAMS_FIRST, *(one.code for one in chosen if one.suits(EventKind.ROUND_ROBIN)))


def voids_withdrawn(tournament: Tournament) -> bool:
    """Return whether the sport's procedure deletes all results of an entry that withdraws (BWF)."""
    procedures = (find_tie_break(code).among for code in codes_of(tournament))
    return any(isinstance(one, Procedure) and one.voids_withdrawn for one in procedures)


@dataclass(frozen=True, slots=True)
class Cell:
    """The score against one opponent: win, draw, loss, open, void or none (not scheduled yet)."""

    kind: str
    text: str = ""
    title: str = ""

    is_open = Is("kind", "open")


@dataclass(frozen=True, slots=True)
class PoolLine:
    rank: int | None
    entry: Entry
    points: TieBreakValue
    wins: int
    draws: int
    losses: int
    played: int
    margin: int
    tie_breaks: Sequence[Shown]
    # One per pool member in the order of the lines; None against oneself. Several cells in a double round robin.
    against: Sequence[Sequence[Cell] | None]
    # How the entry withdrew, if it did.
    withdrawal: Withdrawal | None
    advances: bool
    # None for an entry whose games are void.
    history: EntryHistory | None = None

    @property
    def adjusted(self) -> Decimal | int:
        """The sum of penalties and bonuses; usually 0."""
        return self.history.adjusted if self.history is not None else 0


@dataclass(frozen=True, slots=True)
class PoolTable:
    name: str
    lines: Sequence[PoolLine]
    decided: int
    total: int

    @property
    def is_decided(self) -> bool:
        return bool(self.total) and self.decided == self.total


def columns_of(stage: Stage) -> list[Column]:
    """Return the columns that order the tables: points, wins or match points first, then the tie-breaks."""
    rules = rules_of(stage.tournament)
    return [rules.column(code) for code in codes_of(stage.tournament)]


def pool_tables(stage: Stage) -> list[PoolTable]:
    pools = pools_by_name(stage)
    ranked = rows_by_pool(stage, pools=pools)
    entries = _entries(stage)
    matches = _matches(stage)
    withdrawn = {w.entry_id: w for w in stage.withdrawals.all()}
    through = AdvanceSettings.of(stage).per_pool
    codes = codes_of(stage.tournament)
    shown = {name: shown_values(rows, codes, history_of(pools[name])) for name, rows in ranked.items()}
    return [
        _table(name, ranked.get(name, []), shown.get(name, {}), members, matches, withdrawn, through, stage)
        for name, members in entries.items()
    ]


def _entries(stage: Stage) -> dict[str, dict[int, Entry]]:
    seats = stage.pool_seats.select_related("pool", "entry").defer("entry__list_text")
    entries: dict[str, dict[int, Entry]] = defaultdict(dict)
    for seat in seats.order_by("pool__number", "seat"):
        entries[seat.pool.name][seat.entry_id] = seat.entry
    return dict(entries)


def _matches(stage: Stage) -> Mapping[frozenset[int], list[Match]]:
    meetings: dict[frozenset[int], list[Match]] = defaultdict(list)
    rows = Match.objects.filter(round__stage=stage, pool__isnull=False, second__isnull=False)
    rows = rows.select_related("round")
    if stage.tournament.has_boards:
        rows = rows.prefetch_related("parts")
    for match in rows.order_by("round__number"):
        meetings[frozenset((match.first_id, match.second_id or 0))].append(match)
    return meetings


def _table(
    name: str,
    rows: Sequence[Row],
    tie_breaks: Mapping[EntryId, Sequence[Shown]],
    members: Mapping[int, Entry],
    matches: Mapping[frozenset[int], list[Match]],
    withdrawals: Mapping[int, Withdrawal],
    through: int,
    stage: Stage,
) -> PoolTable:
    by_id = {int(row.entry.id): row for row in rows}
    order = [*by_id, *(pk for pk in members if pk not in by_id)]
    advancing = _advancing([row for pk, row in by_id.items() if pk not in withdrawals], through)
    lines = [
        _line(
            members[pk],
            by_id.get(pk),
            [None if pk == other else _cells(pk, other, members, matches, stage) for other in order],
            withdrawals.get(pk),
            pk in advancing,
            tie_breaks.get(EntryId(pk), ()),
        )
        for pk in order
    ]
    pairs = (frozenset(pair) for pair in combinations(members, 2))
    counted = [m for pair in pairs for m in matches.get(pair, ()) if not m.is_void]
    return PoolTable(name, lines, sum(m.is_agreed for m in counted), len(counted))


def _advancing(staying: Sequence[Row], through: int) -> set[int]:
    """The leading `through` entries, without those tied with the first below the cut: they are undecided."""
    edge = {row.rank for row in staying[through : through + 1]}
    return {int(row.entry.id) for row in staying[:through] if row.rank not in edge}


def _line(
    entry: Entry,
    row: Row | None,
    against: Sequence[Sequence[Cell] | None],
    withdrawal: Withdrawal | None,
    advances: bool,
    tie_breaks: Sequence[Shown],
) -> PoolLine:
    """An entry whose games are void has no place and no points; its row is shown with the reason."""
    if row is None:
        return PoolLine(None, entry, 0, 0, 0, 0, 0, 0, (), against, withdrawal, False)
    history = row.history
    points = row.values[0] if row.values else history.score
    return PoolLine(
        rank=row.rank,
        entry=entry,
        points=points,
        wins=history.wins,
        draws=history.draws,
        losses=history.losses,
        played=len(history.games),
        margin=history.vp_margin,
        tie_breaks=tie_breaks[1:],
        against=against,
        withdrawal=withdrawal,
        advances=advances,
        history=history,
    )


def _cells(
    pk: int,
    other: int,
    members: Mapping[int, Entry],
    matches: Mapping[frozenset[int], list[Match]],
    stage: Stage,
) -> list[Cell]:
    met = matches.get(frozenset((pk, other)), ())
    return [_cell(pk, match, members[other], stage) for match in met] or [Cell("none")]


def _cell(pk: int, match: Match, opponent: Entry, stage: Stage) -> Cell:
    number = match.round.number
    if match.is_void:
        hint = tr("Round {number} against {opponent}: does not count", number=number, opponent=opponent)
        return Cell("void", "×", hint)
    if not match.is_agreed:
        hint = rules_of(stage.tournament).vocabulary.say(
            "Round {number} against {opponent}: {table} {place}, slot {slot}",
            number=number,
            opponent=opponent,
            place=match.table,
            slot=match.slot,
        )
        return Cell("open", "", hint)
    first = match.first_id == pk
    kind = outcome_for(match.result, first=first)
    score = _score(match, kind, first, stage.tournament)
    hint = tr(
        "Round {number} against {opponent}: {result}",
        number=number,
        opponent=opponent,
        result=match.result_words,
    )
    return Cell(kind, score, hint)


def _score(match: Match, kind: str, first: bool, tournament: Tournament) -> str:
    """Points where the game has them, otherwise 1 ½ 0, + and − for a forfeit; board points for teams."""
    if match.result.endswith("F"):
        return FORFEITS.get(kind, "−")
    if made := board_points(match, tournament):
        own, others = made if first else made[::-1]
        return f"{points_words(own)}–{points_words(others)}"
    totals = match.parsed_score.totals
    if totals is None:
        return SYMBOLS[kind]
    mine, theirs = totals if first else totals[::-1]
    return f"{mine}–{theirs}"
