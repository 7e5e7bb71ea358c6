"""What all schemas share: camelCase in JSON, no unknown fields, text a database can hold, pages of a list.

Also which fields an answer has in which game: an answer leaves out what the game does not have.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Generic, Self, TypeVar
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel, to_snake
from pydantic_core import PydanticKnownError

from crosstable.engine.results import POINTS
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.fields import ENTRY_FIELDS, EVENT_FIELDS, whole
from crosstable.games import Game, Use
from crosstable.text import Text as MarkedText

T = TypeVar("T")

# The alternatives of a body; never shown as part of a field's name.
CLUB_EVENT, ANY_EVENT = "club event", "event"
EVENT_BODIES = (CLUB_EVENT, ANY_EVENT)
# Characters of a text. Also four bytes each are less than SQLite refuses to compare, 50,000.
LONGEST_TEXT = 12_000
# The fields of both sides' points: victory points, goals, battle points.
COUNTED = ("player1_vp", "player2_vp", "margin", "vp", "total_vp", "vp_against")
LIMITED = ("max_vp",)
RATED = ("rating",)


class Out(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)

    @classmethod
    def of_row(cls, row: Any, /, **values: Any) -> Self:
        """Build it from a row, field by field under the same name, except for computed fields.

        A marked text appears in the language of the request.
        """
        made = cls.values_of(row, **values)
        return cls(
            **{name: str(value) if type(value) is MarkedText else value for name, value in made.items()}
        )

    @classmethod
    def values_of(cls, row: Any, /, **values: Any) -> dict[str, Any]:
        return {name: getattr(row, name) for name in cls.model_fields if name not in values} | values


class In(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("A null character cannot be stored.")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("Half of a surrogate pair is no character.")
    return text


def _short(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise PydanticKnownError("string_too_long", {"max_length": LONGEST_TEXT})
    return text


# Whole lists: pasted players, an army list.
LongText = Annotated[str, AfterValidator(_storable)]
Text = Annotated[LongText, AfterValidator(_short)]
Name = Annotated[Text, Field(max_length=60)]


def entry_text(name: str) -> Any:
    """Return the limit of a field of an entry; the action refuses a longer value with a sentence."""
    return Field(json_schema_extra={"maxLength": ENTRY_FIELDS[name].length})


def event_text(name: str) -> Any:
    """Return the limit of a field of an event."""
    return Field(max_length=EVENT_FIELDS[name].length)


Reason = Annotated[Text, Field(max_length=300)]


def _in_our_names(values: dict[str, Any]) -> dict[str, Any]:
    return {to_snake(name): value for name, value in values.items()}


# Values by name, defined by the kind of stage or the game. `bestOf` is best_of in the forms; both are accepted.
ByName = Annotated[dict[Text, Any], AfterValidator(_in_our_names)]
# JSON's 5.0 and "5" are not whole numbers here, and neither is a number that no database can hold.
Whole = Annotated[int, Field(strict=True, ge=-(2**63), le=2**63 - 1)]


def _number_of_id(value: Any) -> Any:
    """Parse "17" as 17; anything else is validated unchanged."""
    number = whole(value, digits=18) if isinstance(value, str) else None
    return value if number is None else number


# Document B writes ids as strings; both are accepted.
IdIn = Annotated[Whole, BeforeValidator(_number_of_id, json_schema_input_type=int | str)]


class WarningsIn(In):
    confirm: list[Text] = Field(
        [],
        max_length=5,
        description="Codes of warnings to ignore: not-enough-room (the event is full), other-name (the FIDE "
        "ID belongs to the same person under another name).",
    )


class PageIn(In):
    """The part of a list to return: `limit` rows, starting after `offset`."""

    model_config = ConfigDict(extra="ignore")
    limit: int = Field(50, ge=1, le=500, description="How many rows to return.")
    offset: int = Field(0, ge=0, le=1_000_000, description="How many rows to skip.")


class Page(Out, Generic[T]):
    """A part of a list and how long the whole is. The Link header leads to the other parts."""

    count: int
    items: list[T]

    @classmethod
    def of(
        cls,
        request: HttpRequest,
        response: HttpResponse,
        rows: QuerySet[Any] | Sequence[Any],
        page: PageIn,
        item: Callable[[Any], T],
    ) -> Self:
        """Return the length of the list and the rows of this page, and set the Link header (RFC 8288)."""
        count = rows.count() if isinstance(rows, QuerySet) else len(rows)
        set_links(request, response, count, page)
        return cls(count=count, items=[item(row) for row in rows[page.offset : page.offset + page.limit]])


def set_links(request: HttpRequest, response: HttpResponse, count: int, page: PageIn) -> None:
    """Set the Link header of a page of a list with `count` rows."""
    if links := _links(count, page):
        response["Link"] = ", ".join(
            f'<{_address(request, offset, page.limit)}>; rel="{rel}"' for rel, offset in links.items()
        )


def _links(count: int, page: PageIn) -> dict[str, int]:
    links = {}
    if page.offset > 0:
        links = {"first": 0, "prev": max(0, page.offset - page.limit)}
    if page.offset + page.limit < count:
        links |= {"next": page.offset + page.limit, "last": (count - 1) // page.limit * page.limit}
    return links


def _address(request: HttpRequest, offset: int, limit: int) -> str:
    query = {**request.GET.dict(), "limit": limit, "offset": offset}
    return f"{request.path}?{urlencode(query)}"


OF_USES: Mapping[Use, tuple[str, ...]] = {
    Use.FACTIONS: ("faction",),
    Use.LISTS: ("list_text", "lists_locked"),
    Use.MISSIONS: ("mission",),
    Use.CHECK_IN: ("checked_in",),
    Use.COLORS: (
        "color",
        "colors",
        "colours",
        "colors_played",
        "white_player_id",
        "black_player_id",
        "review",
        "initial_color",
    ),
    Use.TRF: ("time_control", "chief_arbiter"),
}
# By the names of the registration fields.
OF_ASKS: Mapping[str, tuple[str, ...]] = {
    "rating": ("elo",),
    "title": ("title",),
    "federation": ("federation",),
    "fide_id": ("fide_id",),
    "birth_year": ("birth_year",),
    "team_name": ("team_name",),
}


def of_game(tournament: Tournament, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that the event's game has."""
    absent = fields_not_in(tournament)
    return {name: value for name, value in values.items() if name not in absent}


def fields_not_in(tournament: Tournament) -> frozenset[str]:
    """Return the fields of other games."""
    rules = rules_of(tournament)
    return _not_in(rules.game, rules.shape.counted == POINTS)


@cache
def _not_in(game: Game, counts_points: bool) -> frozenset[str]:
    asked = {ask.name for ask in game.asks}
    names = [name for use, fields in OF_USES.items() if use not in game.uses for name in fields]
    names += [name for ask, fields in OF_ASKS.items() if ask not in asked for name in fields]
    names += () if counts_points else COUNTED
    names += () if game.limit else LIMITED
    names += () if game.rating_pool or "rating" in asked else RATED
    return frozenset(names)


def check_fields(tournament: Tournament, body: BaseModel) -> None:
    """Refuse fields that the game does not have instead of ignoring them. Raises BadValue.

    Without a check-in all players count as present: sending that is no error.
    """
    absent = fields_not_in(tournament) - {"checked_in"}
    for name in sorted(body.model_fields_set & absent):
        if getattr(body, name):
            words = f"{rules_of(tournament).game.short_name} has no {to_camel(name)}: leave the field out."
            raise BadValue(words, name)
