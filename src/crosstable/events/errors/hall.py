"""Refusals about boards, calls and clock times."""

from __future__ import annotations

from dataclasses import dataclass

from crosstable.events.errors.common import Refused


@dataclass(eq=False)
class BoardNotFree(Refused):
    """`why`: closed, or who is on it."""

    code = "board-not-free"
    board: int
    why: str
    field: str | None = "board"

    def sentence(self) -> str:
        return f"Nobody can be called to board {self.board}: {self.why}."


@dataclass(eq=False)
class InTwoPlaces(Refused):
    code = "in-two-places"
    name: str
    board: int

    def sentence(self) -> str:
        return f"{self.name} is at board {self.board} already. Take that call back, or wait for its result."


@dataclass(eq=False)
class NobodyToCall(Refused):
    code = "nobody-to-call"
    why: str

    def sentence(self) -> str:
        return self.why


@dataclass(eq=False)
class NoBoards(Refused):
    code = "no-boards"
    stage: str

    def sentence(self) -> str:
        return f"In {self.stage} every match has a table of its own. Say first how many boards there are."


@dataclass(eq=False)
class BoardStaysOpen(Refused):
    """A match is being played on it, or its matches have nowhere to go."""

    code = "board-stays-open"
    board: int
    why: str
    field: str | None = "board"

    def sentence(self) -> str:
        return f"Board {self.board} stays open: {self.why}."


@dataclass(eq=False)
class EveningTooShort(Refused):
    """The plan does not fit; `why` says what would."""

    code = "evening-too-short"
    http_status = 422
    why: str
    field: str | None = "ends"

    def sentence(self) -> str:
        return f"This does not fit the evening: {self.why}."
