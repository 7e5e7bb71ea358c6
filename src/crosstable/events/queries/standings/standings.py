"""The standings for display: places, results, movements, every cell in words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from crosstable.database.revision_cache import RevisionCache
from crosstable.engine import model as engine
from crosstable.engine.history import EntryHistory, Game, History, history_of
from crosstable.engine.model import Color, EntryId, Outcome
from crosstable.engine.standings import Row, standings
from crosstable.engine.tie_breaks import Format, TieBreak, TieBreakValue
from crosstable.engine.tie_breaks.explaining import shown_values
from crosstable.engine.tie_breaks.teams import points_of_match
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.words import points_words, signed_words
from crosstable.events.models import Entry, Tournament
from crosstable.events.queries.standings.ranking import Ranking, ranking
from crosstable.games import Column, Rules
from crosstable.states import Is
from crosstable.text import decimal_text, tr

COUNTS: Mapping[str, Callable[[EntryHistory], int]] = {
    "PLAYED": lambda own: sum(game.was_played for game in own.games),
    "W": lambda own: own.wins,
    "D": lambda own: own.draws,
    "L": lambda own: own.losses,
}
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Tile:
    """One round of one entry: result and opponent. `kind` is win, draw, loss, bye, open or none."""

    round: int
    kind: str
    opponent: Entry | None = None
    opponent_rank: int | None = None
    vp_for: int = 0
    vp_against: int = 0
    # "white", "black", or empty for a bye.
    color: str = ""
    was_played: bool = True
    # The points of the round; None while it is open.
    points: Decimal | None = None
    # The board points of a team match on several boards: 2½–1½.
    boards: str = ""
    # The opponent's row in the table: entries that share a rank have separate rows.
    opponent_row: int | None = None

    is_bye = Is("kind", "bye")
    is_open = Is("kind", "open")
    is_won = Is("kind", "win")
    is_lost = Is("kind", "loss")

    @property
    def is_settled(self) -> bool:
        """Whether there is a result or a bye that can be corrected."""
        return self.kind not in ("open", "none")

    @property
    def symbol(self) -> str:
        """1 ½ 0 for a played game, + and − for a forfeit, as in crosstables."""
        if self.boards:
            return self.boards
        if self.kind in ("win", "loss") and not self.was_played:
            return {"win": "+", "loss": "−"}[self.kind]
        return {"win": "1", "draw": "½", "loss": "0"}.get(self.kind, "")


@dataclass(frozen=True, slots=True)
class TableRow:
    rank: int
    # Places gained (positive) or lost since the previous round.
    moved: int
    entry: Entry
    history: EntryHistory
    values: Mapping[str, TieBreakValue]
    tiles: tuple[Tile, ...]
    # In words, one for each column of the table.
    cells: tuple[str, ...] = ()
    # In a bracket, until the place is certain: “in the final”.
    still_in: str = ""
    # The number of the row from 1, which identifies opponents in a crosstable.
    row: int = 0

    @property
    def adjusted(self) -> Decimal | int:
        """The sum of penalties and bonuses, in victory points or points; usually 0."""
        return self.history.adjusted

    @property
    def tie_breaks(self) -> list[TieBreakValue]:
        """The chosen tie-breaks after the points, in their order."""
        return [value for code, value in self.values.items() if code != "PTS"]


@dataclass(frozen=True, slots=True)
class Table:
    """Standings after `after_round`, or the current ones if it is None."""

    lines: tuple[TableRow, ...]
    last_round: int
    after_round: int | None
    is_final: bool
    tie_breaks: tuple[TieBreak, ...] = ()
    # The chosen order, including the points; empty where only a bracket orders the entries.
    order: tuple[TieBreak, ...] = ()
    columns: tuple[Column, ...] = ()
    # How the first value of a column adds up, by the code of its tie-break: “Ann: 2 + 3 + 2½ = 7½”.
    examples: Mapping[str, str] = field(default_factory=dict)


_tables: RevisionCache[Table] = RevisionCache(most=8)


def standings_table(tournament: Tournament, after_round: int | None = None) -> Table:
    """Return the table, cached by revision and read-only: standings, crosstable and displays share it."""
    key = tournament.pk, tournament.revision, after_round
    return _tables.get(key, lambda: _table(tournament, after_round))


def _table(tournament: Tournament, after_round: int | None) -> Table:
    ranks = ranking(tournament, after_round)
    by_bracket = ranks.is_bracket and after_round is None
    columns = columns_shown(tournament, ranks, after_round)
    lines = _lines(ranks, columns)
    order = () if by_bracket else tuple(rules_of(tournament).tie_break(code) for code in ranks.codes)
    shown = tuple(tie_break for tie_break in order if tie_break.code != "PTS")
    examples = {} if by_bracket else _examples(ranks, columns)
    return Table(tuple(lines), ranks.last_round, after_round, ranks.is_final, shown, order, columns, examples)


def _examples(ranks: Ranking, columns: Sequence[Column]) -> dict[str, str]:
    """Explain each sum of parts by the numbers of the first entry; a mean or a share is not a sum."""
    if not ranks.rows:
        return {}
    first, history = ranks.rows[0], history_of(ranks.event)
    found: dict[str, str] = {}
    for column in columns:
        one = column.tie_break
        if one is None or one.is_mean or one.is_share or column.code not in ranks.codes:
            continue
        value = first.values[ranks.codes.index(column.code)]
        parts = [part.value for part in one.parts(history, first.entry.id) if not part.is_cut]
        if len(parts) > 1 and sum(parts) == value:
            calculation = " + ".join(points_words(part) for part in parts)
            found[column.code] = tr(
                "{name}: {calculation} = {value}",
                name=first.entry.name,
                calculation=calculation,
                value=points_words(value),
            )
    return found


def columns_shown(tournament: Tournament, ranks: Ranking, after_round: int | None) -> tuple[Column, ...]:
    if ranks.is_bracket and after_round is None:
        return columns_of_a_bracket(rules_of(tournament))
    return rules_of(tournament).columns(ranks.codes)


def cells_shown(ranks: Ranking, columns: Sequence[Column]) -> dict[EntryId, tuple[str, ...]]:
    return cells_of(columns, ranks.rows, ranks.codes, history_of(ranks.event), history_of(ranks.whole))


def _lines(table: Ranking, columns: Sequence[Column]) -> Iterable[TableRow]:
    event, rows, entries, codes = table.whole, table.rows, table.entries, table.codes
    places = {row.entry.id: (row.rank, number) for number, row in enumerate(rows, start=1)}
    before = {} if table.is_by_bracket or table.is_bracket else _ranks_before(event, rows, codes)
    playing = _open_games(event)
    teams = history_of(event) if "BP" in codes else None
    cells = cells_shown(table, columns)
    rounds = [r.number for r in event.rounds]
    for row in rows:
        id = row.entry.id
        games = {game.round: game for game in row.history.games}
        tiles = tuple(_tile(n, games.get(n), playing.get((n, id)), entries, places) for n in rounds)
        if teams is not None:
            tiles = tuple(replace(tile, boards=_board_words(teams, games.get(tile.round))) for tile in tiles)
        moved = before.get(id, row.rank) - row.rank
        values = dict(zip(codes, row.values, strict=True))
        number = places[id][1]
        yield TableRow(
            row.rank, moved, entries[id], row.history, values, tiles, cells[id], row.still_in, number
        )


def _board_words(history: History, game: Game | None) -> str:
    points = points_of_match(history, game) if game is not None else None
    return "–".join(points_words(side) for side in points) if points is not None else ""


def _ranks_before(event: engine.Tournament, rows: list[Row], codes: tuple[str, ...]) -> Mapping[EntryId, int]:
    """Ranks before the newest round that has a result; empty before the second round."""
    newest = max((game.round for row in rows for game in row.history.games), default=0)
    if newest < 2:
        return {}
    return {row.entry.id: row.rank for row in standings(event, codes, after_round=newest - 1)}


def _open_games(event: engine.Tournament) -> dict[tuple[int, EntryId], tuple[EntryId, Color]]:
    games = {}
    for round_ in event.rounds:
        for match in round_.matches:
            if match.result is None:
                games[round_.number, match.pairing.first] = match.pairing.second, Color.WHITE
                games[round_.number, match.pairing.second] = match.pairing.first, Color.BLACK
    return games


def _tile(
    number: int,
    game: Game | None,
    playing: tuple[EntryId, Color] | None,
    entries: Mapping[EntryId, Entry],
    places: Mapping[EntryId, tuple[int, int]],
) -> Tile:
    if playing is not None:
        other, side = playing
        rank, row = places[other]
        return Tile(number, "open", entries[other], rank, color=side.value, opponent_row=row)
    if game is None:
        return Tile(number, "none")
    if game.opponent is None:
        return Tile(number, "bye", was_played=False, points=game.points)
    kind = (
        "draw" if game.outcome is Outcome.DRAW else "win" if game.outcome and game.outcome.is_win else "loss"
    )
    opponent = game.opponent
    rank, row = places[opponent]
    return Tile(
        number,
        kind,
        entries[opponent],
        rank,
        vp_for=game.vp_for,
        vp_against=game.vp_against,
        color=game.color.value if game.color else "",
        was_played=game.was_played,
        points=game.points,
        opponent_row=row,
    )


def columns_of_a_bracket(rules: Rules) -> tuple[Column, ...]:
    """The columns of a pure knockout: the bracket gives the places, so no tie-breaks, and no draws."""
    says = [one for one in rules.columns(()) if one.adds_up or one.code in rules.game.last_columns]
    return tuple(column for column in says if column.code != "D")


def cells_of(
    columns: Sequence[Column], rows: Sequence[Row], codes: Sequence[str], history: History, whole: History
) -> dict[EntryId, tuple[str, ...]]:
    """Return the cells of each row in words.

    A direct encounter is shown as the rank among the tied entries: its value is not a number to verify.
    `history` are the games of the stage that orders the rows, `whole` those of all stages.
    """
    tie_break_values = shown_values(rows, codes, history)
    values = [_values(column, rows, codes, history, whole, tie_break_values) for column in columns]
    return {
        row.entry.id: tuple(
            cell_words(column, of_column[row.entry.id])
            for column, of_column in zip(columns, values, strict=True)
        )
        for row in rows
    }


def _values(
    column: Column,
    rows: Sequence[Row],
    codes: Sequence[str],
    history: History,
    whole: History,
    tie_break_values: Mapping[EntryId, Sequence[TieBreakValue | None]],
) -> Mapping[EntryId, TieBreakValue | None]:
    if count := COUNTS.get(column.code):
        return {row.entry.id: count(row.history) for row in rows}
    assert column.tie_break, "a column counts matches or is a tie-break"
    if column.adds_up:
        return column.tie_break.values(whole)
    if column.code in codes:
        place = codes.index(column.code)
        return {row.entry.id: tie_break_values[row.entry.id][place] for row in rows}
    return column.tie_break.values(history)


def cell_words(column: Column, value: TieBreakValue | None) -> str:
    """A share in percent, a difference with its sign; a dash for a rating that could not be computed."""
    if value is None or (column.format is Format.RATING and not value):
        return NOTHING
    if column.is_share:
        return decimal_text(value * 100, 1)
    return signed_words(value) if column.format is Format.DIFFERENCE else points_words(value)
