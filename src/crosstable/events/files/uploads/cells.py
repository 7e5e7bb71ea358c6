"""Cells of a list: their content, the meaning of their column, and the entry's value they become.

Headings may be in any order and in the languages tournaments are run in: English, German, French, Spanish,
Italian, Portuguese, Dutch, Polish, Czech, Swedish, Danish, Norwegian, Hungarian, Russian, Turkish.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from crosstable.engine.starting_numbers import PLAIN
from crosstable.events.errors import named
from crosstable.events.files.uploads.limits import LONGEST_CELL, MAX_ROWS_ABOVE
from crosstable.events.files.uploads.template import EXAMPLES
from crosstable.fields import ENTRY_FIELDS
from crosstable.text import tr

CellKind = Literal["text", "number", "date"]
# Control characters that change the text direction; right-to-left scripts do not need them.
TURNING = {ord(mark): None for mark in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"}
HEADINGS = {
    "name": "name|full name|player|player name|display name|participant|competitor|nom|nom complet|joueur|participant·e"
    "|nombre|nombre completo|jugador|jugadora|participante|spieler|spielerin|spielername|teilnehmer|teilnehmerin"
    "|nome|nome completo|nominativo|giocatore|jogador|jogadora|naam|speler|deelnemer|zawodnik|imie i nazwisko"
    "|nazwisko i imie|jmeno|jmeno a prijmeni|hrac|namn|spelare|navn|spiller|nev|jatekos|имя|фио|игрок|isim|ad soyad"
    "|oyuncu",
    "first": "first name|firstname|given name|given names|forename|vorname|prenom|nombre de pila|nombres|primeiro nome"
    "|voornaam|imie|krestni jmeno|fornamn|fornavn|keresztnev|имя игрока|ad",
    "last": "last name|lastname|surname|family name|nachname|familienname|zuname|nom de famille|apellido|apellidos"
    "|cognome|sobrenome|apelido|achternaam|nazwisko|prijmeni|efternamn|etternavn|vezeteknev|фамилия|soyad",
    "rating": "rating|elo|elo rating|fide elo|elo fide|fide rating|rtg|rtgi|rtg i|irtg|rating int|club rating"
    "|puntuacion|puntaje|punteggio|wertung|wertungszahl|dwz|twz|nwz|elozahl|elo punti|rating fide|fide"
    "|elopont|рейтинг|puan|uscf|ecf",
    "team_name": "university|club|university club|club university|club or university|university or club|team|school"
    "|college|verein|mannschaft|schule|universitat|hochschule|universite|ecole|equipe|universidad|escuela|colegio"
    "|equipo|universita|scuola|circolo|squadra|societa|universidade|escola|clube|universiteit|vereniging"
    "|uczelnia|klub|druzyna|univerzita|oddil|klubb|lag|forening|egyesulet|клуб|университет|kulup|universite kulup"
    "|club city|clubort|organisation|organization",
    "fide_id": "fide id|fideid|id fide|fide no|fide number|fide nr|fide code|code fide|codigo fide|idfide|id number"
    "|fidenr|idno|fide kennung",
    "federation": "federation|fed|fide federation|foderation|verband|federacion|federazione|federacao|federatie"
    "|federacja|federace|forbund|федерация",
    "birth": "birth year|year of birth|birthyear|born|birthday|birth date|birthdate|date of birth|dob|yob|birth"
    "|geburtsjahr|jahrgang|geburtsdatum|geburtstag|geb|geboren|annee de naissance|date de naissance|naissance|ne e le"
    "|ano de nacimiento|fecha de nacimiento|nacimiento|anno di nascita|data di nascita|nascita|ano de nascimento"
    "|data de nascimento|geboortejaar|geboortedatum|rok urodzenia|data urodzenia|rok narozeni|datum narozeni"
    "|fodelsear|fodselsdato|szuletesi ev|год рождения|дата рождения|dogum yili|dogum tarihi|byear",
    "title": "title|fide title|titel|titre|titulo|titolo|tytul|titul|tit|cim|звание|unvan",
    "email": "email|e mail|email address|mail|mail address|mailadresse|emailadresse|adresse mail|adresse e mail"
    "|courriel|correo|correo electronico|posta elettronica|e post|e posta|почта|электронная почта",
    "list": "army list|list|list text|roster|armeeliste|liste|liste d armee|lista|lista de ejercito|lista dell armata"
    "|lijst|rozpiska",
    "faction": "faction|army|fraktion|armee|volk|faccion|ejercito|fazione|armata|esercito|faccao|exercito"
    "|factie|leger|frakcja|armia|frakce|armada|fraktion armee",
}
NO_RATING = {
    *("", "0", "-", "–", "—", "unrated", "unr", "unr.", "none", "n/a", "na", "ohne", "keine", "new", "neu"),
}
THOUSANDS = re.compile(r"(\d)[.,'’\u00a0\u202f ](\d{3})")
WHOLE = re.compile(r"(\d{1,9})([.,]0+)?")
EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,180}\.[^@\s.]{2,24}")
YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d|2100)(?!\d)")
# Displayed by spreadsheets for a formula without a value, and saved as text in a .csv file.
ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#####")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell. `text` is one short line; `raw` is the whole text if longer, such as an army list."""

    text: str
    kind: CellKind = "text"
    raw: str = ""


EMPTY = Cell("")
Row = Sequence[Cell]
Sheet = Sequence[Row]


def text_cell(text: str) -> Cell:
    cleaned = clean(text[:LONGEST_CELL])
    raw = text if len(text) > LONGEST_CELL or "\n" in text else ""
    return Cell(cleaned, raw=raw) if cleaned else EMPTY


def number_cell(value: float) -> Cell:
    """1800.0 becomes 1800, as displayed."""
    whole = value == int(value) if abs(value) < 1e15 else False
    return Cell(str(int(value)) if whole else repr(value), "number")


def clean(text: str) -> str:
    """Return one line without control characters and without the apostrophe that guards against formulas."""
    if text.isascii() and text.isprintable():
        cleaned = " ".join(text.split())
    else:
        text = unicodedata.normalize("NFC", text.translate(TURNING))
        shown = "".join(" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
        cleaned = " ".join(shown.split())
    return cleaned[1:] if re.match("'[=+@-]", cleaned) else cleaned


def is_blank(row: Row) -> bool:
    return not any(cell.text for cell in row)


def heading_key(heading: str) -> str:
    """Return a key that is equal for “Prénom :” and “PRENOM”."""
    folded = unicodedata.normalize("NFKD", heading.casefold()).translate(PLAIN)
    return "".join(c for c in folded if c.isalnum())


MEANINGS = {
    heading_key(word): column
    for column, words in HEADINGS.items()
    for word in words.replace("·", "").split("|")
}


@dataclass(frozen=True, slots=True)
class Headings:
    """The row of the headings (from 0), the meaning of each column, and the unused ones."""

    row: int
    columns: Mapping[str, int]
    words: Mapping[str, str]
    unused: tuple[str, ...]


def find_headings(sheet: Sheet) -> Headings | None:
    """Return the row near the top with the most known headings, including a name; None without one."""
    candidates = [_understood(number, row) for number, row in enumerate(sheet[:MAX_ROWS_ABOVE])]
    named = [headings for headings in candidates if {"name", "first", "last"} & headings.columns.keys()]
    return max(named, key=lambda headings: len(headings.columns), default=None)


def _understood(number: int, row: Row) -> Headings:
    """The first column with a meaning counts: the left one of two ratings."""
    columns: dict[str, int] = {}
    unused = []
    for place, cell in enumerate(row):
        meaning = MEANINGS.get(heading_key(cell.text)) if cell.kind == "text" else None
        if meaning and meaning not in columns:
            columns[meaning] = place
        elif cell.text:
            unused.append(cell.text)
    words = {meaning: row[place].text for meaning, place in columns.items()}
    return Headings(number, columns, words, tuple(unused))


def found_headings(sheet: Sheet) -> str:
    """Return the words of the fullest row near the top, for the message that no name column was found."""
    rows = [[f"“{cell.text[:40]}”" for cell in row if cell.text] for row in sheet[:MAX_ROWS_ABOVE]]
    return named(max(rows, key=len, default=[]), limit=10) or "none"


class BadCell(Exception):
    """The reason, for the author of the list."""


def name_from(row: Row, columns: Mapping[str, int]) -> str:
    """Return the name from one column or two.

    Next to a first name “Nom” is the last name, next to a last name “Nombre” is the first.
    """
    cells = [_cell(row, columns, part) for part in ("first", "name", "last")]
    if "first" in columns and "name" in columns and "last" in columns:
        cells = [cells[1]] if cells[1].text else [cells[0], cells[2]]
    for cell in cells:
        if cell.kind == "date" or (cell.kind == "number" and cell.text):
            raise BadCell(tr("The name is a {kind}: {text}.", kind=cell.kind, text=cell.text))
        _refuse_formula("name", cell)
    name = " ".join(cell.text for cell in cells if cell.text)
    if not name:
        raise BadCell(tr("The name is missing."))
    if name in EXAMPLES:
        raise BadCell(tr("This is an example row of the template."))
    return name


def parts_from(row: Row, columns: Mapping[str, int]) -> dict[str, str]:
    """Return given and family name, if the list has separate columns for them."""
    cells = {part: _cell(row, columns, part).text for part in ("first", "name", "last")}
    if "first" in columns and ("last" in columns or "name" in columns):
        return {"given_name": cells["first"], "family_name": cells["last"] or cells["name"]}
    if "last" in columns and "name" in columns:
        return {"given_name": cells["name"], "family_name": cells["last"]}
    return {}


def rating(cell: Cell) -> int:
    if cell.kind == "date":
        raise BadCell(tr("The rating is a date: {text}. Format the cell as a number.", text=cell.text))
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
    raise BadCell(tr("The rating is not a whole number: “{short}”.", short=_short(text)))


def birth_year(cell: Cell) -> int | None:
    """Parse a year, or the year of a date in any format."""
    if cell.text in ("", "0", "-", "–"):
        return None
    _refuse_formula("year of birth", cell)
    if year := YEAR.search(cell.text):
        return int(year[1])
    raise BadCell(tr("There is no year of four digits in the birthday: “{short}”.", short=_short(cell.text)))


def fide_id(cell: Cell) -> str:
    if cell.text in ("", "0", "-", "–"):
        return ""
    if not cell.text.isdecimal() or ENTRY_FIELDS["fide_id"].problem(cell.text):
        raise BadCell(tr("The FIDE ID is not a number: “{short}”.", short=_short(cell.text)))
    return cell.text


def federation(cell: Cell) -> str:
    if ENTRY_FIELDS["federation"].problem(cell.text):
        raise BadCell(
            tr(
                "“{short}” is not a federation. Enter three letters, for example GER.",
                short=_short(cell.text),
            )
        )
    return cell.text.upper()


def words(cell: Cell) -> str:
    return "" if cell.text in ERRORS else cell.text


def email(cell: Cell) -> str:
    if cell.text and not EMAIL.fullmatch(cell.text):
        raise BadCell(tr("The email address cannot be read."))
    return cell.text.lower()


def long_text(cell: Cell) -> str:
    """Return an army list with its line breaks."""
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
    """Return values by field of EntryDetails, without the name; and the errors of unreadable ones."""
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
        raise BadCell(tr("The {what} is a formula without a value: {text}.", what=what, text=cell.text))
    if cell.text.startswith("="):
        raise BadCell(
            tr("The {what} is a formula: “{short}”. Put its value there.", what=what, short=_short(cell.text))
        )


def _short(text: str) -> str:
    return text if len(text) <= 30 else f"{text[:29]}…"
