"""Refusals about printouts."""

from crosstable.events.errors.common import Refused


class CannotPrint(Refused):
    code = "cannot-print"
    http_status = 503
    says = "The PDF could not be made. Try again; meanwhile the page itself can be printed from the browser."


class NothingToPrint(Refused):
    code = "nothing-to-print"
    what: str
    when: str
    says = "{self.what} can be printed {self.when}."
