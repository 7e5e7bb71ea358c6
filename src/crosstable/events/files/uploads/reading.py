"""Parse delimited text (.csv) or a workbook (.xlsx, .xls, .ods), recognised by content, into rows.

Encodings of text: UTF-8 and UTF-16 with or without byte order mark, otherwise Windows-1252, which Excel
writes in western Europe and which includes Latin-1. Workbooks are parsed in a separate process with little
memory.
"""

import csv
import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.errors import (
    FileDamaged,
    FileEncrypted,
    FileTooBig,
    NameColumnMissing,
    NotASheet,
    SheetEmpty,
    TooManyRows,
)
from crosstable.events.files.reading_process import Unreadable, read_in_process
from crosstable.events.files.uploads.cells import (
    BadCell,
    Cell,
    Headings,
    Row,
    Sheet,
    find_headings,
    found_headings,
    is_blank,
    name_from,
    number_cell,
    parts_from,
    text_cell,
    values_from,
)
from crosstable.events.files.uploads.limits import (
    LONGEST_TEXT,
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_ROWS_ABOVE,
    MAX_SHEETS,
)
from crosstable.text import tr

PROCESS = Path(__file__).with_name("workbook_process.py")
# Blank rows between the players are allowed; one row above the limit is read to detect an excess.
MOST_READ = 2 * MAX_ROWS + MAX_ROWS_ABOVE
DELIMITERS = ";\t,|"
# Text never contains these characters; a file that does is something else.
BINARY = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
SEPARATOR_LINE = re.compile(r'"?sep=([;,|\t])"?\r?\n', re.IGNORECASE)
OTHER_KINDS = (
    (b"%PDF", tr("a PDF")),
    (b"\x89PNG", tr("a picture")),
    (b"\xff\xd8\xff", tr("a picture")),
    (b"GIF8", tr("a picture")),
    (b"{\\rtf", tr("a text document")),
    (b"Rar!", tr("an archive")),
    (b"7z\xbc\xaf", tr("an archive")),
    (b"\x1f\x8b", tr("an archive")),
)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# An encrypted .xlsx is a container of this one stream.
ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")


def read_workbook(file_name: str, data: bytes) -> Sequence[Sheet]:
    """Return every sheet from its first row and column on. Raises FileEncrypted, FileDamaged, Busy."""
    try:
        answer = read_in_process(PROCESS, data, MAX_SHEETS, MOST_READ + 1, MAX_COLUMNS)
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


def read_delimited(file_name: str, data: bytes) -> Sheet:
    """Parse delimited text. Raises FileDamaged if it is not text."""
    text = _decoded(data)
    if BINARY.search(text):
        raise FileDamaged(file_name=file_name)
    try:
        if separator := SEPARATOR_LINE.match(text):
            # Excel reads this line as a hint and does not show it as a row.
            return _rows(text[separator.end() :], separator[1], MOST_READ + 1)
        return _rows(text, _delimiter(text), MOST_READ + 1)
    except csv.Error as error:
        raise FileDamaged(file_name=file_name) from error


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    sample = data[:2000]
    if sample.count(0) * 3 > len(sample):
        # Western characters have their zero byte second in little-endian UTF-16.
        little = sample[1::2].count(0) >= sample[::2].count(0)
        return data.decode("utf-16-le" if little else "utf-16-be", "replace")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _delimiter(text: str) -> str:
    """The delimiter with the most recognised headings; without any, the one with the most columns."""
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


@dataclass(frozen=True, slots=True)
class UploadRow:
    """One player. `number`: the row number shown in the sheet; `problem`: what is wrong with the row.

    `unreadable`: what is wrong with single values; the row may be accepted without those the game does not
    use. `remark`: the note of a row that was validated before.
    """

    number: int
    name: str
    details: EntryDetails | None
    problem: str = ""
    # The members of a team, in the order of boards.
    members: tuple[str, ...] = ()
    unreadable: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""
    # Never displayed: a user who confirms this address may claim the entry.
    email: str = ""


@dataclass(frozen=True, slots=True)
class Upload:
    """The content of a file. `used` and `unused` are its headings as written."""

    file_name: str
    used: tuple[str, ...]
    unused: tuple[str, ...]
    rows: tuple[UploadRow, ...]


def read_upload(file_name: str, data: bytes) -> Upload:
    """Parse every row of the first sheet that has a name column. Raises a Refused and nothing else."""
    file_name = (file_name or str(tr("the file")))[-80:]
    sheet, headings = _players(filled_sheets(file_name, data))
    rows = rows_below(file_name, sheet, headings.row)
    read = tuple(read_row(number, row, headings) for number, row in rows)
    return Upload(file_name, tuple(headings.words.values()), headings.unused, read)


def as_lines(file_name: str, data: bytes) -> str:
    """Return the first sheet with content as text, cells separated by tabs. Raises a Refused and nothing else."""
    sheet = filled_sheets((file_name or str(tr("the file")))[-80:], data)[0]
    return "\n".join("\t".join(cell.text for cell in row).rstrip() for row in sheet if not is_blank(row))


def rows_below(file_name: str, sheet: Sheet, headings: int) -> list[tuple[int, Row]]:
    """Return the non-empty rows below the headings, numbered as displayed. Raises a Refused."""
    rows = [(n, row) for n, row in enumerate(sheet, 1) if n > headings + 1 and not is_blank(row)]
    if not rows:
        raise SheetEmpty(file_name=file_name)
    if len(rows) > MAX_ROWS or len(sheet) > MOST_READ:
        raise TooManyRows(most=MAX_ROWS)
    return rows


def filled_sheets(file_name: str, data: bytes) -> list[Sheet]:
    """Return the sheets with content. Raises a Refused, also if all are empty."""
    filled = [sheet for sheet in sheets_of(file_name, data) if not all(map(is_blank, sheet))]
    if not filled:
        raise SheetEmpty(file_name=file_name)
    return filled


def sheets_of(file_name: str, data: bytes) -> Sequence[Sheet]:
    """Return all sheets of a file. Raises a Refused and nothing else."""
    if len(data) > MAX_BYTES:
        raise FileTooBig(most=MAX_BYTES // 1_000_000)
    if not data.strip():
        raise SheetEmpty(file_name=file_name)
    if what := _other_kind(data):
        raise NotASheet(file_name=file_name, what=what)
    if data.startswith(OLE):
        if ENCRYPTED_STREAM in data:
            raise FileEncrypted(file_name=file_name)
        return read_workbook(file_name, data)
    if data.startswith(b"PK"):
        _check_archive(file_name, data)
        return read_workbook(file_name, data)
    return [read_delimited(file_name, data)]


def _other_kind(data: bytes) -> str:
    start = data[:1000].lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<table", b"<head", b"<meta")):
        return tr("a web page")
    return next((what for mark, what in OTHER_KINDS if data.startswith(mark)), "")


def _check_archive(file_name: str, data: bytes) -> None:
    """Check that the archive is a workbook: documents of other kinds are archives, too."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            manifest = archive.getinfo("META-INF/manifest.xml") if "META-INF/manifest.xml" in names else None
            is_locked = manifest is not None and b"encryption-data" in _beginning(archive, manifest)
            kind = _beginning(archive, archive.getinfo("mimetype")) if "mimetype" in names else b""
    except Exception as error:  # zipfile raises many kinds on damaged archives
        raise FileDamaged(file_name=file_name) from error
    if is_locked:
        raise FileEncrypted(file_name=file_name)
    if any(name.startswith("word/") for name in names) or b"opendocument.text" in kind:
        raise NotASheet(file_name=file_name, what=tr("a text document"))
    if any(name.startswith("Index/") for name in names):
        raise NotASheet(file_name=file_name, what=tr("a Numbers document"))
    if b"opendocument.spreadsheet" not in kind and not any(name.startswith("xl/") for name in names):
        raise NotASheet(file_name=file_name, what=tr("an archive"))


def _beginning(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as file:
        return file.read(200_000)


def _players(sheets: Sequence[Sheet]) -> tuple[Sheet, Headings]:
    for sheet in sheets:
        if headings := find_headings(sheet):
            return sheet, headings
    raise NameColumnMissing(headings=found_headings(sheets[0]))


def read_row(number: int, row: Row, headings: Headings) -> UploadRow:
    places = [headings.columns[part] for part in ("first", "name", "last") if part in headings.columns]
    name = " ".join(row[place].text for place in places if place < len(row))[:60]
    try:
        whole = name_from(row, headings.columns)
        parts = parts_from(row, headings.columns)
        values, unreadable = values_from(row, headings.columns)
        address = str(values.pop("email", ""))
        details = EntryDetails(display_name=whole, **parts, **values)  # type: ignore[arg-type]
        return UploadRow(number, whole, details, unreadable=unreadable, email=address)
    except BadCell as problem:
        return UploadRow(number, name.strip(), None, str(problem))
