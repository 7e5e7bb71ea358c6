"""A choice that cannot be is refused with its place in the body and with what can be said there: every choice of every
game and of every kind of stage, with every wrong value its schema tells of."""

from __future__ import annotations

from typing import Any

import pytest

from api.calling import Caller, done, problem
from crosstable.events.bridge.settings.stage_checks import CHECKS, SETTINGS
from crosstable.events.models import StageKind, Tournament
from crosstable.games import GAMES

pytestmark = pytest.mark.django_db
EVENT = {"name": "Club night", "date": "2026-12-01", "totalRounds": 3}


@pytest.fixture
def olga():
    return Caller("olga")


def wrong_values(schema: dict[str, Any]) -> list[Any]:
    match schema["type"]:
        case "integer":
            even = [schema["minimum"] + 1] if "not" in schema else []
            return ["many", 1.5, True, [1], schema["minimum"] - 1, schema["maximum"] + 1, *even]
        case "boolean":
            return ["maybe", 2, []]
        case "array":
            return ["Orks", 3, [3], ["x"] * (schema["maxItems"] + 1)]
        case "string":
            return [5, ["x"], {}, "x" * 41]
    raise AssertionError(schema)


def allowed(schema: dict[str, Any]) -> list[str]:
    """What the sentence has to say of it."""
    if "enum" in schema:
        return schema["enum"]
    numbers = [
        f"{schema[name]:,}" for name in ("minimum", "maximum", "maxItems", "maxLength") if name in schema
    ]
    return [*numbers, "odd"] if "not" in schema else numbers or ["true or false"]


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_choice_about_a_game_says_where_it_is_and_what_can_be_said(olga, game):
    choices = next(one for one in done(olga.get("/games")) if one["code"] == game)["choices"]
    needed = {
        one["name"]: "Go" for one in choices if one["required"] and one["jsonSchema"]["type"] == "string"
    }
    for choice in choices:
        for value in wrong_values(choice["jsonSchema"]):
            body = {**EVENT, "game": game, "choices": {**needed, choice["name"]: value}}
            refused = olga.post("/tournaments", body)
            assert problem(refused) == (422, "bad-value")
            assert refused.json()["field"] == f"choices.{choice['name']}"
            sentence = refused.json()["detail"]
            assert [word for word in allowed(choice["jsonSchema"]) if word not in sentence] == []
    assert Tournament.objects.count() == 0


OF_EVERY_STAGE = [(kind, name) for kind, checks in CHECKS.items() for name in checks]


@pytest.mark.parametrize(("kind", "name"), OF_EVERY_STAGE)
def test_a_wrong_setting_of_a_stage_says_where_it_is_and_what_can_be_said(olga, kind, name):
    path = f"/tournaments/{done(olga.post('/tournaments', EVENT), 201)['tournamentId']}/stages"
    only = {"kind": kind, "settings": {}}
    done(olga.put(path, {"stages": [only]}))
    usual = getattr(SETTINGS[kind](), name)
    sentences = set()
    for value in ("odd", {}, [{}, 5], -1):
        camel = "".join([name.split("_")[0], *(word.title() for word in name.split("_")[1:])])
        for sent in {name, camel}:
            refused = olga.patch(f"{path}/1", {"settings": {sent: value}})
            assert (*problem(refused), refused.json()["field"]) == (422, "bad-value", f"settings.{camel}")
            again = olga.put(path, {"stages": [{"kind": kind, "settings": {sent: value}}]}).json()
            assert (again["field"], again["detail"]) == (
                f"stages.0.settings.{camel}",
                refused.json()["detail"],
            )
            sentences.add(again["detail"])
    assert [
        s
        for s in sentences
        if not any(word in s for word in (" from ", " one of ", "true or false", "a list of"))
    ] == []
    assert done(olga.get(f"{path}/1"))["settings"][name] == (
        list(usual) if isinstance(usual, tuple) else usual
    )


def test_a_setting_that_a_stage_has_not_is_answered_with_those_it_has(olga):
    path = f"/tournaments/{done(olga.post('/tournaments', EVENT), 201)['tournamentId']}/stages/1"
    refused = olga.patch(path, {"settings": {"bestOf": 3}}).json()
    assert (refused["field"], refused["detail"]) == (
        "settings.bestOf",
        "A stage of this kind has no “best_of”: choose from per_pool, next_best.",
    )


def test_the_second_of_two_stages_is_named_by_its_place(olga):
    path = f"/tournaments/{done(olga.post('/tournaments', EVENT), 201)['tournamentId']}/stages"
    pools, knockout = {"kind": "pools", "settings": {"perPool": 2}}, {"kind": StageKind.KNOCKOUT}
    refused = olga.put(path, {"stages": [pools, {**knockout, "settings": {"bestOf": 2}}]}).json()
    assert (refused["field"], refused["detail"]) == (
        "stages.1.settings.bestOf",
        "A series has an odd number of games from 1 to 15, or it might have no winner.",
    )
    assert (
        olga.put(path, {"stages": [{"kind": "pools"}, knockout]}).json()["field"]
        == "stages.0.settings.perPool"
    )
    assert done(olga.put(path, {"stages": [pools, knockout]}))["stages"][0]["settings"]["per_pool"] == 2
