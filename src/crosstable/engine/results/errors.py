"""Reasons to refuse a score: types with data, each with the field to correct."""

from crosstable.engine.errors import EngineError


class ScoreRefused(EngineError):
    """Base class. `field` is the name of one of the shape's fields, or of a group of them."""

    field: str


class NotAResult(ScoreRefused):
    """Not one of the possible results."""

    known: tuple[str, ...]

    def __str__(self) -> str:
        return f"A result is one of {', '.join(self.known)}."


class NotPossible(ScoreRefused):
    """Not a whole number, or out of range; `value` is None where nothing was entered."""

    value: str | int | None
    label: str
    most: int | None = None

    def __str__(self) -> str:
        limit = ", 0 or more" if self.most is None else f" from 0 to {self.most}"
        shown = "Nothing" if self.value is None else self.value
        return f"{shown} is not a possible score: {self.label} are whole numbers{limit}."


class NotAScore(ScoreRefused):
    """The value has a different form from the shape's; `wanted` is an example."""

    wanted: str
    says = "This is not a score of this game. One looks like this: {self.wanted}"


class NotALine(ScoreRefused):
    """The text typed at the desk is not a score."""

    text: str
    examples: tuple[str, ...]

    def __str__(self) -> str:
        shown = f"“{self.text}”" if self.text else "Nothing"
        return f"{shown} is not a score here. Type for example: {' or '.join(self.examples)}"


class NoDraw(ScoreRefused):
    """A draw in a match that must have a winner."""

    says = "There is no draw here: somebody has to win."


class UnequalResult(ScoreRefused):
    """½–0 where the points of both sides must add up: on a board of a team match."""

    result: str
    says = (
        "{self.result} is not possible on a board of a team match: both sides are counted together. "
        "Enter 1-0, 0-1, 1/2-1/2, 0-0 or a forfeit."
    )


class NothingPlayed(ScoreRefused):
    part: str
    says = "Nothing was played: say at least one {self.part}, or a forfeit."


class PartCannotEndSo(ScoreRefused):
    """A set that cannot end with this score by its rule."""

    part: str
    first: int
    second: int
    rule: str
    says = "A {self.part} does not end {self.first}–{self.second}: {self.rule}."


class OverBefore(ScoreRefused):
    """Parts after the one that decided the match."""

    part: str
    number: int
    says = "It was over after {self.part} {self.number}."


class MoreThanPlayed(ScoreRefused):
    """More sets, legs or games than a best of n can have."""

    part: str
    best_of: int
    says = "A best of {self.best_of} cannot have so many {self.part}s."


class NotOverYet(ScoreRefused):
    """A final score is required, and the match is not decided."""

    part: str
    first: int
    second: int
    needed: int
    says = "{self.first}–{self.second} is not the end: it goes on to {self.needed} {self.part}s."
