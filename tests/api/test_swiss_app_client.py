"""A client written from the document of D alone: its paths, its bodies, its words, from creation to the shared view."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from api.calling import Caller, Json, done, problem
from sheets import xlsx

pytestmark = pytest.mark.django_db

NEW = {"name": "University Open", "date": "2026-11-21", "totalRounds": 3, "game": "chess"}
PLAYERS = [("Ada", 2000), ("Ben", 1900), ("Cleo", 1800), ("Dov", 1700), ("Eli", 1600)]


@pytest.fixture
def organiser() -> Caller:
    return Caller("olga")


@pytest.fixture
def event(organiser: Caller) -> Json:
    made = done(organiser.post("/tournaments", NEW), 201)
    for name, rating in PLAYERS:
        body = {"tournamentId": made["id"], "name": name, "rating": rating, "university": "Oslo"}
        done(organiser.post("/players", body), 201)
    return made


def test_a_tournament_speaks_the_words_of_the_body_that_made_it(organiser):
    made = done(organiser.post("/tournaments", NEW), 201)
    share = made.pop("shareLink")
    assert share.startswith("/s/")
    assert made == {
        "id": made["id"],
        "name": "University Open",
        "date": "2026-11-21",
        "location": "",
        "description": "",
        "totalRounds": 3,
        "currentRound": 0,
        "status": "upcoming",
        "playerCount": 0,
        "revision": made["revision"],
    }
    assert done(organiser.get(f"/tournaments/{made['id']}")) == {**made, "shareLink": share}
    assert done(organiser.get("/tournaments"))["items"] == [{**made, "shareLink": share}]


def test_a_bare_body_is_a_wargame_and_more_words_are_our_own(organiser):
    bare = {name: value for name, value in NEW.items() if name != "game"}
    assert done(organiser.post("/tournaments", bare), 201)["game"] == "wargame"
    ours = done(organiser.post("/tournaments", {**NEW, "format": "round-robin"}), 201)
    assert (ours["game"], ours["status"]) == ("chess", "draft")


def test_players_are_added_changed_deleted_and_uploaded(organiser, event):
    listed = done(organiser.get(f"/players/tournament/{event['id']}"))
    assert [(p["name"], p["rating"], p["university"], p["points"]) for p in listed] == [
        (name, rating, "Oslo", 0.0) for name, rating in PLAYERS
    ]
    last = listed[-1]["id"]
    changed = done(
        organiser.put(f"/players/{last}", {"name": "Eli R.", "rating": 1650, "university": "Bergen"})
    )
    assert (changed["name"], changed["rating"], changed["university"]) == ("Eli R.", 1650, "Bergen")
    assert organiser.delete(f"/players/{last}").status_code == 204
    rows = (["Name", "Rating", "University"], ["Fay", 1500, "Oslo"], ["", 1400, ""])
    sheet = SimpleUploadedFile("more.xlsx", xlsx(*rows))
    answer = organiser.client.post(
        "/api/players/bulk-upload", {"tournamentId": event["id"], "file": sheet}, headers=organiser.headers
    )
    assert (answer.json()["taken"], [row["verdict"] for row in answer.json()["rows"]]) == (1, ["good", "bad"])
    names = [p["name"] for p in done(organiser.get(f"/players/tournament/{event['id']}"))]
    assert names == ["Ada", "Ben", "Cleo", "Dov", "Fay"]


def test_a_stranger_adds_nobody_and_records_nothing(organiser, event):
    stranger = Caller("sam")
    body = {"tournamentId": event["id"], "name": "Sam", "rating": 1200}
    assert stranger.post("/players", body).status_code == 404  # a draft is not there for him
    boards = done(organiser.post("/pairings/generate", {"tournamentId": event["id"]}), 201)
    assert problem(stranger.put(f"/pairings/{boards[0]['id']}/result", {"result": "1-0"})) == (
        403,
        "not-allowed",
    )
    assert problem(stranger.post("/pairings/generate", {"tournamentId": event["id"]})) == (403, "not-allowed")


def finish_round(organiser: Caller, boards: list[Json], results: list[str]) -> None:
    for board, result in zip([b for b in boards if b["blackPlayer"]], results, strict=True):
        stored = done(organiser.put(f"/pairings/{board['id']}/result", {"result": result}))
        assert stored["result"] == result


def test_from_creation_to_the_shared_view(organiser, event):
    """Three rounds of five: paired, coloured and ranked by the sentences of D."""
    path = f"/tournament/{event['id']}"
    told: list[list[Json]] = []
    for number, results in enumerate((["1-0", "0.5-0.5"], ["0-1", "1-0"], ["1-0F", "0-1"]), start=1):
        boards = done(organiser.post("/pairings/generate", {"tournamentId": event["id"]}), 201)
        assert done(organiser.get(f"/pairings{path}/round/{number}")) == boards
        assert boards[-1]["result"] == "bye"
        finish_round(organiser, boards, results)
        told.append(done(organiser.get(f"/pairings{path}/round/{number}")))
        states = [round_["status"] for round_ in done(organiser.get(f"/rounds{path}"))]
        assert states == ["completed"] * number + ["upcoming"] * (3 - number)
    players = done(organiser.get(f"/players{path}"))
    assert_no_two_meet_twice(told)
    assert_counted(players, told)
    standings = done(organiser.get(f"/tournaments/{event['id']}/standings"))["standings"]
    assert [{k: v for k, v in line.items() if k != "rank"} for line in standings] == players
    order = [(-line["points"], -line["buchholz"], -line["rating"]) for line in standings]
    assert order == sorted(order)
    assert done(organiser.post(f"/rounds{path}/calculate-tiebreaks"))["standings"] == standings
    shared = done(Caller(None).get(f"/tournaments/share/{event['shareLink'].removeprefix('/s/')}"))
    assert (shared["id"], shared["status"], shared["currentRound"]) == (event["id"], "completed", 3)
    assert Caller(None).client.get(event["shareLink"], follow=True).status_code == 200


def test_the_first_round_is_the_next_one_down_with_white_for_the_higher_rated(organiser, event):
    boards = done(organiser.post("/pairings/generate", {"tournamentId": event["id"]}), 201)
    assert [(b["whitePlayer"]["name"], (b["blackPlayer"] or {}).get("name")) for b in boards] == [
        ("Ada", "Ben"),
        ("Cleo", "Dov"),
        ("Eli", None),
    ]


def test_generate_waits_for_the_results_and_ends_with_the_rounds(organiser, event):
    boards = done(organiser.post("/pairings/generate", {"tournamentId": event["id"]}), 201)
    assert problem(organiser.post("/pairings/generate", {"tournamentId": event["id"]})) == (
        409,
        "results-open",
    )
    finish_round(organiser, boards, ["pending", "1-0"])
    assert done(organiser.get(f"/tournaments/{event['id']}"))["status"] == "ongoing"
    assert problem(organiser.put(f"/pairings/{boards[0]['id']}/result", {"result": "2-0"}))[0] == 422
    assert organiser.get(f"/pairings/tournament/{event['id']}/round/9").status_code == 404


def assert_no_two_meet_twice(told: list[list[Json]]) -> None:
    boards = [board for round_ in told for board in round_ if board["blackPlayer"]]
    met = [frozenset((board["whitePlayer"]["id"], board["blackPlayer"]["id"])) for board in boards]
    assert all(one != two for one, two in combinations(met, 2))


def assert_counted(players: list[Json], told: list[list[Json]]) -> None:
    """Points, opponents, colours and Buchholz by plain sums over the boards."""
    worth = {"1-0": (1, 0), "0-1": (0, 1), "0.5-0.5": (0.5, 0.5), "1-0F": (1, 0), "bye": (1, 0)}
    points: dict[int, float] = {p["id"]: 0 for p in players}
    opponents: dict[int, list[int]] = {p["id"]: [] for p in players}
    colors: dict[int, list[str]] = {p["id"]: [] for p in players}
    for board in (board for round_ in told for board in round_):
        white, black, (one, two) = board["whitePlayer"]["id"], board["blackPlayer"], worth[board["result"]]
        points[white] += one
        if black:
            points[black["id"]] += two
            for id, other, color in ((white, black["id"], "white"), (black["id"], white, "black")):
                opponents[id].append(other)
                colors[id].append(color)
    expected: dict[int, Any] = {
        id: (points[id], opponents[id], colors[id], sum(points[other] for other in opponents[id]))
        for id in points
    }
    assert {p["id"]: (p["points"], p["opponents"], p["colors"], p["buchholz"]) for p in players} == expected
