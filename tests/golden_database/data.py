"""What an event says, as lines a person can read and a later version must say again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosstable.engine.history import History
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks import TieBreakValue, find_tie_break
from crosstable.events.actions.core import undo
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.models import PlayerRating, Stage, StageKind, Tournament
from crosstable.events.queries.stages.bracket import Side, bracket_view
from crosstable.events.queries.standings.pool_tables import PoolLine, pool_tables, rows_by_pool
from crosstable.events.queries.standings.standings import Table, TableRow, Tile, standings_table
from crosstable.games import Use
from digests import ledger, ratings

# How many actions of an event are undone: as far as the last stories reach, and no longer than a second.
STEPS = 15


def event_text(tournament: Tournament) -> str:
    return "\n".join([*result_lines(tournament), *journal_lines(tournament), *undo_lines(tournament), ""])


def result_lines(tournament: Tournament) -> Iterator[str]:
    """Standings after each round and now, pools, bracket."""
    numbers = [*range(1, standings_table(tournament).last_round + 1), None]
    for number in numbers:
        table = standings_table(tournament, number)
        yield f"# Standings {f'after round {number}' if number else 'now'}{' (final)' if table.is_final else ''}"
        performances = _performances(tournament, table)
        yield from (_line(line, performances.get(line.entry.pk, 0)) for line in table.lines)
    for stage in tournament.stages.select_related("tournament").order_by("number"):
        yield from _pools(stage) if stage.kind == StageKind.POOLS else ()
        yield from _bracket(stage) if stage.kind == StageKind.KNOCKOUT else ()


def _performances(tournament: Tournament, table: Table) -> dict[int, int]:
    """Of the games that show it."""
    if Use.PERFORMANCE not in rules_of(tournament).uses:
        return {}
    played = History({EntryId(line.entry.pk): line.history for line in table.lines})
    return {pk: int(value) for pk, value in find_tie_break("TPR").values(played).items()}


def _line(line: TableRow, performance: int) -> str:
    values = " ".join(f"{code}={value}" for code, value in line.values.items())
    history = line.history
    sums = f"{history.wins}/{history.draws}/{history.losses} vp {history.vp} margin {history.vp_margin}"
    tiles = ", ".join(map(_tile, line.tiles))
    return f"{line.rank} ({line.moved:+}) {line.entry}: {values} | {sums} | {performance} | {tiles}"


def _tile(tile: Tile) -> str:
    how = f"{tile.kind} {tile.opponent or '-'} {tile.vp_for}:{tile.vp_against} {tile.color} {tile.points}"
    return f"{tile.round} {how}{'' if tile.was_played else ' not played'}"


def _pools(stage: Stage) -> Iterator[str]:
    """With the values that put people in order, whatever a table shows of them."""
    rows = {int(row.entry.id): row for rows in rows_by_pool(stage).values() for row in rows}
    for table in pool_tables(stage):
        yield f"# {stage}, pool {table.name}: {table.decided} of {table.total}"
        for line in table.lines:
            yield _pool_line(line, rows[line.entry.pk].values if line.entry.pk in rows else (0,))


def _pool_line(line: PoolLine, ordered_by: Sequence[TieBreakValue]) -> str:
    cells = ["×" if cell is None else "/".join(f"{c.kind} {c.text}" for c in cell) for cell in line.against]
    sums = f"{line.wins}/{line.draws}/{line.losses} of {line.played} margin {line.margin}"
    values = " ".join(map(_number, ordered_by) if line.entry.tournament.has_teams else map(str, ordered_by))
    state = f"{' goes on' if line.advances else ''}{f' {line.withdrawal.how}' if line.withdrawal else ''}"
    return f"{line.rank} {line.entry}{state}: {values} | {sums} | {', '.join(cells)}"


def _number(value: TieBreakValue) -> str:
    """Of boards added up: 2, where 2.0 is the same."""
    return f"{float(value):g}"


def _bracket(stage: Stage) -> Iterator[str]:
    view = bracket_view(stage)
    if view is None:
        return
    yield f"# {stage}, champion {view.champion}"
    for box in view.boxes:
        yield f"{box.number} {box.name}, {box.status.value}: {_side(box.sides[0])} v {_side(box.sides[1])}"


def _side(side: Side) -> str:
    return f"{side.name} [{side.seed}] {side.score}{' won' if side.won else ''}{' lost' if side.lost else ''}"


def journal_lines(tournament: Tournament) -> Iterator[str]:
    yield "# Journal"
    for row in tournament.journal.select_related("by", "undoes").order_by("number"):
        undone = f" (undoes {row.undoes.number})" if row.undoes else ""
        yield f"{row.number} {row.at:%d %H:%M:%S} {row.who}: {describe(row)}{undone}"


def undo_lines(tournament: Tournament) -> Iterator[str]:
    offer = _newest(tournament)
    yield "# Would be undone next"
    yield f"{offer.entry.number} {offer.sentence} {offer.why_not}".rstrip() if offer else "nothing"


def _newest(tournament: Tournament) -> undo.Offer | None:
    """Whether a player or an organiser did it."""
    return undo.players_offer(tournament) or undo.offer(tournament)


def undone_text(tournament: Tournament) -> str:
    """Undo what can be undone, newest first. Return what that was, and where it ends."""
    lines = ["# Undone, newest first"]
    while len(lines) <= STEPS and (offer := _newest(tournament)) and not offer.why_not:
        undo.undo(tournament=tournament, by=tournament.owner, number=offer.entry.number, players_action=True)
        lines.append(f"{offer.entry.number} {offer.sentence}")
    return "\n".join([*lines, *undo_lines(tournament), *result_lines(_fresh(tournament)), ""])


def _fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def ratings_text() -> str:
    """Return the ledger and all ratings of every rating pool."""
    pools = sorted(set(PlayerRating.objects.values_list("pool", flat=True)))
    return "\n".join([*(line for pool in pools for line in _pool_of_ratings(pool)), ""])


def _pool_of_ratings(pool: str) -> Iterator[str]:
    yield f"# Ledger {pool}: at, match, player, opponent, before, after, outcome, correction"
    for at, *rest in ledger(pool):
        yield f"{at:%Y-%m-%d %H:%M:%S} {' '.join(map(str, rest))}"
    yield f"# Ratings {pool}: player, rating, games"
    for row in ratings(pool):
        yield " ".join(map(str, row))
