"""Reasons to refuse a score: types with data, each with the field to correct."""

from crosstable.engine.errors import EngineError
from crosstable.text import alternatives, tr


class ScoreRefused(EngineError):
    """Base class. `field` is the name of one of the shape's fields, or of a group of them."""

    field: str


class NotAResult(ScoreRefused):
    """Not one of the possible results."""

    known: tuple[str, ...]

    def __str__(self) -> str:
        return tr("A result is one of {known}.", known=alternatives(self.known))


class NotPossible(ScoreRefused):
    """Not a whole number, or out of range; `value` is None where nothing was entered."""

    value: str | int | None
    label: str
    most: int | None = None

    def __str__(self) -> str:
        if self.value is None and self.most is None:
            return tr("Enter a score: {label} are whole numbers, 0 or more.", label=self.label)
        if self.value is None:
            return tr(
                "Enter a score: {label} are whole numbers from 0 to {most}.", label=self.label, most=self.most
            )
        if self.most is None:
            return tr(
                "{value} is not a possible score: {label} are whole numbers, 0 or more.",
                value=self.value,
                label=self.label,
            )
        return tr(
            "{value} is not a possible score: {label} are whole numbers from 0 to {most}.",
            value=self.value,
            label=self.label,
            most=self.most,
        )


class NotAScore(ScoreRefused):
    """The value has a different form from the shape's; `wanted` is an example."""

    wanted: str
    says = tr("This is not a score of this game. A score looks like this: {wanted}")


class NotALine(ScoreRefused):
    """The text typed at the desk is not a score."""

    text: str
    examples: tuple[str, ...]

    def __str__(self) -> str:
        examples = alternatives(self.examples)
        if not self.text:
            return tr("Type a score, for example {examples}.", examples=examples)
        return tr(
            "“{text}” is not a score here. Type for example {examples}.", text=self.text, examples=examples
        )


class NoDraw(ScoreRefused):
    """A draw in a match that must have a winner."""

    says = tr("A match cannot be drawn here: one side has to win.")


class UnequalResult(ScoreRefused):
    """½–0 where the points of both sides must add up: on a board of a team match."""

    result: str
    says = tr(
        "{result} is not possible on a board of a team match: both sides are counted together. "
        "Enter 1-0, 0-1, 1/2-1/2, 0-0 or a forfeit."
    )


class NothingPlayed(ScoreRefused):
    part: str

    def __str__(self) -> str:
        return {
            "game": tr("No game was entered. Enter at least one game, or a forfeit."),
            "leg": tr("No leg was entered. Enter at least one leg, or a forfeit."),
            "set": tr("No set was entered. Enter at least one set, or a forfeit."),
        }[self.part]


class PartCannotEndSo(ScoreRefused):
    """A set that cannot end with this score by its rule."""

    part: str
    first: int
    second: int
    rule: str

    def __str__(self) -> str:
        values = {"first": self.first, "second": self.second, "rule": self.rule}
        return {
            "game": tr("{first}–{second} is not the score of a finished game. {rule}", **values),
            "leg": tr("{first}–{second} is not the score of a finished leg. {rule}", **values),
            "set": tr("{first}–{second} is not the score of a finished set. {rule}", **values),
        }[self.part]


class OverBefore(ScoreRefused):
    """Parts after the one that decided the match."""

    part: str
    number: int

    def __str__(self) -> str:
        return {
            "game": tr("The match was over after game {number}.", number=self.number),
            "leg": tr("The match was over after leg {number}.", number=self.number),
            "set": tr("The match was over after set {number}.", number=self.number),
        }[self.part]


class MoreThanPlayed(ScoreRefused):
    """More sets, legs or games than a best of n can have."""

    part: str
    best_of: int

    def __str__(self) -> str:
        won = self.best_of // 2 + 1
        endings = alternatives([f"{won}–{lost}" for lost in range(self.best_of - won + 1)])
        return tr("A best of {best_of} ends {endings}.", best_of=self.best_of, endings=endings)


class NotOverYet(ScoreRefused):
    """A final score is required, and the match is not decided."""

    part: str
    first: int
    second: int
    needed: int

    def __str__(self) -> str:
        values = {"first": self.first, "second": self.second, "needed": self.needed}
        return {
            "game": tr("{first}–{second} is not a final score: the match ends at {needed} games.", **values),
            "leg": tr("{first}–{second} is not a final score: the match ends at {needed} legs.", **values),
            "set": tr("{first}–{second} is not a final score: the match ends at {needed} sets.", **values),
        }[self.part]
