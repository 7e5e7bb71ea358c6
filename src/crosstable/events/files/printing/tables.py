"""Standings and the crosstable on paper: the columns of the pages, wide ones on their side."""

from __future__ import annotations

from crosstable.engine.tie_breaks import TieBreakValue
from crosstable.events.files.printing.pairings import Cell, Content, column, who
from crosstable.events.models import Round, RoundStatus, Tournament
from crosstable.events.queries.standings.standings import Line, Table, Tile, standings_table
from crosstable.events.queries.standings.words import points_words
from crosstable.events.records.settings.choices import is_led_by_wins
from crosstable.events.records.settings.game import uses
from crosstable.games import Use

# From how many rounds on a crosstable lies on its side, and how large its type is up to how many.
UPRIGHT_ROUNDS = 5
SIZES = ((9, 10.0), (13, 8.5), (20, 6.5), (99, 5.0))
WARGAME_HEADS = {"MARGIN": "+/−", "WINS": "W"}


def standings(tournament: Tournament, round_: Round | None, address: str) -> Content:
    table, by_wins = standings_table(tournament), is_led_by_wins(tournament)
    points = ["W", "L", "D"] if by_wins else ["Points"]
    heads = [*points, *_tie_break_heads(table)]
    columns = [column("#", align="right", strong=True), column("Player", "1fr")]
    columns += [column(head, align="right") for head in heads]
    rows = [
        [str(line.rank), who(line.entry), *_figures(line, by_wins), *_tie_breaks(line, table)]
        for line in table.lines
    ]
    return {
        "template": "rows",
        "size": 11,
        "columns": columns,
        "rows": rows,
        "note": _after(tournament, table),
    }


def crosstable(tournament: Tournament, round_: Round | None, address: str) -> Content:
    table, by_wins = standings_table(tournament), is_led_by_wins(tournament)
    has_colors = uses(tournament, Use.COLORS)
    numbers = [tile.round for tile in table.lines[0].tiles] if table.lines else []
    columns = [column("#", align="right", strong=True), column("Player", "1fr")]
    columns += [column(f"R{number}", align="right") for number in numbers]
    columns += [column("Wins" if by_wins else "Points", align="right", strong=True)]
    columns += [column(head, align="right") for head in _tie_break_heads(table)[:3]]
    rows = [_cross_row(line, table, has_colors, by_wins) for line in table.lines]
    size = next(size for most, size in SIZES if len(numbers) <= most)
    legend = (
        "12w1: against number 12 with White, won. b Black, ½ draw, + and − forfeit, * still being played."
    )
    return {
        "template": "rows",
        "size": size,
        "landscape": len(numbers) > UPRIGHT_ROUNDS,
        "columns": columns,
        "rows": rows,
        "note": _after(tournament, table),
        "legend": legend if has_colors else "12 1: against number 12, won. ½ draw, * still being played.",
    }


def _cross_row(line: Line, table: Table, has_colors: bool, by_wins: bool) -> list[Cell]:
    total = str(line.history.wins) if by_wins else points_words(line.history.score)
    ties = _tie_breaks(line, table)[:3]
    tiles = [tile_words(tile, has_colors) for tile in line.tiles]
    return [str(line.rank), line.entry.display_name, *tiles, total, *ties]


def tile_words(tile: Tile, has_colors: bool) -> str:
    if tile.opponent is not None:
        color = tile.color[:1] if has_colors else " "
        return f"{tile.opponent_rank}{color}{tile.symbol or '*'}"
    return f"bye {points_words(tile.points or 0)}" if tile.kind == "bye" else "–"


def _tie_break_heads(table: Table) -> list[str]:
    return [WARGAME_HEADS.get(t.code, t.short) for t in table.tie_breaks if t.code != "WINS"]


def _figures(line: Line, by_wins: bool) -> list[str]:
    own = line.history
    return [str(own.wins), str(own.losses), str(own.draws)] if by_wins else [points_words(own.score)]


def _tie_breaks(line: Line, table: Table) -> list[str]:
    pairs = zip(table.tie_breaks, line.tie_breaks, strict=True)
    return [_words(t.code, value) for t, value in pairs if t.code != "WINS"]


def _words(code: str, value: TieBreakValue) -> str:
    if code == "MARGIN":
        return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "±0"
    if code == "SOS":
        return f"{float(100 * value):.1f}"
    return points_words(value)


def _after(tournament: Tournament, table: Table) -> str:
    if table.is_final:
        return "Final standings"
    closed = tournament.rounds.filter(number=table.last_round, status=RoundStatus.CLOSED).exists()
    return (
        f"After round {table.last_round}"
        if closed
        else f"Provisional: round {table.last_round} is being played"
    )
