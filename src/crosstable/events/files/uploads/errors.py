"""Why a whole file cannot be used. What is wrong with a single row is said in the preview instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.events.errors import Refused, named
from crosstable.events.files.uploads.limits import MAX_BYTES, MAX_ROWS

TRY = "Save the list as .xlsx, .xls, .ods or .csv and choose that file."


class UploadRefused(Refused):
    """Base of all of these. Nothing was stored."""

    code = "upload-refused"
    http_status = 422
    field: str | None = "file"


@dataclass(eq=False)
class FileTooBig(UploadRefused):
    code = "file-too-big"
    http_status = 413

    def sentence(self) -> str:
        return f"The file is too big: at most {MAX_BYTES // 1_000_000} MB are taken. Leave out pictures."


@dataclass(eq=False)
class TooManyRows(UploadRefused):
    code = "too-many-rows"

    def sentence(self) -> str:
        return f"The sheet has more than {MAX_ROWS:,} rows. Split it into several files."


@dataclass(eq=False)
class NotASheet(UploadRefused):
    """`what` it is instead: “a PDF”."""

    code = "not-a-sheet"
    file_name: str
    what: str

    def sentence(self) -> str:
        return f"“{self.file_name}” is {self.what}, not a spreadsheet, whatever its name says. {TRY}"


@dataclass(eq=False)
class FileEncrypted(UploadRefused):
    code = "file-encrypted"
    file_name: str

    def sentence(self) -> str:
        return f"“{self.file_name}” is protected by a password. Save it without one and choose it again."


@dataclass(eq=False)
class FileDamaged(UploadRefused):
    code = "file-damaged"
    file_name: str

    def sentence(self) -> str:
        return f"“{self.file_name}” cannot be read: it is damaged or not a spreadsheet. {TRY}"


@dataclass(eq=False)
class SheetEmpty(UploadRefused):
    code = "sheet-empty"
    file_name: str

    def sentence(self) -> str:
        return f"There are no players in “{self.file_name}”. Headings stand in the first row, players below."


@dataclass(eq=False)
class NameColumnMissing(UploadRefused):
    code = "name-column-missing"
    headings: Sequence[str]

    def sentence(self) -> str:
        seen = (
            f"found: {named([f'“{heading}”' for heading in self.headings], limit=10)}"
            if self.headings
            else "none was found"
        )
        return f"No column is called “Name” (or “First name” and “Last name”); {seen}. Put the headings above the list."


@dataclass(eq=False)
class TeamColumnMissing(UploadRefused):
    code = "team-column-missing"
    headings: Sequence[str]

    def sentence(self) -> str:
        headings = named([f"“{heading}”" for heading in self.headings], limit=10) if self.headings else "none"
        return (
            "A list of teams has the columns “Team”, “Member 1”, “Member 2” …, or “Team” and “Name” with a row for "
            f"each member; found: {headings}. Put the headings above the list."
        )


@dataclass(eq=False)
class UploadGone(Refused):
    code = "upload-gone"

    def sentence(self) -> str:
        return "This upload has been taken or thrown away already, or it is older than a day. Choose the file again."


@dataclass(eq=False)
class NotEnoughRoom(Refused):
    code = "not-enough-room"
    most: int
    free: int
    wanted: int

    def sentence(self) -> str:
        return (
            f"The event takes {self.most} players and has {self.free} places left; {self.wanted} were to be entered. "
            "Nobody was: raise the limit in the settings or shorten the list."
        )
