"""Why a score is refused: types with data, each with the field somebody can put right."""

from crosstable.engine.errors import EngineError


class ScoreRefused(EngineError):
    """Base of all of them. `field` is the name of one of the shape's fields, or of what holds several."""

    field: str


class NotAResult(ScoreRefused):
    """None of the results there are."""

    known: tuple[str, ...]

    def __str__(self) -> str:
        return f"A result is one of {', '.join(self.known)}."


class NotPossible(ScoreRefused):
    """Not a whole number, or outside of what can be; `value` is None where nothing was entered."""

    value: str | int | None
    label: str
    most: int | None = None

    def __str__(self) -> str:
        limit = ", 0 or more" if self.most is None else f" from 0 to {self.most}"
        shown = "Nothing" if self.value is None else self.value
        return f"{shown} is not a possible score: {self.label} are whole numbers{limit}."


class NotAScore(ScoreRefused):
    """The value has another form than the shape's: `wanted` is an example of it."""

    wanted: str
    says = "This is not a score of this game. One looks like this: {self.wanted}"


class NotALine(ScoreRefused):
    """What was typed at the desk is no score."""

    text: str
    examples: tuple[str, ...]

    def __str__(self) -> str:
        shown = f"“{self.text}”" if self.text else "Nothing"
        return f"{shown} is not a score here. Type for example: {' or '.join(self.examples)}"


class NoDraw(ScoreRefused):
    """Level, where somebody has to win."""

    says = "There is no draw here: somebody has to win."


class UnequalResult(ScoreRefused):
    """½–0 where the points of both sides have to belong together: on a board of a team match."""

    result: str
    says = (
        "{self.result} is not possible on a board of a team match: both sides are counted together. "
        "Enter 1-0, 0-1, 1/2-1/2, 0-0 or a forfeit."
    )


class NothingPlayed(ScoreRefused):
    part: str
    says = "Nothing was played: say at least one {self.part}, or a forfeit."


class PartCannotEndSo(ScoreRefused):
    """A set that its rule does not end at these numbers."""

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
    """The end was asked for, and it is not decided."""

    part: str
    first: int
    second: int
    needed: int
    says = "{self.first}–{self.second} is not the end: it goes on to {self.needed} {self.part}s."
