"""Printed standings and crosstables: the pages' columns, wide ones in landscape; one table per pool."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks import TieBreakValue, find_tie_break
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import stages_of
from crosstable.events.bridge.words import crosstable_legend, points_words
from crosstable.events.files.printing.pairings import Cell, Content, column, sheet_of_rows, who
from crosstable.events.models import Round, RoundStatus, Stage, StageKind, Tournament
from crosstable.events.queries.standings.final_places import knockout_has_begun
from crosstable.events.queries.standings.pool_tables import (
    PoolLine,
    PoolTable,
    codes_of,
    columns_of,
    pool_tables,
)
from crosstable.events.queries.standings.ranking import ranking
from crosstable.events.queries.standings.standings import Table, TableRow, Tile, cell_words, standings_table
from crosstable.games import Column, Use, Vocabulary
from crosstable.text import tr

# Most rounds of a crosstable in portrait; SIZES: type size by the most rounds it fits.
UPRIGHT_ROUNDS = 5
POOLS_LEGEND = tr(
    "Read across: the score against each, who stand at the numbers above. · to be played, × does not count."
)
SIZES = ((9, 10.0), (13, 8.5), (20, 6.5), (99, 5.0))


@dataclass(frozen=True, slots=True)
class Totals:
    name: str
    values: Mapping[EntryId, TieBreakValue]


def crosstable_totals(tournament: Tournament) -> Totals:
    """Return the totals over all rounds of the event."""
    ranks = ranking(tournament)
    code = _leading_code(tournament, ranks.codes)
    return Totals(
        rules_of(tournament).tie_break(code).name, find_tie_break(code).values(history_of(ranks.whole))
    )


def _leading_code(tournament: Tournament, codes: tuple[str, ...]) -> str:
    """In pools the first code of their order; otherwise match points on team boards, wins or points."""
    stages = stages_of(tournament)
    if stages and stages[0].kind == StageKind.POOLS:
        return codes_of(tournament)[0]
    if "MP" in codes:
        return "MP"
    return "WINS" if rules_of(tournament).is_led_by_wins else "PTS"


def _first_columns(tournament: Tournament) -> list[Content]:
    entry = tr("Team") if tournament.has_teams else tr("Player")
    return [column("#", align="right", strong=True), column(entry, "1fr")]


def standings(tournament: Tournament, round_: Round | None, address: str) -> Content:
    """Return one table per pool, until a knockout gives places in the whole event."""
    stages = stages_of(tournament)
    if stages and stages[0].kind == StageKind.POOLS and not knockout_has_begun(stages[-1]):
        return _by_pool(stages[0], 11, against=False)
    table = standings_table(tournament)
    columns = _first_columns(tournament)
    columns += [column(one.heading, align="right") for one in table.columns]
    rows = [[str(line.rank), who(line.entry, line.still_in), *line.cells] for line in table.lines]
    return sheet_of_rows(11, columns, rows, note=_after(tournament, table))


def crosstable(tournament: Tournament, round_: Round | None, address: str) -> Content:
    rules = rules_of(tournament)
    stages = stages_of(tournament)
    if stages and stages[0].kind == StageKind.POOLS:
        return _by_pool(stages[0], 10, against=True)
    table, totals = standings_table(tournament), crosstable_totals(tournament)
    vocabulary = rules.vocabulary if Use.COLORS in rules.uses else None
    numbers = [tile.round for tile in table.lines[0].tiles] if table.lines else []
    columns = _first_columns(tournament)
    columns += [column(str(tr("R{number}", number=number)), align="right") for number in numbers]
    columns += [column(totals.name, align="right", strong=True)]
    columns += [column(table.columns[place].heading, align="right") for place in _tie_breaks(table)]
    rows = [_cross_row(line, table, vocabulary, totals) for line in table.lines]
    size = next(size for most, size in SIZES if len(numbers) <= most)
    return sheet_of_rows(
        size,
        columns,
        rows,
        landscape=len(numbers) > UPRIGHT_ROUNDS,
        note=_after(tournament, table),
        legend=crosstable_legend(vocabulary),
    )


def _by_pool(stage: Stage, size: float, *, against: bool) -> Content:
    """Every pool as on its page; `against` adds the crosstable."""
    pools, columns = pool_tables(stage), columns_of(stage)
    tables = [_pool(pool, columns, stage.tournament, against=against) for pool in pools]
    if len(pools) > 1:
        tables = [
            {**table, "heading": str(tr("Pool {name}", name=pool.name))}
            for pool, table in zip(pools, tables, strict=True)
        ]
    widest = max((len(pool.lines) for pool in pools), default=0) if against else 0
    note = tr("After {stage}", stage=stage)
    if stage.tournament.is_complete:
        note = tr("Final standings")
    elif not stage.is_closed:
        note = tr("Provisional: {stage} in progress", stage=stage)
    return {
        "template": "rows",
        "says": str(tr("No entries yet.")),
        "size": next(small for most, small in SIZES if widest <= most) if against else size,
        "tables": tables,
        "note": note,
        "landscape": widest > UPRIGHT_ROUNDS,
        "legend": str(POOLS_LEGEND) if against else "",
    }


def _pool(pool: PoolTable, order: Sequence[Column], tournament: Tournament, *, against: bool) -> Content:
    columns = _first_columns(tournament)
    columns += [column(str(n), align="right") for n in range(1, len(pool.lines) + 1)] if against else []
    columns += [column(order[0].heading, align="right", strong=True), column(tr("W-D-L"), align="right")]
    columns += [column(one.heading, align="right") for one in order[1:]]
    return {"columns": columns, "rows": [_pool_row(line, order, against=against) for line in pool.lines]}


def _pool_row(line: PoolLine, order: Sequence[Column], *, against: bool) -> list[Cell]:
    name = who(line.entry, tr("withdrawn") if line.withdrawal else "")
    met = [" ".join(cell.text or "·" for cell in cells or ()) for cells in line.against] if against else []
    if line.rank is None:
        return ["–", name, *met, *[""] * (len(order) + 1)]
    record = f"{line.wins}-{line.draws}-{line.losses}"
    ties = ["" if v is None else cell_words(c, v) for c, v in zip(order[1:], line.tie_breaks, strict=True)]
    return [str(line.rank), name, *met, cell_words(order[0], line.points), record, *ties]


def _cross_row(line: TableRow, table: Table, vocabulary: Vocabulary | None, totals: Totals) -> list[Cell]:
    total = points_words(totals.values[line.history.entry.id])
    ties = [line.cells[place] for place in _tie_breaks(table)]
    tiles = [tile_words(tile, vocabulary) for tile in line.tiles]
    name = line.entry.display_name
    own: Cell = {"text": name, "small": line.still_in} if line.still_in else name
    return [str(line.row), own, *tiles, total, *ties]


def tile_words(tile: Tile, vocabulary: Vocabulary | None) -> str:
    """12w1 with the words of a game that has colours, 12 1 without."""
    if tile.opponent is not None:
        color = vocabulary.letter(tile.color) if vocabulary else " "
        return f"{tile.opponent_row}{color}{tile.symbol or '*'}"
    return tr("bye {points}", points=points_words(tile.points or 0)) if tile.kind == "bye" else "–"


def _tie_breaks(table: Table) -> list[int]:
    """The columns of the first three tie-breaks after points or wins."""
    codes = [one.code for one in table.columns]
    return [codes.index(one.code) for one in table.order[1:] if one.code in codes][:3]


def _after(tournament: Tournament, table: Table) -> str:
    if table.is_final:
        return tr("Final standings")
    on = tournament.rounds.filter(status=RoundStatus.STARTED).order_by("number").first()
    if on is None:
        return tr("After round {number}", number=table.last_round)
    # Rounds of a pool stage are played in parallel; those of a bracket have names.
    is_of_pools = on.stage is not None and on.stage.kind == StageKind.POOLS
    if is_of_pools or on.name:
        return tr("Provisional: {stage} in progress", stage=on.stage if is_of_pools else on)
    return tr("Provisional: round {number} in progress", number=on.number)
