"""How a screen is filled: rows in columns, as large as their number allows, on as few pages as can be read.

Pages of one kind have equal heights, so that the type does not change from one to the next.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Generic, TypeVar

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Layout:
    """So many columns of at most so many rows; `name` is the class the style sheet knows it by."""

    name: str
    columns: int
    most_rows: int

    @property
    def most(self) -> int:
        return self.columns * self.most_rows


@dataclass(frozen=True, slots=True)
class Sheet(Generic[Row]):
    """One page: its rows, column by column, and where it stands in the whole."""

    rows: Sequence[Row]
    height: int
    layout: str
    first: int
    last: int
    total: int

    @property
    def is_all(self) -> bool:
        return self.last - self.first + 1 == self.total


# From ten metres these are the smallest types that can be read: eleven pairings in each of two columns, eighteen
# names in each of three. The first layout that holds all rows is taken; the last one goes on to further pages.
PAIRINGS = (Layout("one", 1, 6), Layout("stacked", 2, 8), Layout("beside", 2, 11))
NAMES = (Layout("one", 1, 8), Layout("two", 2, 14), Layout("three", 3, 18))
QUEUES = (Layout("one", 1, 6), Layout("two", 2, 7))
STANDINGS = (Layout("one", 1, 8), Layout("two", 2, 13))


def sheets(rows: Sequence[Row], layouts: Sequence[Layout]) -> list[Sheet[Row]]:
    if not rows:
        return []
    largest = layouts[-1]
    pages = ceil(len(rows) / largest.most)
    per_page = ceil(len(rows) / pages)
    layout = next((fit for fit in layouts if per_page <= fit.most), largest)
    height = ceil(per_page / layout.columns)
    size = height * layout.columns
    return [
        Sheet(rows[i : i + size], height, layout.name, i + 1, min(i + size, len(rows)), len(rows))
        for i in range(0, len(rows), size)
    ]
