"""Delimited text (.csv) to a sheet of cells: which encoding, which delimiter.

Encodings: UTF-8 and UTF-16 with or without their mark, otherwise Windows-1252, which Excel writes in western Europe
and which holds Latin-1. Delimiters: semicolon, tab, comma, bar.
"""

import csv
import io
import re
from itertools import islice

from crosstable.events.errors import FileDamaged
from crosstable.events.files.uploads.cells import Sheet, text_cell
from crosstable.events.files.uploads.columns import find_headings
from crosstable.events.files.uploads.limits import LONGEST_TEXT, MAX_COLUMNS, MAX_ROWS_ABOVE
from crosstable.events.files.uploads.workbooks import MOST_READ

DELIMITERS = ";\t,|"
# No text has these; a file that does is something else.
BINARY = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
SAID = re.compile(r'"?sep=([;,|\t])"?\r?\n', re.IGNORECASE)


def read_delimited(file_name: str, data: bytes) -> Sheet:
    """Raises FileDamaged when it is no text."""
    text = _decoded(data)
    if BINARY.search(text):
        raise FileDamaged(file_name=file_name)
    try:
        if said := SAID.match(text):
            # Excel takes this line as a hint and does not show it as a row.
            return _rows(text[said.end() :], said[1], MOST_READ + 1)
        return _rows(text, _delimiter(text), MOST_READ + 1)
    except csv.Error as error:
        raise FileDamaged(file_name=file_name) from error


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    sample = data[:2000]
    if sample.count(0) * 3 > len(sample):
        # Letters of western scripts have their zero byte second in little-endian UTF-16.
        little = sample[1::2].count(0) >= sample[::2].count(0)
        return data.decode("utf-16-le" if little else "utf-16-be", "replace")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _delimiter(text: str) -> str:
    """The one by which most headings are understood; when none are, the one that makes most columns."""
    sample = "".join(islice(io.StringIO(text, newline=""), MAX_ROWS_ABOVE))

    def worth(delimiter: str) -> tuple[int, int]:
        rows = _rows(sample, delimiter, MAX_ROWS_ABOVE)
        headings = find_headings(rows)
        return (len(headings.columns), 0) if headings else (0, max(map(len, rows), default=0))

    return max(DELIMITERS, key=worth)


def _rows(text: str, delimiter: str, most: int) -> Sheet:
    records = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    return [
        [text_cell(value[:LONGEST_TEXT]) for value in record[:MAX_COLUMNS]]
        for record in islice(records, most)
    ]
