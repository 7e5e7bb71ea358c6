"""Refusals about files and printouts: an event that comes as a file, of which nothing was stored, and paper."""

from crosstable.events.errors.common import Refused


class EventFileRefused(Refused):
    code = "event-file-refused"
    http_status = 422
    field = "file"


class NotAnEventFile(EventFileRefused):
    code = "not-an-event-file"
    says = (
        "This is not an event file. Choose the .zip that “The event as a file” or “crosstable event export” wrote; "
        "a list of players is uploaded on the page of players."
    )


class EventFileDamaged(EventFileRefused):
    """`where` names the row and the field, `what` is wrong with it."""

    code = "event-file-damaged"
    where: str
    what: str
    says = "The event file is damaged or was changed: {self.where} {self.what}. Export the event again."


class EventFileNewer(EventFileRefused):
    code = "event-file-newer"
    software: str
    what: str
    says = (
        "The event file was written by a newer version ({self.software}): this one does not know {self.what}. "
        "Upgrade Crosstable and import it again."
    )


class EventFileTooBig(EventFileRefused):
    code = "event-file-too-big"
    http_status = 413
    most: str
    says = "The event file is too big: at most {self.most} are taken."


class EventIsHere(EventFileRefused):
    code = "event-is-here"
    http_status = 409
    name: str
    slug: str
    says = (
        "{self.name} is in this installation already, at /t/{self.slug}. "
        "Import it as a copy if you want it a second time; a copy is not rated again."
    )


class DeletionNotConfirmed(Refused):
    code = "confirm-deletion"
    field = "confirm"
    name: str
    says = (
        "Nothing was deleted. Deleting takes this event away from everyone who sees it. To delete it all the same, "
        "confirm with its name: {self.name}"
    )


class DeletedFileGone(Refused):
    code = "deleted-file-gone"
    name: str
    says = (
        "The file of {self.name} is no longer here: it was restored already, or deleted more than 30 days ago. "
        "A backup of the installation may still have it."
    )


class ReportFileRefused(EventFileRefused):
    """A tournament report file (TRF) that breaks the format, or says what an event here has no room for."""

    code = "report-file-refused"
    line: int
    problem: str
    says = "The report file was not taken: line {self.line}: {self.problem}."


class ReportNotFinal(Refused):
    """`games` are open; `missing` rounds are still to be played."""

    code = "report-not-final"
    http_status = 409
    games: list[str]
    missing: int

    def __str__(self) -> str:
        if self.games:
            more = f" and {len(self.games) - 3} more" if len(self.games) > 3 else ""
            what = f"games without a result: {'; '.join(self.games[:3])}{more}"
        else:
            what = f"{self.missing} rounds are still to be played and closed"
        return (
            f"There is no final report file yet: {what}. "
            "Enter the results and close the rounds, or download the file after the last closed round."
        )


class CannotPrint(Refused):
    code = "cannot-print"
    http_status = 503
    says = "The PDF could not be made. Try again; meanwhile the page itself can be printed from the browser."


class SheetTooLarge(Refused):
    code = "sheet-too-large"
    http_status = 413
    says = "This sheet is too large to be printed here. Download the list as a spreadsheet and print that."


class NothingToPrint(Refused):
    code = "nothing-to-print"
    what: str
    when: str
    says = "{self.what} can be printed {self.when}."
