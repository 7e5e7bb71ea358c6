"""Tables to download (F8): players, standings, pairings and the crosstable as CSV and Excel.

Typed text never runs as a formula: in CSV a text that could be one is prefixed with an apostrophe, in Excel
it is written as text. Numbers stay numbers.
"""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from crosstable.engine.results import Points
from crosstable.engine.starting_numbers import name_key
from crosstable.engine.tie_breaks import TieBreak
from crosstable.events.bridge.entries import numbers_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.files.printing.tables import crosstable_totals, tile_words
from crosstable.events.models import Entry, Match, Round, Tournament
from crosstable.events.queries.people.public import matches_of
from crosstable.events.queries.standings.standings import Table, TableRow, standings_table
from crosstable.fields import whole
from crosstable.games import Use

Value = str | int | Decimal | Fraction | None
Rows = Sequence[Sequence[Value]]
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

# Headings of fields that an upload recognises by another word than the form's.
HEADINGS = {"birth_year": "Birth year"}


def players_rows(tournament: Tournament) -> Rows:
    """Return all entries by starting number, with headings that an upload recognises."""
    columns = {**_columns(tournament), **_asked(tournament, is_public=False), "State": _state}
    numbers = numbers_of(tournament)
    entries = sorted(tournament.entries.defer("list_text"), key=lambda entry: numbers[entry.pk])
    rows = [[numbers[e.pk], e.display_name, *(value(e) for value in columns.values())] for e in entries]
    return [["No.", "Name", *columns], *rows]


def standings_rows(tournament: Tournament) -> Rows:
    """Return the current standings with every tie-break that orders them."""
    columns, table = _columns(tournament), standings_table(tournament)
    names, shown = [one.name for one in table.order], [column.code for column in table.columns]
    rows: list[Sequence[Value]] = [["Rank", "Name", *columns, "Won", "Lost", "Drawn", *names]]
    for line in table.lines:
        cells = dict(zip(shown, line.cells, strict=True))
        rows.append([*_standings_row(line, columns), *(_shown(one, line, cells) for one in table.order)])
    return with_still_in(rows, table)


def with_still_in(rows: Rows, table: Table) -> Rows:
    """Append a column for places that are not certain yet, while a bracket is in progress."""
    words = [line.still_in for line in table.lines]
    return (
        [[*row, word] for row, word in zip(rows, ["Still in", *words], strict=True)] if any(words) else rows
    )


def as_csv(rows: Rows) -> bytes:
    """Encode as CSV with the byte order mark by which Excel recognises UTF-8."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerows([_harmless(value) for value in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def as_xlsx(rows: Rows, title: str) -> bytes:
    import xlsxwriter  # imported lazily: slow to load and rarely needed

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
    """The public fields of the registration form; the team is included in every game."""
    asks_team = any(ask.name == "team_name" for ask in rules_of(tournament).game.asks)
    team = {} if asks_team else {"Team": _value_of("team_name")}
    return {**_asked(tournament, is_public=True), **team}


def _asked(tournament: Tournament, *, is_public: bool) -> dict[str, Callable[[Entry], Value]]:
    """The fields of the game's registration form, without multi-line texts."""
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


def _standings_row(line: TableRow, columns: dict[str, Callable[[Entry], Value]]) -> Sequence[Value]:
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


def _shown(tie_break: TieBreak, line: TableRow, cells: Mapping[str, str]) -> Value:
    """A direct encounter is the rank among the tied entries, as on the page; empty for all others."""
    if tie_break.among is not None:
        return whole(cells.get(tie_break.code, ""))
    value = line.values[tie_break.code]
    return tie_break.display(value) if tie_break.display is not None else value


def pairings_rows(round_: Round) -> Rows:
    """Return a row per table, byes last."""
    tournament = round_.tournament
    rules = rules_of(tournament)
    vocabulary, shape = rules.vocabulary, rules.shape
    about = "Faction" if Use.FACTIONS in rules.uses else "Rating"
    head = [vocabulary.table, vocabulary.first, about, vocabulary.second, about, "Result"]
    counts, has_missions = bool(shape.counted), (Use.MISSIONS in rules.uses)
    has_details = counts and shape.kind != Points.kind
    head += [f"{vocabulary.points} 1", f"{vocabulary.points} 2"] if counts else []
    head += ["Score"] if has_details else []
    head += ["Mission"] if has_missions else []
    rows = []
    for match in matches_of(round_):
        row = _pairing(match)
        if match.second is not None:
            row += (
                [*((match.parsed_score.totals if match.is_agreed else None) or (None, None))]
                if counts
                else []
            )
            row += [match.result_words] if has_details else []
            row += [match.mission or round_.mission] if has_missions else []
        rows.append(row)
    return [head, *rows]


def _pairing(match: Match) -> list[Value]:
    row: list[Value] = [match.table, match.first.display_name, _about(match.first)]
    if match.second is None:
        return [*row, match.get_bye_kind_display()]
    return [*row, match.second.display_name, _about(match.second), match.get_result_display()]


def pairings_by_name_rows(round_: Round) -> Rows:
    """Return all players with table and opponent, by name."""
    vocabulary = rules_of(round_.tournament).vocabulary
    rows: list[list[Value]] = []
    for match in matches_of(round_):
        for own, other, side in (
            (match.first, match.second, vocabulary.first),
            (match.second, match.first, vocabulary.second),
        ):
            if own is not None:
                opponent = other.display_name if other else match.get_bye_kind_display()
                rows.append([own.list_name, match.table, side if other else "", opponent])
    return [
        ["Name", vocabulary.table, "Side", "Opponent"],
        *sorted(rows, key=lambda row: name_key(str(row[0]))),
    ]


def crosstable_rows(tournament: Tournament) -> Rows:
    """Return the crosstable: 12w1 is a win with White against the opponent in row 12."""
    rules = rules_of(tournament)
    table, totals = standings_table(tournament), crosstable_totals(tournament)
    vocabulary = rules.vocabulary if Use.COLORS in rules.uses else None
    numbers = [tile.round for tile in table.lines[0].tiles] if table.lines else []
    head = ["No.", "Rank", "Name", "Rating", *(f"Round {n}" for n in numbers), totals.name]
    rows = [
        [
            line.row,
            line.rank,
            line.entry.display_name,
            line.entry.rating or None,
            *(tile_words(tile, vocabulary) for tile in line.tiles),
            totals.values[line.history.entry.id],
        ]
        for line in table.lines
    ]
    return with_still_in([head, *rows], table)


def _about(entry: Entry) -> Value:
    return entry.faction or entry.rating or None
