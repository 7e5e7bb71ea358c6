"""A file to rows of values. What kind of file it is, its content says and not its name."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from crosstable.events.errors import (
    FileDamaged,
    FileEncrypted,
    FileTooBig,
    NameColumnMissing,
    NotASheet,
    SheetEmpty,
    TooManyRows,
)
from crosstable.events.files.uploads.cells import Row, Sheet, is_blank
from crosstable.events.files.uploads.columns import Headings, find_headings, found_headings
from crosstable.events.files.uploads.delimited import read_delimited
from crosstable.events.files.uploads.limits import MAX_BYTES, MAX_ROWS
from crosstable.events.files.uploads.values import BadCell, name_from, parts_from, values_from
from crosstable.events.files.uploads.workbooks import MOST_READ, read_workbook
from crosstable.events.records.entries import EntryDetails

OTHER_KINDS = (
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"{\\rtf", "a text document"),
    (b"Rar!", "an archive"),
    (b"7z\xbc\xaf", "an archive"),
    (b"\x1f\x8b", "an archive"),
)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# An encrypted .xlsx is a container of this one stream.
ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")


@dataclass(frozen=True, slots=True)
class UploadRow:
    """One player. `number` is the row as the person sees it in the sheet; `problem` says what is wrong with it.

    `unreadable` says it of single values: whether the row is taken without them is for the game to say, which may not
    ask for them. `remark` is what was said of a row that was judged already."""

    number: int
    name: str
    details: EntryDetails | None
    problem: str = ""
    # Of a team, in the order of boards.
    members: tuple[str, ...] = ()
    unreadable: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""
    # Shown to nobody: whoever confirms it as theirs may claim the entry.
    email: str = ""


@dataclass(frozen=True, slots=True)
class Upload:
    """What a file says. `used` and `unused` are the headings as they stand in it."""

    file_name: str
    used: tuple[str, ...]
    unused: tuple[str, ...]
    rows: tuple[UploadRow, ...]


def read_upload(file_name: str, data: bytes) -> Upload:
    """Every row of the first sheet that has a name column. Raises a Refused and nothing else."""
    file_name = (file_name or "the file")[-80:]
    sheet, headings = _players(filled_sheets(file_name, data))
    rows = rows_below(file_name, sheet, headings.row)
    read = tuple(read_row(number, row, headings) for number, row in rows)
    return Upload(file_name, tuple(headings.words.values()), headings.unused, read)


def rows_below(file_name: str, sheet: Sheet, headings: int) -> list[tuple[int, Row]]:
    """The rows below the headings with something in them, numbered as people see them. Raises a Refused."""
    rows = [(n, row) for n, row in enumerate(sheet, 1) if n > headings + 1 and not is_blank(row)]
    if not rows:
        raise SheetEmpty(file_name=file_name)
    if len(rows) > MAX_ROWS or len(sheet) > MOST_READ:
        raise TooManyRows(most=MAX_ROWS)
    return rows


def filled_sheets(file_name: str, data: bytes) -> list[Sheet]:
    """Raises a Refused, also where nothing is in any of them."""
    filled = [sheet for sheet in sheets_of(file_name, data) if not all(map(is_blank, sheet))]
    if not filled:
        raise SheetEmpty(file_name=file_name)
    return filled


def sheets_of(file_name: str, data: bytes) -> Sequence[Sheet]:
    """Whatever sheets a file has. Raises a Refused and nothing else."""
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
        return "a web page"
    return next((what for mark, what in OTHER_KINDS if data.startswith(mark)), "")


def _check_archive(file_name: str, data: bytes) -> None:
    """A workbook is an archive with certain files in it; so are documents of other kinds."""
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
        raise NotASheet(file_name=file_name, what="a text document")
    if any(name.startswith("Index/") for name in names):
        raise NotASheet(file_name=file_name, what="a Numbers document")
    if b"opendocument.spreadsheet" not in kind and not any(name.startswith("xl/") for name in names):
        raise NotASheet(file_name=file_name, what="an archive")


def _beginning(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as file:
        return file.read(200_000)


def _players(sheets: Sequence[Sheet]) -> tuple[Sheet, Headings]:
    for sheet in sheets:
        if headings := find_headings(sheet):
            return sheet, headings
    raise NameColumnMissing(headings=found_headings(sheets[0]))


def read_row(number: int, row: Row, headings: Headings) -> UploadRow:
    name = " ".join(row[place].text for place in _name_places(headings) if place < len(row))[:60]
    try:
        whole = name_from(row, headings.columns)
        parts = parts_from(row, headings.columns)
        values, unreadable = values_from(row, headings.columns)
        address = str(values.pop("email", ""))
        details = EntryDetails(display_name=whole, **parts, **values)  # type: ignore[arg-type]
        return UploadRow(number, whole, details, unreadable=unreadable, email=address)
    except BadCell as problem:
        return UploadRow(number, name.strip(), None, str(problem))


def _name_places(headings: Headings) -> list[int]:
    return [headings.columns[part] for part in ("first", "name", "last") if part in headings.columns]
