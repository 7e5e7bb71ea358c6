"""The answers of a game have no fields of other games: every read operation is checked in every game.

What a game has is read from its file. Which field belongs to what is listed here, so this test fails when the document
has a new field with such a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from api.calling import Caller, done, problem
from crossings.small_event import event, next_step
from crosstable.api.app import api
from crosstable.engine.results import POINTS
from crosstable.events.models import Match, Status, Tournament
from crosstable.games import GAMES, Game, Rules, Use

pytestmark = pytest.mark.django_db


def using(use: Use) -> Callable[[Game], bool]:
    return lambda game: use in game.uses


def asking(name: str) -> Callable[[Game], bool]:
    return lambda game: name in {ask.name for ask in game.asks}


def is_told_by_points(game: Game) -> bool:
    return Rules(game).shape.counted == POINTS


def is_rated(game: Game) -> bool:
    return game.rating_pool is not None or asking("rating")(game)


def has_limit(game: Game) -> bool:
    return any(setting.name == "most" and setting.required for setting in game.settings)


# Field → which games have it.
OWNERS: dict[str, Callable[[Game], bool]] = {
    "faction": using(Use.FACTIONS),
    "mission": using(Use.MISSIONS),
    "listText": using(Use.LISTS),
    "listsLocked": using(Use.LISTS),
    "checkedIn": using(Use.CHECK_IN),
    "color": using(Use.COLORS),
    "colors": using(Use.COLORS),
    "colours": using(Use.COLORS),
    "review": using(Use.COLORS),
    "colorsPlayed": using(Use.COLORS),
    "whitePlayerId": using(Use.COLORS),
    "blackPlayerId": using(Use.COLORS),
    "timeControl": using(Use.TRF),
    "chiefArbiter": using(Use.TRF),
    "title": asking("title"),
    "federation": asking("federation"),
    "teamName": asking("team_name"),
    "elo": asking("rating"),
    "rating": is_rated,
    "maxVp": has_limit,
    "player1VP": is_told_by_points,
    "player2VP": is_told_by_points,
    "vp": is_told_by_points,
    "totalVP": is_told_by_points,
    "vpAgainst": is_told_by_points,
    "margin": is_told_by_points,
    "sos": lambda game: "SOS" in game.tie_breaks["swiss"],
    "strengthOfSchedule": lambda game: "SOS" in game.tie_breaks["swiss"],
}
# Of the club's rating: such an event is of the game it is of.
ELSEWHERE = {"eloBefore", "eloAfter"}
SUSPECT = re.compile(
    r"faction|mission|list(Text|s)|colou?r|white|black|elo\b|elo[A-Z]|vp|VP|fide|federation|arbiter"
)
READS = [
    path
    for path, operations in api.get_openapi_schema(path_prefix="/api/")["paths"].items()
    if "get" in operations and "{tournamentId}" in path
]
# How equal a schedule is, who sits at the boards of a team match, what a repair costs.
OF_POOLS_AND_BOARDS = {"colours", "color", "colors"}
# A file that carries a whole event to another installation holds every column.
# The outlook plays the event on from every open result and says places alone: too dear to ask in every game.
SKIPPED = (
    "/outlook",
    "/file",
    "/export",
    "/trf",
    "/pack",
    "/print/{sheet}",
    "/calendar",
    "/picture",
    "/web-pages",
)


def test_no_field_of_a_game_is_without_an_owner():
    schemas = api.get_openapi_schema(path_prefix="/api/")["components"]["schemas"]
    sent = {name for key, one in schemas.items() if key.endswith("Out") for name in one.get("properties", {})}
    assert {name for name in sent if SUSPECT.search(name)} - OWNERS.keys() == ELSEWHERE


def names_in(value: object) -> Iterator[str]:
    """Every field of an answer, however deep; what people chose or the journal keeps is theirs, by their names."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            if name not in ("choices", "settings", "tieBreaks", "before", "after"):
                yield from names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


def playing(game: str, format: str) -> Tournament:
    """Four players in a Swiss, teams of two in a round robin, the first matches decided."""
    tournament = event(game, format, "players" if format == "swiss" else "teams")
    while tournament.status != Status.IN_PROGRESS or not Match.objects.agreed().exists():
        next_step(tournament)
        tournament.refresh_from_db()
    return tournament


def fields_of(tournament: Tournament) -> set[str]:
    """What its organiser reads, who sees everything."""
    organiser = Caller("olga")
    match = Match.objects.filter(round__tournament=tournament, second__isnull=False)[0]
    known = {"tournamentId": tournament.pk, "matchId": match.pk, "number": 1, "playerId": match.first_id}
    seen: set[str] = set()
    for path in READS:
        if not path.endswith(SKIPPED) and "{code}" not in path:
            answer = organiser.get(path.removeprefix("/api").format(**known))
            seen |= set(names_in(answer.json())) if answer.status_code == 200 else set()
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_about_an_event_has_the_fields_of_its_game_and_no_others(game):
    seen = fields_of(playing(game, "swiss"))
    assert {name for name in seen & OWNERS.keys() if not OWNERS[name](GAMES[game])} == set()
    owned = {name for name, has in OWNERS.items() if has(GAMES[game])}
    assert owned - seen == owned & OF_POOLS_AND_BOARDS


def test_pools_and_teams_have_the_fields_of_their_game_and_no_others():
    """A game with most of what games have, and the one with least."""
    for game in (max(GAMES, key=has_how_many), min(GAMES, key=has_how_many)):
        seen = fields_of(playing(game, "round-robin"))
        assert {name for name in seen & OWNERS.keys() if not OWNERS[name](GAMES[game])} == set()


def has_how_many(game: str) -> int:
    return sum(has(GAMES[game]) for has in OWNERS.values())


def test_what_a_game_does_not_have_is_refused_and_not_forgotten():
    olga, tournament = Caller("olga"), event("chess", "swiss", "players")
    path = f"/tournaments/{tournament.pk}"
    refused = olga.post(f"{path}/players", {"displayName": "Zed", "faction": "Orks"})
    assert problem(refused) == (422, "bad-value")
    assert (refused.json()["detail"], refused.json()["field"]) == (
        "Chess has no faction: leave the field out.",
        "faction",
    )
    assert problem(olga.post(f"{path}/rounds", {"mission": "The Ritual"})) == (422, "bad-value")
    assert done(olga.post(f"{path}/players", {"displayName": "Zed", "title": "CM"}), 201)["title"] == "CM"
