"""From cells to the values of an entry. What cannot be understood raises BadCell with the reason in words."""

import re
from collections.abc import Callable, Mapping

from crosstable.events.files.uploads.cells import EMPTY, Cell, Row, clean
from crosstable.events.files.uploads.template import EXAMPLES
from crosstable.fields import ENTRY_FIELDS

NO_RATING = {
    *("", "0", "-", "–", "—", "unrated", "unr", "unr.", "none", "n/a", "na", "ohne", "keine", "new", "neu"),
}
THOUSANDS = re.compile(r"(\d)[.,'’\u00a0\u202f ](\d{3})")
WHOLE = re.compile(r"(\d{1,9})([.,]0+)?")
EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,180}\.[^@\s.]{2,24}")
YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d|2100)(?!\d)")
# What spreadsheets show when a formula has no value: it is kept as text when a list is saved as .csv.
ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#####")


class BadCell(Exception):
    """The reason, for the person who made the list."""


def name_from(row: Row, columns: Mapping[str, int]) -> str:
    """One column, or two: beside a first name “Nom” is the last name, beside a last name “Nombre” is the first."""
    cells = [_cell(row, columns, part) for part in ("first", "name", "last")]
    if "first" in columns and "name" in columns and "last" in columns:
        cells = [cells[1]] if cells[1].text else [cells[0], cells[2]]
    for cell in cells:
        if cell.kind == "date" or (cell.kind == "number" and cell.text):
            raise BadCell(f"The name is a {cell.kind}: {cell.text}.")
        _refuse_formula("name", cell)
    name = " ".join(cell.text for cell in cells if cell.text)
    if not name:
        raise BadCell("The name is missing.")
    if name in EXAMPLES:
        raise BadCell("This is an example row of the template.")
    return name


def parts_from(row: Row, columns: Mapping[str, int]) -> dict[str, str]:
    """Given and family name, where the list has them in columns of their own."""
    cells = {part: _cell(row, columns, part).text for part in ("first", "name", "last")}
    if "first" in columns and ("last" in columns or "name" in columns):
        return {"given_name": cells["first"], "family_name": cells["last"] or cells["name"]}
    if "last" in columns and "name" in columns:
        return {"given_name": cells["name"], "family_name": cells["last"]}
    return {}


def rating(cell: Cell) -> int:
    if cell.kind == "date":
        raise BadCell(f"The rating is a date: {cell.text}. Format the cell as a number.")
    if cell.text.casefold() in NO_RATING:
        return 0
    _refuse_formula("rating", cell)
    text = cell.text
    if cell.kind == "text" and (parts := THOUSANDS.fullmatch(text)):
        text = parts[1] + parts[2]
    if number := WHOLE.fullmatch(text):
        if problem := ENTRY_FIELDS["rating"].problem(int(number[1])):
            raise BadCell(problem)
        return int(number[1])
    raise BadCell(f"The rating is not a whole number: “{_short(text)}”.")


def birth_year(cell: Cell) -> int | None:
    """A year, or the year of a date however it is written."""
    if cell.text in ("", "0", "-", "–"):
        return None
    _refuse_formula("year of birth", cell)
    if year := YEAR.search(cell.text):
        return int(year[1])
    raise BadCell(f"There is no year of four digits in the birthday: “{_short(cell.text)}”.")


def fide_id(cell: Cell) -> str:
    if cell.text in ("", "0", "-", "–"):
        return ""
    if not cell.text.isdecimal() or ENTRY_FIELDS["fide_id"].problem(cell.text):
        raise BadCell(f"The FIDE ID is not a number: “{_short(cell.text)}”.")
    return cell.text


def federation(cell: Cell) -> str:
    if ENTRY_FIELDS["federation"].problem(cell.text):
        raise BadCell(f"A federation is three letters, as in GER; here it says “{_short(cell.text)}”.")
    return cell.text.upper()


def words(cell: Cell) -> str:
    return "" if cell.text in ERRORS else cell.text


def email(cell: Cell) -> str:
    if cell.text and not EMAIL.fullmatch(cell.text):
        raise BadCell("The e-mail address cannot be read.")
    return cell.text.lower()


def long_text(cell: Cell) -> str:
    """An army list keeps its lines."""
    return "\n".join(clean(line) for line in (cell.raw or cell.text).splitlines()).strip()


PARSERS: dict[str, tuple[str, Callable[[Cell], object]]] = {
    "rating": ("rating", rating),
    "team_name": ("team_name", words),
    "fide_id": ("fide_id", fide_id),
    "federation": ("federation", federation),
    "birth": ("birth_year", birth_year),
    "title": ("title", words),
    "faction": ("faction", words),
    "email": ("email", email),
    "list": ("list_text", long_text),
}


def values_from(row: Row, columns: Mapping[str, int]) -> tuple[dict[str, object], dict[str, str]]:
    """By field of EntryDetails, the name left out; and what is wrong with those that cannot be read."""
    values: dict[str, object] = {}
    unreadable: dict[str, str] = {}
    for column, (field, parse) in PARSERS.items():
        if column in columns:
            try:
                values[field] = parse(_cell(row, columns, column))
            except BadCell as problem:
                unreadable[field] = str(problem)
    return values, unreadable


def _cell(row: Row, columns: Mapping[str, int], column: str) -> Cell:
    place = columns.get(column)
    return row[place] if place is not None and place < len(row) else EMPTY


def _refuse_formula(what: str, cell: Cell) -> None:
    if cell.text in ERRORS:
        raise BadCell(f"The {what} is a formula without a value: {cell.text}.")
    if cell.text.startswith("="):
        raise BadCell(f"The {what} is a formula: “{_short(cell.text)}”. Put its value there.")


def _short(text: str) -> str:
    return text if len(text) <= 30 else f"{text[:29]}…"
