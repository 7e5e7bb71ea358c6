"""Refusals about printouts."""

from __future__ import annotations

from dataclasses import dataclass

from crosstable.events.errors.common import Refused


@dataclass(eq=False)
class CannotPrint(Refused):
    code = "cannot-print"
    http_status = 503

    def sentence(self) -> str:
        return (
            "The PDF could not be made. Try again; meanwhile the page itself can be printed from the browser."
        )


@dataclass(eq=False)
class NothingToPrint(Refused):
    code = "nothing-to-print"
    what: str
    when: str

    def sentence(self) -> str:
        return f"{self.what} can be printed {self.when}."
