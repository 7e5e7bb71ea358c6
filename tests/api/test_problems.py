"""Errors as problem documents: the right status, a stable code, the field, and nothing changed. Never a page."""

from __future__ import annotations

import pytest
from django.test import override_settings

from api.calling import WARGAME, Caller, done, problem
from building import event, match_of, playing, user
from crosstable.api import tournaments as router
from crosstable.events.models import Match, Status, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    return Caller("olga")


def test_a_refusal_carries_the_sentence_the_code_and_the_field(olga):
    t = playing("ann bo")
    path = f"/tournaments/{t.pk}/matches/{match_of(t, 'ann').pk}/report"
    response = Caller("ann").post(path, {"player1VP": -1, "player2VP": 5})
    assert response.json() == {
        "type": "/api/docs#problem-bad-value",
        "title": "Unprocessable Entity",
        "status": 422,
        "detail": "-1 is not a possible score: victory points are whole numbers from 0 to 100.",
        "code": "bad-value",
        "field": "player1VP",
    }


def test_a_stale_version_shows_both_values_who_and_when(olga):
    t = playing("ann bo")
    path = f"/tournaments/{t.pk}/matches/{match_of(t, 'ann').pk}"
    seen = done(olga.get(path))["version"]
    done(olga.post(f"{path}/override", {"player1VP": 60, "player2VP": 40, "version": seen}))
    response = olga.post(f"{path}/override", {"player1VP": 70, "player2VP": 30, "version": seen})
    assert problem(response) == (409, "stale")
    answer = response.json()
    assert (answer["yours"], answer["current"], answer["by"]) == ("70–30", "60–40", "olga")
    assert answer["at"].startswith("20")
    assert done(olga.get(path))["player1VP"] == 60


def test_a_report_from_an_older_state_is_stale_too():
    t = playing("ann bo")
    path = f"/tournaments/{t.pk}/matches/{match_of(t, 'ann').pk}"
    done(Caller("ann").post(f"{path}/report", {"player1VP": 60, "player2VP": 40, "version": 1}))
    response = Caller("bo").post(f"{path}/report", {"player1VP": 60, "player2VP": 40, "version": 1})
    assert problem(response) == (409, "stale")


def test_a_round_that_is_not_the_one_meant_is_left_alone(olga):
    t = playing("ann bo cy di")
    for address in ("rounds/2/close", "rounds/1/publish", "rounds/1/start", "rounds/1/pairings"):
        assert problem(olga.post(f"/tournaments/{t.pk}/{address}"))[0] == 409
    assert problem(olga.delete(f"/tournaments/{t.pk}/rounds/1")) == (409, "no-such-round")


def test_every_wrong_field_is_named(olga):
    response = olga.post("/tournaments", {"name": 5, "date": "soon", "totalRounds": "3", "surprise": 1})
    assert problem(response) == (422, "invalid")
    assert [e["field"] for e in response.json()["errors"]] == ["name", "date", "totalRounds", "surprise"]
    assert Tournament.objects.count() == 0


def test_what_is_wrong_is_said_in_plain_words(olga):
    body = {
        "name": 5,
        "date": "soon",
        "totalRounds": 2.5,
        "description": "x" * 5001,
        "surprise": 1,
        "choices": [],
    }
    errors = olga.post("/tournaments", body).json()["errors"]
    assert {one["field"]: one["message"] for one in errors} == {
        "name": "Send a text.",
        "date": "Send a date: 2026-12-01.",
        "totalRounds": "Send a whole number.",
        "description": "It has at most 5000 characters or items.",
        "surprise": "There is no such field here.",
        "choices": "Send a JSON object.",
    }
    assert olga.post("/tournaments", {}).json()["detail"].startswith("name: This is needed.")
    assert olga.get("/tournaments?limit=501").json()["detail"] == "limit: Send 500 or less."
    assert olga.get("/tournaments?mine=maybe").json()["detail"] == "mine: Send true or false."


def test_a_score_that_is_none_is_one_mistake_and_nothing_said_asks_for_a_score(olga):
    path = f"/tournaments/{playing('ann bo').pk}/matches/{Match.objects.get().pk}"
    for address, send in ((f"{path}/override", olga.post), (f"{path}/result", olga.patch)):
        assert send(address, {"score": 5}).json()["errors"] == [
            {"field": "score", "message": "Send a score in the form of the game; GET /api/games shows some."}
        ]
        for body in ({}, {"result": "1-0"}):
            refused = send(address, body).json()
            assert (refused["field"], refused["detail"]) == (
                "score",
                'Send a score of this game, for example {"first": 60, "second": 40}.',
            )
    both = {"score": {"first": 60, "second": 40}, "result": "1-0"}
    assert problem(olga.patch(f"{path}/result", both)) == (422, "invalid")


def test_what_is_not_there_is_told_from_an_address_that_is_not_there(olga):
    t = playing("ann bo")
    gone = [f"/tournaments/{t.pk}/rounds/99", f"/tournaments/{t.pk}/matches/999999"]
    assert {olga.get(path).json()["detail"] for path in gone} == {
        "There is nothing here, or nothing you may see."
    }
    assert olga.get("/nothing").json()["detail"] == "There is no such address. /api/docs lists them all."


BAD = [
    {"name": "x" * 121},
    {"name": "   "},
    {"name": "a\x00b"},
    {"name": None},
    {"name": ["x"]},
    {"description": "x" * 5001},
    {"totalRounds": 0},
    {"totalRounds": 31},
    {"totalRounds": 10**40},
    {"totalRounds": 2.5},
    {"totalRounds": True},
    {"maxVp": -1},
    {"maxVp": 10**30},
    {"date": "2026-02-30"},
    {"date": 20261121},
    {"date": ""},
]


@pytest.mark.parametrize("change", BAD, ids=str)
def test_a_value_that_cannot_be_taken_is_a_422(olga, change):
    response = olga.post("/tournaments", WARGAME | change)
    assert problem(response)[0] == 422
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize(
    "name", ["🏆 Open 🐉", "مسابقة الشطرنج", "日本オープン", "<script>alert(1)</script>"]
)
def test_names_of_every_script_are_kept_as_they_are(olga, name):
    made = done(olga.post("/tournaments", WARGAME | {"name": name}), 201)
    assert done(olga.get(f"/tournaments/{made['tournamentId']}"))["name"] == name


MALFORMED = ["{", '{"name": }', "\ufeff[", "nonsense", "\x00", b"\xff\xfe", "[" * 100_000, "1" * 5000]


@pytest.mark.parametrize("body", MALFORMED, ids=lambda body: repr(body)[:12])
def test_malformed_json_is_a_400(olga, body):
    assert problem(olga.post("/tournaments", body)) == (400, "malformed-json")


@pytest.mark.parametrize("body", ["[]", "null", "5", '"x"', "true"])
def test_json_that_is_no_object_is_a_422(olga, body):
    assert problem(olga.post("/tournaments", body)) == (422, "invalid")


def test_half_a_character_is_a_422(olga):
    body = '{"name": "\\ud800", "date": "2026-11-21", "totalRounds": 3}'
    assert problem(olga.post("/tournaments", body)) == (422, "invalid")


def test_a_form_is_not_json(olga):
    response = olga.client.post("/api/tournaments", {"name": "x"}, headers=olga.headers)
    assert problem(response) == (415, "not-json")


def test_a_body_beyond_all_measure_is_a_413(olga):
    assert problem(olga.post("/tournaments", {"name": "x" * 3_000_000})) == (413, "too-large")


def test_a_list_that_is_too_long_names_its_field(olga):
    t = event("", Status.REGISTRATION)
    body = {"displayName": "ann", "faction": "Orks", "listText": "x" * 50_001}
    response = Caller("ann").post(f"/tournaments/{t.pk}/register", body)
    assert problem(response) == (422, "list-too-long")
    assert response.json()["field"] == "listText"


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/tournaments/x",
        "/tournaments/0",
        f"/tournaments/{10**30}",
        f"/ratings/{10**19}",
        "/tournaments/1/",
        "/ratings/999",
        "",
    ],
)
def test_an_address_that_leads_nowhere_is_a_404_document(olga, path):
    assert problem(olga.get(path)) == (404, "not-found")


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=501", "limit=x", "offset=-1", f"offset={10**30}", "status=odd"]
)
def test_a_wrong_query_is_a_422(olga, query):
    assert problem(olga.get(f"/tournaments?{query}")) == (422, "invalid")


def test_a_wrong_method_is_a_405_that_says_which_are_right(olga):
    response = olga.patch("/tournaments", {})
    assert problem(response) == (405, "method-not-allowed")
    assert set(response["Allow"].split(", ")) == {"GET", "POST"}


@override_settings(ALLOWED_HOSTS=["example.org"])
def test_a_wrong_host_is_a_400_document(client):
    assert problem(client.get("/api/tournaments")) == (400, "bad-request")


def test_a_bug_is_a_500_document_that_tells_nothing(monkeypatch):
    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("secret insides")

    monkeypatch.setattr(router, "shown", broken)
    t = event("", Status.REGISTRATION)
    response = Caller("olga", raising=False).get(f"/tournaments/{t.pk}")
    assert problem(response) == (500, "our-mistake")
    assert b"insides" not in response.content


def test_a_page_outside_the_api_still_answers_as_a_page(client):
    assert client.get("/no-such-page")["Content-Type"].startswith("text/html")


def test_a_name_that_is_taken_names_its_field():
    t = event("ann", Status.REGISTRATION)
    response = Caller("bo").post(f"/tournaments/{t.pk}/register", {"displayName": "Ann", "faction": "Orks"})
    assert problem(response) == (409, "name-taken")
    assert response.json()["field"] == "displayName"


def test_someone_of_another_event_cannot_be_touched_here(olga):
    here, there = event("ann", Status.CHECK_IN), event("ann", Status.CHECK_IN, name="Other")
    other = there.entries.get()
    assert problem(olga.post(f"/tournaments/{here.pk}/check-in", {"entryId": other.pk})) == (404, "not-found")
    assert problem(olga.delete(f"/tournaments/{here.pk}/players/{other.pk}")) == (404, "not-found")
    assert user("ann").player.entries.count() == 2
