"""Workbooks (.xlsx, .xls, .ods) to sheets of cells, read by a process of its own with little memory."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from crosstable.events.errors import FileDamaged, FileEncrypted
from crosstable.events.files.reading_process import Unreadable, read_apart
from crosstable.events.files.uploads.cells import Cell, Sheet, number_cell, text_cell
from crosstable.events.files.uploads.limits import MAX_COLUMNS, MAX_ROWS, MAX_ROWS_ABOVE, MAX_SHEETS

PROCESS = Path(__file__).with_name("workbook_process.py")
# Blank rows between the players are forgiven; one more is read than may be there, so that it is noticed.
MOST_READ = 2 * MAX_ROWS + MAX_ROWS_ABOVE


def read_workbook(file_name: str, data: bytes) -> Sequence[Sheet]:
    """Every sheet from its first row and column on. Raises FileEncrypted, FileDamaged, Busy."""
    try:
        answer = read_apart(PROCESS, data, MAX_SHEETS, MOST_READ + 1, MAX_COLUMNS)
    except Unreadable as error:
        raise FileDamaged(file_name=file_name) from error
    if "refused" in answer:
        raise (
            FileEncrypted(file_name=file_name)
            if answer["refused"] == "encrypted"
            else FileDamaged(file_name=file_name)
        )
    return [[[_cell(value) for value in row] for row in sheet] for sheet in answer["sheets"]]


def _cell(value: Any) -> Cell:
    if isinstance(value, str):
        return text_cell(value)
    if isinstance(value, dict):
        return Cell(value["date"], "date")
    return number_cell(value)
