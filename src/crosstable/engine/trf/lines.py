"""From bytes to lines, from a line to its fields, and record 001: a player with cells by round.

Errors give their line and column. Cells are checked against one another in rounds.py.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple, NoReturn

from crosstable.engine.model import ByeKind, Entry, EntryId, Outcome, Points
from crosstable.engine.trf.document import PlayerDetails, TrfError
from crosstable.text import tr

LINE_END = re.compile(r"\r\n|\r|\n")
POINTS_FORM = re.compile(r"-?([0-9]{1,4}(\.[0-9]{0,3})?|\.[0-9]{1,3})")
DIGITS = frozenset("0123456789")


def decode(data: bytes) -> str:
    """Decode UTF-8 (with or without a byte order mark) or UTF-16, else Windows-1252 or Latin-1."""
    for encoding in (*_utf_16(data), "utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _utf_16(data: bytes) -> tuple[str, ...]:
    """Detect UTF-16 by its byte order mark, or by every other byte of the beginning being 0."""
    start = data[:80]
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ("utf-16",)
    if len(start) >= 8 and len(data) % 2 == 0:
        if not any(start[1::2]) and all(start[::2]):
            return ("utf-16-le",)
        if not any(start[::2]) and all(start[1::2]):
            return ("utf-16-be",)
    return ()


@dataclass(frozen=True, slots=True)
class Line:
    """One record. Columns count from 1, as in the specification, and are code points."""

    number: int
    text: str

    @property
    def code(self) -> str:
        return self.text[:3]

    def columns(self, first: int, last: int) -> str:
        return self.text[first - 1 : last].strip()

    def fail(self, column: int, problem: str) -> NoReturn:
        raise TrfError(self.number, column, problem)

    def whole_number(self, first: int, last: int, meaning: str) -> int:
        text = self.columns(first, last)
        if not text or not DIGITS.issuperset(text):
            self.fail(
                first, tr("{meaning} should be a whole number, not {text}", meaning=meaning, text=repr(text))
            )
        return int(text)

    def optional_number(self, first: int, last: int, meaning: str) -> int | None:
        return self.whole_number(first, last, meaning) if self.columns(first, last) else None

    def points(self, first: int, last: int, meaning: str) -> Points:
        return self.read_points(self.columns(first, last), first, meaning)

    def read_points(self, text: str, column: int, meaning: str) -> Points:
        written = text.replace(",", ".")
        if not POINTS_FORM.fullmatch(written):
            self.fail(
                column,
                tr("{meaning} should be a number of points, not {text}", meaning=meaning, text=repr(text)),
            )
        return Decimal(written)

    def words(self, first: int) -> Iterator[tuple[int, str]]:
        """Yield the words from column `first` on, each with the column it starts in."""
        for match in re.finditer(r"\S+", self.text[first - 1 :]):
            yield first + match.start(), match.group()

    def numbers(self, first: int, meaning: str) -> list[tuple[int, int]]:
        """Return (column, number) for each word from column `first` on."""
        numbers = []
        for column, word in self.words(first):
            if not DIGITS.issuperset(word) or len(word) > 9:
                self.fail(
                    column,
                    tr("{meaning} should be a whole number, not {word}", meaning=meaning, word=repr(word)),
                )
            numbers.append((column, int(word)))
        return numbers


def split_lines(data: bytes) -> list[Line]:
    """Split records at CR, LF or both; empty lines count as lines but are ignored."""
    texts = LINE_END.split(decode(data).rstrip("\x1a"))
    lines = [Line(number, text) for number, text in enumerate(texts, start=1) if text.strip()]
    for line in lines:
        _check_characters(line)
    return lines


def _check_characters(line: Line) -> None:
    """Refuse invisible characters with their position: they shift the columns and break names."""
    if line.text.isascii() and line.text.isprintable():
        return
    allowed = "" if line.code == "001" else "\t"
    for column, char in enumerate(line.text, start=1):
        if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") and char not in allowed:
            line.fail(
                column,
                tr(
                    "the control character U+{code:04X} is not allowed; delete it or type a space",
                    code=ord(char),
                ),
            )


FIRST_CELL = 92
CELL_WIDTH = 10
HIGHEST_NUMBER = 9999
NO_OPPONENT = 0

OUTCOMES = {
    "1": Outcome.WIN,
    "=": Outcome.DRAW,
    "0": Outcome.LOSS,
    "W": Outcome.WIN,
    "D": Outcome.DRAW,
    "L": Outcome.LOSS,
    "+": Outcome.FORFEIT_WIN,
    "-": Outcome.FORFEIT_LOSS,
}
UNRATED = frozenset("WDL")
PENDING = frozenset("? ")
BYES = {
    "U": ByeKind.ALLOCATED,
    "F": ByeKind.FULL,
    "H": ByeKind.HALF,
    "Z": ByeKind.ZERO,
    " ": ByeKind.ZERO,
    "+": ByeKind.FULL,
    "-": ByeKind.ZERO,
}
RESULT_CODES = frozenset(OUTCOMES) | PENDING | frozenset(BYES)
COLOR_CODES = frozenset("wbWB- ")


class Cell(NamedTuple):
    """One round of one player as written: opponent's number (0: none), colour and result codes."""

    opponent: int
    color: str
    result: str

    @property
    def is_blank(self) -> bool:
        return self.opponent == NO_OPPONENT and self.result == " "

    @property
    def is_part_of_a_pairing(self) -> bool:
        return self.opponent != NO_OPPONENT or self.result == "U"


BLANK_CELL = Cell(NO_OPPONENT, " ", " ")


@dataclass(frozen=True, slots=True)
class PlayerLine:
    line: Line
    entry: Entry
    details: PlayerDetails
    points: Points | None
    cells: tuple[Cell, ...]

    def cell(self, round_number: int) -> Cell:
        return self.cells[round_number - 1] if round_number <= len(self.cells) else BLANK_CELL


def cell_column(round_number: int) -> int:
    """Return the column in which the cell of a round starts."""
    return FIRST_CELL + CELL_WIDTH * (round_number - 1)


def read_player(line: Line) -> PlayerLine:
    number = line.whole_number(5, 8, tr("the starting number"))
    if number == 0:
        line.fail(5, tr("the starting number should be 1 or more"))
    return PlayerLine(
        line=line,
        entry=Entry(
            id=EntryId(number),
            seed=number,
            name=line.columns(15, 47),
            rating=line.optional_number(49, 52, tr("the rating")) or 0,
        ),
        details=_details(line),
        points=line.points(81, 84, tr("the score")) if line.columns(81, 84) else None,
        cells=read_cells(line),
    )


def _details(line: Line) -> PlayerDetails:
    return PlayerDetails(
        sex=line.columns(10, 10),
        title=line.columns(11, 13),
        federation=line.columns(54, 56),
        fide_id=line.columns(58, 68),
        birth_date=line.columns(70, 79),
        rank=line.optional_number(86, 89, tr("the rank")),
    )


def read_cells(line: Line) -> tuple[Cell, ...]:
    text = line.text.rstrip()
    return tuple(_read_cell(line, text, start) for start in range(FIRST_CELL - 1, len(text), CELL_WIDTH))


def _read_cell(line: Line, text: str, start: int) -> Cell:
    opponent = text[start : start + 4].strip()
    color = text[start + 5 : start + 6] or " "
    result = text[start + 7 : start + 8].upper() or " "
    if opponent and not DIGITS.issuperset(opponent):
        line.fail(
            start + 1, tr("the opponent should be a starting number, not {opponent}", opponent=repr(opponent))
        )
    if color not in COLOR_CODES:
        line.fail(start + 6, tr("the colour should be w, b or -, not {color}", color=repr(color)))
    if result not in RESULT_CODES:
        line.fail(start + 8, tr("the result code {result} is unknown", result=repr(result)))
    if (text[start + 4 : start + 5] + text[start + 6 : start + 7]).strip():
        line.fail(start + 5, tr("the columns between opponent, colour and result should be blank"))
    return Cell(int(opponent or 0), color.lower(), result)
