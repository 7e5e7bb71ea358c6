"""Which fields an answer has in which game: a game says nothing about what it does not have.

The names stand here once. An answer about an event is made with `of_game`, which leaves the others out; a router sends
only what was set. What a game has is in its own file: what it uses, what it asks of who enters, what it counts.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.alias_generators import to_camel

from crosstable.engine.results import POINTS
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.records.rules import rules_of
from crosstable.games import Game, Use

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
# By the name of what is asked of who enters.
OF_ASKS: Mapping[str, tuple[str, ...]] = {
    "rating": ("elo",),
    "title": ("title",),
    "federation": ("federation",),
    "fide_id": ("fide_id",),
    "birth_year": ("birth_year",),
    "team_name": ("team_name",),
}
# Where a match is told by the points of both sides: victory points, goals, battle points.
COUNTED = ("player1_vp", "player2_vp", "margin", "vp", "total_vp", "vp_against")
LIMITED = ("max_vp",)
RATED = ("rating",)


def of_game(tournament: Tournament, values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the values that the game of the event has."""
    absent = fields_not_in(tournament)
    return {name: value for name, value in values.items() if name not in absent}


def fields_not_in(tournament: Tournament) -> frozenset[str]:
    """The fields of other games."""
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
    """What a program says of a thing the game does not have is refused, not forgotten. Raises BadValue.

    Without a check-in everybody is here: to say so is no mistake.
    """
    absent = fields_not_in(tournament) - {"checked_in"}
    for name in sorted(body.model_fields_set & absent):
        if getattr(body, name):
            words = f"{rules_of(tournament).game.short_name} has no {to_camel(name)}: leave the field out."
            raise BadValue(words, name)
