"""Refusals about boards, calls and clock times."""

from __future__ import annotations

from crosstable.events.errors.common import Refused


class BoardNotFree(Refused):
    """`why`: closed, or who is on it."""

    code = "board-not-free"
    board: int
    why: str
    field: str | None = "board"
    says = "Nobody can be called to board {self.board}: {self.why}."


class InTwoPlaces(Refused):
    code = "in-two-places"
    name: str
    board: int
    says = "{self.name} is at board {self.board} already. Take that call back, or wait for its result."


class NobodyToCall(Refused):
    code = "nobody-to-call"
    why: str

    def sentence(self) -> str:
        return self.why


class NoBoards(Refused):
    code = "no-boards"
    stage: str
    says = "In {self.stage} every match has a table of its own. Say first how many boards there are."


class BoardStaysOpen(Refused):
    """A match is being played on it, or its matches have nowhere to go."""

    code = "board-stays-open"
    board: int
    why: str
    field: str | None = "board"
    says = "Board {self.board} stays open: {self.why}."


class EveningTooShort(Refused):
    """The plan does not fit; `why` says what would."""

    code = "evening-too-short"
    http_status = 422
    why: str
    field: str | None = "ends"
    says = "This does not fit the evening: {self.why}."
