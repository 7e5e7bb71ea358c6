"""How the venue screen is filled: rows in two columns, as large as their number allows, on as few pages as fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from crosstable.events.models import Entry, Match, Round

# From ten metres, eleven rows in each of two columns are the smallest type that can be read.
MOST_ROWS = 11
ONE_COLUMN = 6
STACKED = 8


@dataclass(frozen=True, slots=True)
class BoardRow:
    table: int | None
    first: Entry
    second: Entry | None
    # Only where it differs from the round's.
    mission: str


@dataclass(frozen=True, slots=True)
class BoardPage:
    """`layout` is one (a single wide column), stacked (the two names above each other) or beside."""

    rows: Sequence[BoardRow]
    height: int
    layout: str
    first: int
    last: int
    total: int


def board_rows(round_: Round, matches: Sequence[Match]) -> list[BoardRow]:
    return [
        BoardRow(m.table, m.first, m.second, m.mission if m.mission != round_.mission else "")
        for m in matches
    ]


def board_pages(rows: Sequence[BoardRow]) -> list[BoardPage]:
    """Pages of equal height, so that the type does not change from one to the next."""
    if not rows:
        return []
    if len(rows) <= ONE_COLUMN:
        return [BoardPage(rows, len(rows), "one", 1, len(rows), len(rows))]
    count = ceil(len(rows) / (2 * MOST_ROWS))
    height = ceil(len(rows) / count / 2)
    layout = "stacked" if height <= STACKED else "beside"
    size = 2 * height
    starts = range(0, len(rows), size)
    return [
        BoardPage(rows[i : i + size], height, layout, i + 1, min(i + size, len(rows)), len(rows))
        for i in starts
    ]
