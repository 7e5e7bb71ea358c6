"""The games there are: how a match of each is told, what is asked and what can be chosen."""

from typing import Any, Self

from pydantic import Field
from pydantic.alias_generators import to_camel

from crosstable.api.frame import new_router
from crosstable.api.identity import PUBLIC, VisitorRequest
from crosstable.api.shapes import Out
from crosstable.engine.results import Shape, score_schema
from crosstable.events.records.settings.stage_formats import FORMATS, format_refusal
from crosstable.games import GAMES, Ask, Game, Setting, shape_of

router = new_router("games")


class FieldOut(Out):
    name: str
    label: str
    least: int
    most: int | None
    choices: list[str]
    required: bool


class ResultOut(Out):
    kind: str = Field(description="decided, points, sets, series or sheet.")
    fields: list[FieldOut] = Field(description="What a form asks for.")
    json_schema: dict[str, Any] = Field(description="Of a `score`, the codes of forfeits included.")
    typed: list[str] = Field(description="What can be typed at the desk.")

    @classmethod
    def of(cls, shape: Shape) -> Self:
        fields = [FieldOut.of_row(one, choices=[code for code, _ in one.choices]) for one in shape.fields()]
        return cls(
            kind=shape.kind, fields=fields, json_schema=score_schema(shape), typed=list(shape.line_examples())
        )


class QuestionOut(Out):
    name: str
    label: str
    required: bool
    help: str

    @classmethod
    def of(cls, one: Ask | Setting) -> Self:
        return cls.of_row(one, name=to_camel(one.name))


class VariantOut(Out):
    code: str
    name: str
    result: ResultOut


class GameOut(Out):
    code: str
    name: str
    sentence: str
    words: dict[str, str]
    result: ResultOut
    variants: list[VariantOut] = Field(description="Well-known ways to play it: `choices.variant`.")
    choices: list[QuestionOut] = Field(description="What can be said in `choices` when an event is created.")
    asks: list[QuestionOut] = Field(description="What is asked of who enters, besides a name.")
    formats: list[str]
    systems: list[str]
    tie_breaks: dict[str, list[str]] = Field(description="By kind of stage, first things first.")
    uses: list[str]
    is_rated: bool

    @classmethod
    def of(cls, game: Game) -> Self:
        return cls.of_row(
            game,
            words={name: getattr(game.words, name) for name in game.words.__slots__},
            result=ResultOut.of(shape_of(game)),
            variants=[VariantOut.of_row(one, result=ResultOut.of(one.shape)) for one in game.variants],
            choices=[QuestionOut.of(one) for one in game.settings],
            asks=[QuestionOut.of(one) for one in game.asks],
            formats=[code for code in FORMATS if not format_refusal(game, code)],
            uses=sorted(use.value for use in game.uses),
            is_rated=game.rating_pool is not None,
        )


@router.get("", response=list[GameOut], **PUBLIC)
def list_games(request: VisitorRequest) -> list[GameOut]:
    """Every game that can be played here, with its result and its formats."""
    return [GameOut.of(game) for game in GAMES.values()]
