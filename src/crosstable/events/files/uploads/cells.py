"""A cell as it was found: its words, and what kind of thing it is."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from crosstable.events.files.uploads.limits import LONGEST_CELL

Kind = Literal["text", "number", "date"]
# Marks that turn the direction of whatever is written after them; letters of right-to-left scripts need none.
TURNING = {ord(mark): None for mark in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"}


@dataclass(frozen=True, slots=True)
class Cell:
    """`text` is one short line. `raw` is the whole text where that is longer: an army list."""

    text: str
    kind: Kind = "text"
    raw: str = ""


EMPTY = Cell("")
Row = Sequence[Cell]
Sheet = Sequence[Row]


def text_cell(text: str) -> Cell:
    cleaned = clean(text[:LONGEST_CELL])
    raw = text if len(text) > LONGEST_CELL or "\n" in text else ""
    return Cell(cleaned, raw=raw) if cleaned else EMPTY


def number_cell(value: float) -> Cell:
    """1800.0 is written 1800, as the person sees it."""
    whole = value == int(value) if abs(value) < 1e15 else False
    return Cell(str(int(value)) if whole else repr(value), "number")


def clean(text: str) -> str:
    """One line without control characters; an apostrophe that only guards against formulas goes."""
    if text.isascii() and text.isprintable():
        cleaned = " ".join(text.split())
    else:
        text = unicodedata.normalize("NFC", text.translate(TURNING))
        shown = "".join(" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
        cleaned = " ".join(shown.split())
    return cleaned[1:] if re.match("'[=+@-]", cleaned) else cleaned


def is_blank(row: Row) -> bool:
    return not any(cell.text for cell in row)
