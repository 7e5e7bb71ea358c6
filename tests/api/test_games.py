"""Games over the API: which there are, and an event of each."""

from __future__ import annotations

from dataclasses import replace

import jsonschema_rs
import pytest

from api.calling import Caller, done
from crossings.small_event import event, next_step, open_matches
from crosstable.events.models import Tournament
from crosstable.games import GAMES
from crosstable.games.goals import GOALS

pytestmark = pytest.mark.django_db
EVENT = {"name": "Pub night", "date": "2026-11-20", "totalRounds": 3}
FORMATS = ["swiss", "round-robin", "pools-knockout", "swiss-cut", "knockout", "double-knockout"]


def test_every_game_is_listed_with_its_result_and_formats():
    games = {game["code"]: game for game in done(Caller(None).get("/games"))}
    assert list(games) == list(GAMES)
    assert {code: game["result"]["kind"] for code, game in games.items()} == {
        "wargame": "points",
        "chess": "decided",
        "goals": "points",
        "sets": "sets",
        "cards": "series",
        "wtc": "sheet",
        "other": "decided",
    }
    assert [game["formats"] for game in games.values()] == [FORMATS] * len(GAMES)
    assert [field["name"] for field in games["goals"]["result"]["fields"]] == ["first", "second"]
    assert [ask["name"] for ask in games["sets"]["asks"]] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("format", FORMATS)
def test_an_event_of_every_game_and_format_is_created(game, format):
    choices = {"name": "Boules"} if game == "other" else {}
    made = done(
        Caller("olga").post("/tournaments", {**EVENT, "game": game, "format": format, "choices": choices}),
        201,
    )
    kept = Tournament.objects.get()
    assert made["game"] == game
    assert [stage.kind for stage in kept.stages.all()] == {
        "swiss": ["swiss"],
        "round-robin": ["pools"],
        "pools-knockout": ["pools", "knockout"],
        "swiss-cut": ["swiss", "knockout"],
        "knockout": ["knockout"],
        "double-knockout": ["knockout"],
    }[format]


def test_an_event_keeps_its_game():
    olga = Caller("olga")
    path = f"/tournaments/{done(olga.post('/tournaments', {**EVENT, 'game': 'goals'}), 201)['tournamentId']}"
    refused = olga.put(path, {**EVENT, "game": "cards"}).json()
    assert (refused["status"], refused["field"]) == (422, "game")
    assert done(olga.put(path, {**EVENT, "game": "goals"}))["game"] == "goals"
    assert done(olga.put(path, EVENT))["game"] == "goals"


def test_what_was_chosen_is_kept_and_said():
    darts = {"game": "sets", "choices": {"variant": "darts", "bestOf": 5, "table": "Oche"}}
    made = done(Caller("olga").post("/tournaments", {**EVENT, **darts}), 201)
    assert made["choices"] == {"variant": "darts", "bestOf": 5, "table": "Oche"}
    assert Tournament.objects.get().choices == {"variant": "darts", "best_of": 5, "table": "Oche"}


def test_the_limit_of_a_wargame_can_be_chosen_either_way():
    made = done(Caller("olga").post("/tournaments", {**EVENT, "choices": {"most": 150}}), 201)
    assert (made["maxVp"], made["choices"]) == (150, {"most": 150})


@pytest.mark.parametrize(
    ("wanted", "field", "sentence"),
    [
        ({"game": "ludo"}, "game", f"The game is one of {', '.join(GAMES)}."),
        ({"game": "goals", "format": "ladder"}, "format", f"The format is one of {', '.join(FORMATS)}."),
        (
            {"game": "chess", "choices": {"score": "pins"}},
            "choices.score",
            "Chess has no “score” and no other choice.",
        ),
        (
            {"game": "cards", "choices": {"score": "pins"}},
            "choices.score",
            "Trading cards (Magic style) has no “score”. Choose from best_of.",
        ),
        (
            {"game": "sets", "choices": {"best_of": 4}},
            "choices.bestOf",
            "Best of must be an odd number from 1 to 99, so that one side wins more than half.",
        ),
        (
            {"game": "sets", "choices": {"best_of": "3"}},
            "choices.bestOf",
            "Best of must be an odd number from 1 to 99, so that one side wins more than half.",
        ),
        (
            {"game": "goals", "choices": {"draws": "no"}},
            "choices.draws",
            "A match may be drawn: this is true or false.",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(wanted, field, sentence):
    refused = Caller("olga").post("/tournaments", {**EVENT, **wanted}).json()
    assert (refused["status"], refused["field"], refused["detail"]) == (422, field, sentence)


def test_a_format_the_game_is_not_played_in_is_refused(monkeypatch):
    monkeypatch.setitem(GAMES, "league", replace(GOALS, code="league", name="League", stages=("pools",)))
    refused = Caller("olga").post("/tournaments", {**EVENT, "game": "league", "format": "knockout"}).json()
    assert refused["detail"] == "League is not played as a knockout: choose another format."
    assert done(
        Caller("olga").post("/tournaments", {**EVENT, "game": "league", "format": "round-robin"}), 201
    )


def test_what_can_be_chosen_and_asked_is_said_as_a_schema():
    games = {game["code"]: game for game in done(Caller(None).get("/games"))}
    schemas = {one["name"]: one["jsonSchema"] for one in games["sets"]["choices"]}
    assert schemas == {
        "variant": {"type": "string", "enum": [variant.code for variant in GAMES["sets"].variants]},
        "bestOf": {"type": "integer", "minimum": 1, "maximum": 99, "not": {"multipleOf": 2}},
        "table": {"type": "string", "maxLength": 40},
        "tables": {"type": "string", "maxLength": 40},
    }
    asked = {one["name"]: one["jsonSchema"] for one in games["chess"]["asks"]}
    assert asked["rating"] == {"type": "integer", "minimum": 0, "maximum": 4000}
    assert asked["federation"] == {"type": "string", "maxLength": 3}


@pytest.mark.parametrize("game", GAMES)
def test_every_example_of_a_score_is_of_its_schema(game):
    listed = next(one for one in done(Caller(None).get("/games")) if one["code"] == game)
    results = [listed["result"], *(variant["result"] for variant in listed["variants"])]
    assert [one["examples"] for one in results if len(one["examples"]) < 2] == []
    for result in results:
        for example in result["examples"]:
            jsonschema_rs.validate(result["jsonSchema"], example)


@pytest.mark.parametrize("way", ["swiss", "knockout", "boards", "best of three"])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_says_how_it_is_told_and_takes_its_own_examples(game, way):
    """All that a program has to know stands in the match: one score, the boards of teams, a best of three."""
    boards = 2 if way == "boards" else 1
    kind, format = ("teams" if boards > 1 else "players"), ("swiss" if way == "swiss" else "knockout")
    tournament = event(game, format, kind, boards)
    olga, path = Caller("olga"), f"/tournaments/{tournament.pk}"
    if way == "best of three":
        done(olga.patch(f"{path}/stages/1", {"settings": {"best_of": 3}}))
    while not (matches := open_matches(tournament)):
        next_step(tournament)
    address = f"{path}/matches/{matches[0].pk}"
    takes = done(olga.get(address))["takes"]
    rows = {"boards": 2, "best of three": 1 if GAMES[game].shape.has_parts else 3}
    assert takes["games"] == rows.get(way, 1)
    for example in takes["examples"]:
        jsonschema_rs.validate(takes["jsonSchema"], example)
        answer = done(olga.patch(f"{address}/result", {"score": example}))
        assert (answer["matchId"], answer["state"]) == (matches[0].pk, "agreed")
        done(olga.patch(f"{address}/result", {"result": "pending"}))
