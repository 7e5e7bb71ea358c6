"""Refusals about boards, calls and clock times."""

from crosstable.events.errors.common import AboutATable, Refused


class BoardNotFree(AboutATable):
    """`why`: closed, or who is on it."""

    code = "board-not-free"
    board: int
    why: str
    field: str | None = "board"
    says = "Nobody can be called to {table} {self.board}: {self.why}."


class InTwoPlaces(AboutATable):
    code = "in-two-places"
    name: str
    board: int
    says = "{self.name} is at {table} {self.board} already. Take that call back, or wait for its result."


class NobodyToCall(Refused):
    code = "nobody-to-call"
    why: str

    def sentence(self) -> str:
        return self.why


class NoBoards(AboutATable):
    code = "no-boards"
    stage: str
    says = "In {self.stage} every match has a {table} of its own. Say first how many {tables} there are."


class BoardStaysOpen(AboutATable):
    """A match is being played on it, or its matches have nowhere to go."""

    code = "board-stays-open"
    board: int
    why: str
    field: str | None = "board"
    says = "{Table} {self.board} stays open: {self.why}."


class EveningTooShort(Refused):
    """The plan does not fit; `why` says what would."""

    code = "evening-too-short"
    http_status = 422
    why: str
    field: str | None = "ends"
    says = "This does not fit the evening: {self.why}."
