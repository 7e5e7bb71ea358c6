"""Tables to take away (F8): players and standings as CSV and Excel.

What somebody typed is never run by a spreadsheet: in CSV a text that could be a formula gets an apostrophe in front,
in Excel it is written as text. Numbers stay numbers.
"""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from crosstable.engine.tie_breaks import TieBreak
from crosstable.events.models import Entry, Tournament
from crosstable.events.queries.standings.standings import Line, Table, standings_table
from crosstable.events.records.rules import rules_of
from crosstable.events.records.starting_numbers import numbers_of
from crosstable.whole_numbers import whole

Value = str | int | Decimal | Fraction | None
Rows = Sequence[Sequence[Value]]
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

# The headings of what is asked, where an upload knows them by another word than the form.
HEADINGS = {"birth_year": "Birth year"}


def players_rows(tournament: Tournament) -> Rows:
    """Everybody entered, by starting number; with headings that an upload understands again."""
    columns = {**_columns(tournament), **_asked(tournament, is_public=False), "State": _state}
    numbers = numbers_of(tournament)
    entries = sorted(tournament.entries.defer("list_text"), key=lambda entry: numbers[entry.pk])
    rows = [[numbers[e.pk], e.display_name, *(value(e) for value in columns.values())] for e in entries]
    return [["No.", "Name", *columns], *rows]


def standings_rows(tournament: Tournament) -> Rows:
    """The table as it stands now, with every tie-break that orders it."""
    columns, table = _columns(tournament), standings_table(tournament)
    names, shown = [one.name for one in table.order], [column.code for column in table.columns]
    rows: list[Sequence[Value]] = [["Rank", "Name", *columns, "Won", "Lost", "Drawn", *names]]
    for line in table.lines:
        cells = dict(zip(shown, line.cells, strict=True))
        rows.append([*_standings_row(line, columns), *(_shown(one, line, cells) for one in table.order)])
    return with_still_in(rows, table)


def with_still_in(rows: Rows, table: Table) -> Rows:
    """A last column beside the places that are not certain yet, while a bracket is played."""
    words = [line.still_in for line in table.lines]
    return (
        [[*row, word] for row, word in zip(rows, ["Still in", *words], strict=True)] if any(words) else rows
    )


def as_csv(rows: Rows) -> bytes:
    """With the mark by which Excel knows UTF-8."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerows([_harmless(value) for value in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def as_xlsx(rows: Rows, title: str) -> bytes:
    import xlsxwriter  # slow to load, and most starts write no workbook

    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet, bold = book.add_worksheet(title), book.add_format({"bold": True})
        sheet.freeze_panes(1, 0)
        sheet.set_column(1, 1, 28)
        for number, row in enumerate(rows):
            for place, value in enumerate(row):
                if isinstance(value, str):
                    sheet.write_string(number, place, value, None if number else bold)
                elif value is not None:
                    sheet.write_number(number, place, float(value))
    return out.getvalue()


def _columns(tournament: Tournament) -> dict[str, Callable[[Entry], Value]]:
    """What everybody may know of who entered; a team is named in every game."""
    asks_team = any(ask.name == "team_name" for ask in rules_of(tournament).game.asks)
    team = {} if asks_team else {"Team": _value_of("team_name")}
    return {**_asked(tournament, is_public=True), **team}


def _asked(tournament: Tournament, *, is_public: bool) -> dict[str, Callable[[Entry], Value]]:
    """What the game asks of who enters, texts of many lines left out."""
    asks = [
        ask
        for ask in rules_of(tournament).game.asks
        if ask.field.is_public == is_public and not ask.field.is_long
    ]
    return {HEADINGS.get(ask.name, ask.label): _value_of(ask.name) for ask in asks}


def _value_of(name: str) -> Callable[[Entry], Value]:
    return lambda entry: getattr(entry, name) or None


def _state(entry: Entry) -> str:
    return "dropped" if entry.is_dropped else "checked in" if entry.is_checked_in else "registered"


def _standings_row(line: Line, columns: dict[str, Callable[[Entry], Value]]) -> Sequence[Value]:
    own, history = line.entry, line.history
    played = (history.wins, history.losses, history.draws)
    return [
        line.rank,
        own.display_name,
        *(value(own) for value in columns.values()),
        *played,
    ]


def _harmless(value: Value) -> object:
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA_STARTS) else value
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else round(float(value), 4)
    return "" if value is None else value


def _shown(tie_break: TieBreak, line: Line, cells: Mapping[str, str]) -> Value:
    """A direct encounter is no number but the rank among those level, as the page has it, and empty for all others."""
    if tie_break.among is not None:
        return whole(cells.get(tie_break.code, ""))
    value = line.values[tie_break.code]
    return tie_break.display(value) if tie_break.display is not None else value
