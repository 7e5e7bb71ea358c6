"""The cells of a table of standings: for every entry what stands in each of the game's columns, in words."""

from collections.abc import Callable, Mapping, Sequence

from crosstable.engine.history import EntryHistory, History
from crosstable.engine.model import EntryId
from crosstable.engine.standings import Row
from crosstable.engine.tie_breaks import Format, TieBreakValue
from crosstable.engine.tie_breaks.explaining import shown_values
from crosstable.events.records.words import points_words, signed_words
from crosstable.games import Column, Rules

COUNTS: Mapping[str, Callable[[EntryHistory], int]] = {
    "PLAYED": lambda own: sum(game.was_played for game in own.games),
    "W": lambda own: own.wins,
    "D": lambda own: own.draws,
    "L": lambda own: own.losses,
}
NOTHING = "–"


def columns_of_a_bracket(rules: Rules) -> tuple[Column, ...]:
    """What an entry has won, and how well: places come from the bracket, no tie-break orders them, and no match is
    drawn."""
    says = [one for one in rules.columns(()) if one.adds_up or one.code in rules.game.last_columns]
    return tuple(column for column in says if column.code != "D")


def cells_of(
    columns: Sequence[Column], rows: Sequence[Row], codes: Sequence[str], history: History, whole: History
) -> dict[EntryId, tuple[str, ...]]:
    """A direct encounter is shown as the rank among those who are level: its value is no number to check.

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
    """A share in percent, a difference with its sign; a rating that could not be computed is no rating."""
    if value is None or (column.format is Format.RATING and not value):
        return NOTHING
    if column.is_share:
        return f"{float(value) * 100:.1f}"
    return signed_words(value) if column.format is Format.DIFFERENCE else points_words(value)
