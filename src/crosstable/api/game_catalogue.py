"""The games that can be played: how a match of each is reported, its registration fields and its settings."""

from typing import Any, Self

from pydantic import Field
from pydantic.alias_generators import to_camel

from crosstable.api.identity import PUBLIC, VisitorRequest
from crosstable.api.router import new_router
from crosstable.api.schemas import Out
from crosstable.api.scores import ScoreJson
from crosstable.engine.model import Outcome
from crosstable.engine.results import ResultShape, score_schema
from crosstable.events.bridge.results.lines import Parts
from crosstable.events.bridge.results.scores import shape_of_match
from crosstable.events.bridge.settings.game_checks import choice_schema
from crosstable.events.bridge.settings.stage_settings import FORMATS, format_refusal
from crosstable.events.models import Match
from crosstable.events.queries.desk.places import parts_of
from crosstable.games import GAMES, EntryField, Game, Rules, Setting

router = new_router("games")
WORDS = ("table", "first", "second", "organiser", "points", "score")


class FieldOut(Out):
    name: str
    label: str
    least: int
    most: int | None
    choices: list[str]
    required: bool


class ResultOut(Out):
    kind: str = Field(description="decided, points, sets, series or sheet.")
    fields: list[FieldOut] = Field(description="The fields of a form.")
    json_schema: dict[str, Any] = Field(
        description="The JSON Schema of a `score`, including the codes of forfeits."
    )
    examples: list[ScoreJson] = Field(
        description="An example of a `score` for each outcome: win, draw, loss."
    )
    typed: list[str] = Field(description="What can be typed at the desk, with an example.")

    @classmethod
    def of(cls, shape: ResultShape, **more: Any) -> Self:
        values = {
            "kind": shape.kind,
            "fields": [
                FieldOut.of_row(one, least=0, choices=[code for code, _ in one.choices])
                for one in shape.fields()
            ],
            "json_schema": score_schema(shape),
            "examples": [shape.to_json(shape.example(outcome)) for outcome in shape.outcomes],
            "typed": list(shape.line_examples()),
        }
        return cls(**values | more)


class TakesOut(ResultOut):
    """The form of a result of one match in its stage: what `score` accepts."""

    games: int = Field(
        description="How many games are reported one by one: the boards of a team match, or the games of a "
        "series. 1 means a single score."
    )

    @classmethod
    def of_match(cls, match: Match) -> Self:
        shape, parts = shape_of_match(match), parts_of(match)
        ends = (Outcome.WIN, Outcome.LOSS) if match.bracket_number else shape.outcomes
        examples = [shape.to_json(shape.example(outcome)) for outcome in ends]
        if parts.count == 1:
            return cls.of(shape, games=1, examples=examples)
        return cls.of(shape, games=parts.count, **_game_by_game(shape, parts, examples))


def _game_by_game(shape: ResultShape, parts: Parts, examples: list[Any]) -> dict[str, Any]:
    """Describe results game by game.

    All boards of a team match are reported; a series ends with a majority.
    """
    length, least = (parts.count, parts.count) if parts.each_required else (parts.count // 2 + 1, 1)
    games = {"type": "array", "items": score_schema(shape), "minItems": least, "maxItems": parts.count}
    whole = [shape.object_schema({"games": games}, ["games"]), score_schema(shape)["oneOf"][1]]
    return {"json_schema": {"oneOf": whole}, "examples": [{"games": [one] * length} for one in examples]}


class QuestionOut(Out):
    name: str
    label: str
    required: bool
    help: str
    json_schema: dict[str, Any] = Field(description="The JSON Schema of the answer.")

    @classmethod
    def of(cls, one: EntryField | Setting, json_schema: dict[str, Any]) -> Self:
        return cls.of_row(one, name=to_camel(one.name), json_schema=json_schema)


class VariantOut(Out):
    code: str
    name: str
    result: ResultOut
    tie_breaks: dict[str, list[str]] = Field(
        description="By kind of stage, where they differ from the game's."
    )


class TieBreakListOut(Out):
    code: str
    name: str
    tie_breaks: list[str] = Field(description="What to send as `tieBreaks` when an event is created.")


class GameOut(Out):
    code: str
    name: str
    sentence: str
    words: dict[str, str]
    result: ResultOut
    variants: list[VariantOut] = Field(
        description="Standard ways to play the game: values of `choices.variant`."
    )
    choices: list[QuestionOut] = Field(description="What `choices` can contain when an event is created.")
    asks: list[QuestionOut] = Field(description="Fields of the registration form besides the name.")
    formats: list[str]
    systems: list[str]
    tie_breaks: dict[str, list[str]] = Field(description="By kind of stage, most important first.")
    tie_break_lists: list[TieBreakListOut] = Field(description="Lists of tie-breaks with a name.")
    uses: list[str]
    is_rated: bool

    @classmethod
    def of(cls, game: Game) -> Self:
        return cls.of_row(
            game,
            words={name: str(getattr(game.vocabulary, name)) for name in WORDS},
            result=ResultOut.of(Rules(game).shape),
            variants=[VariantOut.of_row(one, result=ResultOut.of(one.shape)) for one in game.variants],
            choices=[QuestionOut.of(one, choice_schema(game, one)) for one in game.settings],
            asks=[QuestionOut.of(one, _schema(one)) for one in game.asks],
            tie_break_lists=[TieBreakListOut.of_row(one) for one in game.tie_break_lists],
            formats=[code for code in FORMATS if not format_refusal(game, code)],
            uses=sorted(use.value for use in game.uses),
            is_rated=game.rating_pool is not None,
        )


def _schema(ask: EntryField) -> dict[str, Any]:
    field = ask.field
    if field.is_number:
        return {"type": "integer", "minimum": field.least, "maximum": field.most}
    return {"type": "string"} | ({"maxLength": field.length} if field.length else {})


@router.get("", response=list[GameOut], **PUBLIC)
def list_games(request: VisitorRequest) -> list[GameOut]:
    """List the games of this installation, each with the form of its result and its formats."""
    return [GameOut.of(game) for game in GAMES.values()]
