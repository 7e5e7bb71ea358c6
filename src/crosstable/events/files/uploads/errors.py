"""Why a whole file cannot be used. What is wrong with a single row is said in the preview instead."""

from collections.abc import Sequence

from crosstable.events.errors import Refused, named
from crosstable.events.files.uploads.limits import MAX_BYTES, MAX_ROWS

TRY = "Save the list as .xlsx, .xls, .ods or .csv and choose that file."
# How many bad rows are named in one sentence.
SHOWN = 3


class UploadRefused(Refused):
    """Base of all of these. Nothing was stored."""

    code = "upload-refused"
    http_status = 422
    field = "file"


class FileTooBig(UploadRefused):
    code = "file-too-big"
    http_status = 413

    def sentence(self) -> str:
        return f"The file is too big: at most {MAX_BYTES // 1_000_000} MB are taken. Leave out pictures."


class TooManyRows(UploadRefused):
    code = "too-many-rows"

    def sentence(self) -> str:
        return f"The sheet has more than {MAX_ROWS:,} rows. Split it into several files."


class NotASheet(UploadRefused):
    """`what` it is instead: “a PDF”."""

    code = "not-a-sheet"
    file_name: str
    what: str

    def sentence(self) -> str:
        return f"“{self.file_name}” is {self.what}, not a spreadsheet, whatever its name says. {TRY}"


class FileEncrypted(UploadRefused):
    code = "file-encrypted"
    file_name: str
    says = "“{self.file_name}” is protected by a password. Save it without one and choose it again."


class FileDamaged(UploadRefused):
    code = "file-damaged"
    file_name: str

    def sentence(self) -> str:
        return f"“{self.file_name}” cannot be read: it is damaged or not a spreadsheet. {TRY}"


class SheetEmpty(UploadRefused):
    code = "sheet-empty"
    file_name: str
    says = "There are no players in “{self.file_name}”. Headings stand in the first row, players below."


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


class TeamColumnMissing(UploadRefused):
    code = "team-column-missing"
    headings: Sequence[str]

    def sentence(self) -> str:
        headings = named([f"“{heading}”" for heading in self.headings], limit=10) if self.headings else "none"
        return (
            "A list of teams has the columns “Team”, “Member 1”, “Member 2” …, or “Team” and “Name” with a row for "
            f"each member; found: {headings}. Put the headings above the list."
        )


class NothingPasted(UploadRefused):
    code = "nothing-pasted"
    field = "lines"
    says = "There is nothing in the list. Write one name in a line, for example “Anna Berg 1650”."


class BadRows(UploadRefused):
    """Rows that cannot be taken, and nobody has said that the others may be without them: number, name, reason."""

    code = "bad-rows"
    rows: Sequence[tuple[int, str, str]]

    def sentence(self) -> str:
        shown = " ".join(f"Row {number}{_of(name)}: {reason}" for number, name, reason in self.rows[:SHOWN])
        more = f" {len(self.rows) - SHOWN} more cannot be taken, either." if len(self.rows) > SHOWN else ""
        return f"{shown}{more} Nobody was entered: correct the file and send it again, or leave the bad rows out."


def _of(name: str) -> str:
    return f", {name}" if name else ""


class UploadGone(Refused):
    code = "upload-gone"
    says = (
        "This upload has been taken or thrown away already, or it is older than a day. Choose the file again."
    )
