"""From bytes to lines, and from a line to the fields of its columns, with errors that say where."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NoReturn

from crosstable.engine.formats.trf.document import TrfError
from crosstable.engine.model import Points

LINE_END = re.compile(r"\r\n|\r|\n")
POINTS_FORM = re.compile(r"-?([0-9]{1,4}(\.[0-9]{0,3})?|\.[0-9]{1,3})")
DIGITS = frozenset("0123456789")


def decode(data: bytes) -> str:
    """UTF-8, with or without its mark, or UTF-16; anything else is taken for Windows-1252 or Latin-1."""
    for encoding in (*_utf_16(data), "utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _utf_16(data: bytes) -> tuple[str, ...]:
    """By its mark, or by every other byte of the beginning being 0."""
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
            self.fail(first, f"{meaning} should be a whole number, not {text!r}")
        return int(text)

    def optional_number(self, first: int, last: int, meaning: str) -> int | None:
        return self.whole_number(first, last, meaning) if self.columns(first, last) else None

    def points(self, first: int, last: int, meaning: str) -> Points:
        return self.read_points(self.columns(first, last), first, meaning)

    def read_points(self, text: str, column: int, meaning: str) -> Points:
        written = text.replace(",", ".")
        if not POINTS_FORM.fullmatch(written):
            self.fail(column, f"{meaning} should be a number of points, not {text!r}")
        return Decimal(written)

    def words(self, first: int) -> Iterator[tuple[int, str]]:
        """The words from column `first` on, each with the column it starts in."""
        for match in re.finditer(r"\S+", self.text[first - 1 :]):
            yield first + match.start(), match.group()

    def numbers(self, first: int, meaning: str) -> list[tuple[int, int]]:
        """(column, number) for each word from column `first` on."""
        numbers = []
        for column, word in self.words(first):
            if not DIGITS.issuperset(word) or len(word) > 9:
                self.fail(column, f"{meaning} should be a whole number, not {word!r}")
            numbers.append((column, int(word)))
        return numbers


def split_lines(data: bytes) -> list[Line]:
    """Records end in CR, LF or both; empty lines count but say nothing."""
    texts = LINE_END.split(decode(data).rstrip("\x1a"))
    lines = [Line(number, text) for number, text in enumerate(texts, start=1) if text.strip()]
    for line in lines:
        _check_characters(line)
    return lines


def _check_characters(line: Line) -> None:
    """Characters that nobody sees move the columns and break names: each is refused where it stands."""
    if line.text.isascii() and line.text.isprintable():
        return
    allowed = "" if line.code == "001" else "\t"
    for column, char in enumerate(line.text, start=1):
        if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") and char not in allowed:
            line.fail(
                column, f"the control character U+{ord(char):04X} is not allowed; delete it or type a space"
            )
