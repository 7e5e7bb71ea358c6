"""Read a workbook from standard input and write its sheets to standard output as JSON.

reading.py runs it as a separate process: the parser allocates every cell between the first and the last one
used. A file of 8 kB with a cell in the last corner requests 500 GB, which ends the process. Imports nothing
from the package, to start quickly.
"""

import contextlib
import datetime
import io
import json
import re
import sys
import zipfile
from collections.abc import Iterator

MEMORY = 1_000_000_000
SECONDS = 8
# No army list is longer; a sheet with more text in total is not a list of players.
LONGEST_TEXT = 60_000
MOST_TEXT = 20_000_000
# No part of a workbook that is parsed here is longer.
MOST_XML = 60_000_000
DAMAGED = '{"refused": "damaged"}'


def limit() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def plain(value: object) -> object:
    """Return text and numbers unchanged; mark dates and times."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return value[:LONGEST_TEXT]
    if isinstance(value, int | float):
        return value
    if isinstance(value, datetime.date | datetime.time | datetime.timedelta):
        return {"date": value.isoformat() if not isinstance(value, datetime.timedelta) else str(value)}
    return "" if value is None else str(value)


# A cell of .xlsx, its attributes and content. The parser returns an empty cell for a formula without a value
# and for an error such as #N/A; a failed rating lookup would silently become no rating. Every pattern ends at
# the next bracket: no file can cause quadratic backtracking.
CELL = re.compile(rb"<(?:\w{1,20}:)?c\b([^<>]*)>")
END = re.compile(rb"</(?:\w{1,20}:)?c>")
PLACE = re.compile(rb'\br="([A-Z]{1,3})(\d{1,7})"')
VALUE = re.compile(rb"<(?:\w{1,20}:)?v\b[^<>]*>([^<]+)<")


def say_what_failed(book: zipfile.ZipFile, number: int, rows: list[list[object]]) -> None:
    """Write “#N/A” or “=…” into cells whose formula has no value."""
    sheet = _part(book, _sheet_files(book)[number])
    if b't="e"' not in sheet and b"<f" not in sheet:
        return
    for attributes, content in _cells(sheet):
        value, place = VALUE.search(content), PLACE.search(attributes)
        failed = b't="e"' in attributes or (value is None and b"<f" in content)
        if failed and place:
            y, x = int(place[2]) - 1, _column(place[1])
            if y < len(rows) and x < len(rows[y]):
                rows[y][x] = value[1].decode("utf-8", "replace") if value else "=…"


def _cells(sheet: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Attributes and content of non-empty cells. A cell ends before the next one begins."""
    cells = list(CELL.finditer(sheet))
    nexts = [cell.start() for cell in cells[1:]] + [len(sheet)]
    for cell, next_one in zip(cells, nexts, strict=True):
        if end := END.search(sheet, cell.end(), next_one):
            yield cell[1], sheet[cell.end() : end.start()]


def _part(book: zipfile.ZipFile, name: str) -> bytes:
    with book.open(name) as part:
        content = part.read(MOST_XML + 1)
    return content if len(content) <= MOST_XML else b""


def _sheet_files(book: zipfile.ZipFile) -> list[str]:
    """The files of the sheets in the order of the workbook."""
    links = re.findall(rb"<(?:\w{1,20}:)?Relationship\b[^<>]*>", _part(book, "xl/_rels/workbook.xml.rels"))
    targets = {_attribute(b"Id", link): _attribute(b"Target", link).lstrip("/") for link in links}
    sheets = re.findall(rb"<(?:\w{1,20}:)?sheet\b[^<>]*>", _part(book, "xl/workbook.xml"))
    files = [targets[_attribute(b"r:id", sheet)] for sheet in sheets]
    return [name if name.startswith("xl/") else f"xl/{name}" for name in files]


def _attribute(name: bytes, tag: bytes) -> str:
    match = re.search(rb"\b" + name + rb'="([^"]{0,200})"', tag)
    return match[1].decode() if match else ""


def _column(letters: bytes) -> int:
    place = 0
    for letter in letters:
        place = place * 26 + letter - 64
    return place - 1


def main(most_sheets: int, most_rows: int, most_columns: int) -> None:
    limit()
    import python_calamine as calamine

    try:
        data = sys.stdin.buffer.read()
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = []
        for number, meta in enumerate(book.sheets_metadata[:most_sheets]):
            if meta.typ == calamine.SheetTypeEnum.WorkSheet:
                rows = book.get_sheet_by_name(meta.name).to_python(skip_empty_area=False, nrows=most_rows)
                sheets.append([[plain(value) for value in row[:most_columns]] for row in rows])
                with contextlib.suppress(zipfile.BadZipFile, KeyError, IndexError):
                    say_what_failed(zipfile.ZipFile(io.BytesIO(data)), number, sheets[-1])
        answer = json.dumps({"sheets": sheets})
    except calamine.PasswordError:
        answer = '{"refused": "encrypted"}'
    except Exception:  # any error of the parser on a damaged file means the same to the user
        answer = DAMAGED
    sys.stdout.write(answer if len(answer) <= MOST_TEXT else DAMAGED)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
