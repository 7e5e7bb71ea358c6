"""Reads a workbook from standard input and writes its sheets to standard output as JSON.

Run by workbooks.py as a process of its own: the reader makes room for every cell between the first and the last
one used, so a file of 8 kB with a cell in the last corner asks for 500 GB, and that ends the process that reads.
Imports nothing of the product, so that it starts quickly.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import json
import sys

MEMORY = 1_000_000_000
SECONDS = 20
# No name, club or number is longer; a sheet that holds more than this in all is no list of players.
LONGEST_CELL = 300
MOST_TEXT = 20_000_000
DAMAGED = '{"refused": "damaged"}'


def limit() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def plain(value: object) -> object:
    """Text and numbers as they are; dates and times marked as such."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return value[:LONGEST_CELL]
    if isinstance(value, int | float):
        return value
    if isinstance(value, datetime.date | datetime.time | datetime.timedelta):
        return {"date": value.isoformat() if not isinstance(value, datetime.timedelta) else str(value)}
    return "" if value is None else str(value)


def main(most_sheets: int, most_rows: int, most_columns: int) -> None:
    limit()
    import python_calamine as calamine

    try:
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
        sheets = []
        for meta in book.sheets_metadata[:most_sheets]:
            if meta.typ == calamine.SheetTypeEnum.WorkSheet:
                rows = book.get_sheet_by_name(meta.name).to_python(skip_empty_area=False, nrows=most_rows)
                sheets.append([[plain(value) for value in row[:most_columns]] for row in rows])
        answer = json.dumps({"sheets": sheets})
    except calamine.PasswordError:
        answer = '{"refused": "encrypted"}'
    except Exception:  # whatever a damaged file makes the reader say, it means the same to the person
        answer = DAMAGED
    sys.stdout.write(answer if len(answer) <= MOST_TEXT else DAMAGED)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
