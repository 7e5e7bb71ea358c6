"""From bytes to lines, and from a line to the fields of its columns, with errors that say where."""

import re
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
    """UTF-8, with or without its mark; what is not UTF-8 is taken for Latin-1, which any bytes are."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


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
    texts = LINE_END.split(decode(data))
    return [Line(number, text) for number, text in enumerate(texts, start=1) if text.strip()]
