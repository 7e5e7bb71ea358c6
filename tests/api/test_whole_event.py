"""A whole wargame event over HTTP with tokens: creation, an odd field, a dispute, a drop, the final standings and
the ratings, all worked out by hand.

Round 1, all equal, by registration: ann v di, bo v ed, cy v fay, gil has the bye.
"""

from __future__ import annotations

import pytest

from api.calling import WARGAME, Caller, done, problem

pytestmark = pytest.mark.django_db

NAMES = ["ann", "bo", "cy", "di", "ed", "fay", "gil"]


@pytest.fixture
def olga():
    return Caller("olga")


@pytest.fixture
def people():
    return {name: Caller(name) for name in NAMES}


def pairs(round_: dict) -> dict[str, dict]:
    """The matches of a round by the name of either player."""
    found = {}
    for match in round_["matches"]:
        for side in (match["player1"], match["player2"]):
            if side:
                found[side["name"]] = match
    return found


def opponents(round_: dict) -> list[tuple[str, str | None]]:
    return [(m["player1"]["name"], m["player2"] and m["player2"]["name"]) for m in round_["matches"]]


def next_round(olga: Caller, event: str, number: int) -> dict:
    done(olga.post(f"{event}/rounds", {"mission": "The Ritual"}), 201)
    done(olga.post(f"{event}/rounds/{number}/publish"))
    return done(olga.post(f"{event}/rounds/{number}/start"))


def settle(olga: Caller, event: str, round_: dict, *scores: str) -> None:
    """'ann 72-45': ann 72, her opponent 45, entered by the organiser."""
    for text in scores:
        name, score = text.split()
        mine, theirs = map(int, score.split("-"))
        match = pairs(round_)[name]
        if match["player1"]["name"] != name:
            mine, theirs = theirs, mine
        path = f"{event}/matches/{match['matchId']}/override"
        done(olga.post(path, {"player1VP": mine, "player2VP": theirs, "version": match["version"]}))


def test_an_event_from_creation_to_final_standings(olga, people):
    created = olga.post("/tournaments", WARGAME)
    tournament = done(created, 201)
    event = created["Location"].removeprefix("/api")
    assert tournament["status"] == "draft"
    assert problem(people["ann"].get(event)) == (404, "not-found")
    assert done(olga.post(f"{event}/advance"))["status"] == "registration"
    assert [t["name"] for t in done(Caller(None).get("/tournaments?status=open"))["items"]] == [
        WARGAME["name"]
    ]

    ids = {}
    for name, caller in people.items():
        wanted = {"displayName": name, "faction": "Orks", "listText": f"list of {name}"}
        ids[name] = done(caller.post(f"{event}/register", wanted), 201)["playerId"]
    changed = done(people["ann"].put(f"{event}/list", {"listText": "new list"}))
    assert (changed["displayName"], changed["listText"]) == ("ann", "new list")
    assert done(people["bo"].get(f"{event}/players/{ids['ann']}"))["listText"] is None
    done(olga.post(f"{event}/lock-lists"))
    assert done(people["bo"].get(f"{event}/players/{ids['ann']}"))["listText"] == "new list"
    assert problem(people["ann"].put(f"{event}/list", {"listText": "x"})) == (409, "lists-locked")

    done(olga.post(f"{event}/advance"))
    for name in NAMES[:-1]:
        assert done(people[name].post(f"{event}/check-in"))["checkedIn"] is True
    done(olga.post(f"{event}/check-in", {"entryId": ids["gil"]}))
    assert done(olga.post(f"{event}/advance"))["status"] == "in-progress"

    draft = done(olga.post(f"{event}/rounds", {"mission": "The Ritual"}), 201)
    assert opponents(draft) == [("ann", "di"), ("bo", "ed"), ("cy", "fay"), ("gil", None)]
    assert problem(people["ann"].get(f"{event}/rounds/1")) == (404, "not-found")
    assert done(people["ann"].get(f"{event}/rounds")) == {"rounds": []}
    swapped = {"player1Id": ids["ann"], "player2Id": ids["bo"]}
    assert opponents(done(olga.post(f"{event}/rounds/1/swap", swapped)))[0] == ("bo", "di")
    again = done(olga.post(f"{event}/rounds/1/pairings"))
    assert opponents(again) == opponents(draft)
    done(olga.post(f"{event}/rounds/1/publish"))
    first = done(olga.post(f"{event}/rounds/1/start"))
    assert [m["mission"] for m in first["matches"]] == ["The Ritual"] * 4

    match = pairs(first)["ann"]
    path = f"{event}/matches/{match['matchId']}"
    claimed = done(people["ann"].post(f"{path}/report", {"player1VP": 80, "player2VP": 20}))
    assert (claimed["state"], [c["playerId"] for c in claimed["claims"]]) == ("claimed", [ids["ann"]])
    assert done(people["bo"].get(path))["claims"] == []
    agreed = done(people["di"].post(f"{path}/confirm", {"version": claimed["version"]}))
    assert (agreed["state"], agreed["player1VP"], agreed["player2VP"]) == ("agreed", 80, 20)

    match = pairs(first)["bo"]
    path = f"{event}/matches/{match['matchId']}"
    done(people["bo"].post(f"{path}/report", {"player1VP": 60, "player2VP": 50}))
    assert done(people["ed"].post(f"{path}/dispute", {"reason": "I had 70"}))["state"] == "disputed"
    assert problem(olga.post(f"{event}/rounds/1/close")) == (409, "results-open")
    ruled = done(olga.post(f"{path}/override", {"player1VP": 60, "player2VP": 60, "reason": "a draw"}))
    assert (ruled["state"], ruled["player1VP"]) == ("agreed", 60)
    settle(olga, event, first, "cy 55-45")
    assert done(olga.post(f"{event}/rounds/1/close"))["status"] == "closed"

    assert done(people["fay"].post(f"{event}/drop"))["dropped"] is True
    second = next_round(olga, event, 2)
    assert "fay" not in pairs(second)
    assert {frozenset(p) for p in opponents(second)} == {
        frozenset(("ann", "cy")),
        frozenset(("gil", "bo")),
        frozenset(("ed", "di")),
    }
    settle(olga, event, second, "ann 70-30", "gil 50-50", "di 90-10")
    done(olga.post(f"{event}/rounds/2/close"))
    assert done(olga.post(f"{event}/rejoin", {"playerId": ids["fay"]}))["dropped"] is False
    done(olga.post(f"{event}/drop", {"entryId": ids["fay"]}))

    third = next_round(olga, event, 3)
    for name, score in (("ann", "60-40"), ("di", "55-45"), ("ed", "30-20")):
        settle(olga, event, third, f"{name} {score}")
    done(olga.post(f"{event}/rounds/3/close"))
    assert done(olga.post(f"{event}/advance"))["status"] == "complete"

    final = done(Caller(None).get(f"{event}/standings"))
    assert (final["round"], final["isFinal"]) == (3, True)
    winner = final["standings"][0]
    assert {key: winner[key] for key in ("rank", "name", "wins", "losses", "draws", "margin", "vp")} == {
        "rank": 1,
        "name": "ann",
        "wins": 3,
        "losses": 0,
        "draws": 0,
        "margin": 120,
        "vp": 210,
    }
    assert {row["name"] for row in final["standings"]} == set(NAMES)
    assert [row["rank"] for row in final["standings"]] == sorted(row["rank"] for row in final["standings"])

    # K is 32. 1200 v 1200 and 1216 v 1216 are worth 16; 1232 v 1200 is expected to end 0.546, so 32 × 0.454 = 15.
    me = people["ann"].user.pk
    history = done(Caller(None).get(f"/ratings/{me}/history"))
    assert [
        (g["opponent"], g["before"], g["after"], g["change"], g["outcome"]) for g in history["items"]
    ] == [
        ("gil", 1232, 1247, 15, "win"),
        ("cy", 1216, 1232, 16, "win"),
        ("di", 1200, 1216, 16, "win"),
    ]
    rating = done(Caller(None).get(f"/ratings/{me}"))
    assert rating == {"userId": me, "name": "ann", "rating": 1247, "games": 3, "rank": 1}
    board = done(Caller(None).get("/ratings/leaderboard"))
    assert (board["count"], board["items"][0]["userId"]) == (7, me)

    journal = done(olga.get(f"{event}/journal?limit=500"))
    revision = done(olga.get(event))["revision"]
    assert [entry["number"] for entry in journal["items"]] == list(range(revision, 0, -1))
    assert next(e for e in journal["items"] if e["verb"] == "result.ruled")["reason"] == "a draw"
