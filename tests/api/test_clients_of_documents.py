"""Clients written from documents A, B and E alone, with an ordinary HTTP library, against a real server."""

from __future__ import annotations

import json
from itertools import count
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

Json = Any
NUMBERS = count(1)
TOKENS = """
from building import user
from crosstable.accounts.tokens import create_token
for name in {names!r}:
    print(create_token(user=user(name), name="client", scope="write")[1])
"""


class Client:
    """A program with a base address and a token."""

    def __init__(self, base: str, token: str) -> None:
        self.base, self.token = base, token

    def __call__(self, method: str, path: str, body: object = None) -> Json:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        with urlopen(Request(self.base + path, data, headers, method=method), timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None


def clients(house: Any, *names: str) -> list[Client]:
    tokens = house.build(TOKENS.format(names=names)).split()
    return [Client(house.server.url + "/api", token) for token in tokens]


@pytest.fixture
def club(house: Any) -> tuple[Client, str, list[str]]:
    """B: a club and five members; ids as the strings the document has."""
    (clara,) = clients(house, "clara-of-b")
    made = str(clara("POST", "/clubs", {"clubName": f"Chess Club of B {next(NUMBERS)}"})["clubId"])
    elos = (1800, 1700, 1600, 1500, None)
    bodies = [{"name": f"Member {n}", **({"elo": elo} if elo else {})} for n, elo in enumerate(elos, start=1)]
    added = [clara("POST", f"/clubs/{made}/members", body) for body in bodies]
    assert added[-1]["elo"] == 1200
    return clara, made, [str(member["memberId"]) for member in added]


def test_a_client_of_document_b_runs_a_tournament_from_club_to_history(club: Any) -> None:
    call, club_id, members = club
    body = {"tournamentName": "Autumn", "clubId": club_id, "memberIds": members, "totalRounds": 3}
    made = call("POST", "/tournaments", body)
    assert (made["tournamentName"], made["currentRound"]) == ("Autumn", 0)
    path = f"/tournaments/{made['tournamentId']}"
    lines = call("GET", f"{path}/standings")["standings"]
    assert sorted(line["rating"] for line in lines) == [1200, 1500, 1600, 1700, 1800]
    met: dict[str, list[str]] = {member: [] for member in members}
    byes = []
    for number in (1, 2, 3):
        state = call("POST", f"{path}/start" if number == 1 else f"{path}/pairings")
        assert state["currentRound"] == number
        matches = [match for match in state["matches"] if match["roundNumber"] == number]
        if number == 1:
            pairs = [{str(m["whitePlayerId"]), str(m["blackPlayerId"])} for m in matches]
            assert pairs == [{members[0], members[2]}, {members[1], members[3]}]
        byes.append(str(state["byePlayerId"]))
        for match in matches:
            white, black = str(match["whitePlayerId"]), str(match["blackPlayerId"])
            assert (black not in met[white], match["result"]) == (True, "pending")
            met[white].append(black)
            met[black].append(white)
        seen = {str(p["memberId"]): [str(o) for o in p["opponentsPlayed"]] for p in state["players"]}
        assert seen == met
        for match in matches:
            result = {"result": "1-0"}
            call("PATCH", f"{path}/matches/{match['matchId']}/result", result)
        call("POST", f"{path}/complete-round")
    assert byes[0] == members[4] and len(set(byes)) == 3
    call("POST", f"{path}/finish")
    scores = [line["score"] for line in call("GET", f"{path}/standings")["standings"]]
    assert scores == sorted(scores, reverse=True)
    history = call("GET", f"/members/{members[0]}/history")
    assert [event["tournamentName"] for event in history["tournaments"]] == ["Autumn"]
    assert len(history["tournaments"][0]["matches"]) == len(met[members[0]])


def test_a_member_who_only_had_a_bye_finds_the_event_in_the_history(club: Any) -> None:
    call, club_id, members = club
    body = {"tournamentName": "One round", "clubId": club_id, "memberIds": members[2:], "totalRounds": 1}
    path = f"/tournaments/{call('POST', '/tournaments', body)['tournamentId']}"
    call("POST", f"{path}/start")
    history = call("GET", f"/members/{members[4]}/history")["tournaments"]
    assert [(event["tournamentName"], event["matches"]) for event in history] == [("One round", [])]


def test_a_client_of_document_a_runs_an_event_to_its_standings(house: Any) -> None:
    names = [f"{name}-of-a" for name in ("olga", "ann", "bo", "cy")]
    organiser, *players = clients(house, *names)
    body = {
        "name": "Warhammer World GT 2025",
        "eventDate": "2026-11-21",
        "location": "Leeds",
        "format": "2000pts Matched Play",
        "totalRounds": 1,
    }
    made = organiser("POST", "/tournaments", body)
    assert made["formatText"] == "2000pts Matched Play"
    path = f"/tournaments/{made['tournamentId']}"
    organiser("POST", f"{path}/advance")
    for name, player in zip(names[1:], players, strict=True):
        entry = {"displayName": name, "faction": "Orks", "listText": f"List of {name}"}
        player("POST", f"{path}/register", entry)
    listed = organiser("GET", f"{path}/players")["players"]
    assert [one["listText"] for one in listed] == [f"List of {name}" for name in names[1:]]
    assert all("listText" not in one for one in players[0]("GET", f"{path}/players")["players"])
    organiser("POST", f"{path}/lock-lists")
    organiser("POST", f"{path}/advance")
    for player in players:
        player("POST", f"{path}/check-in")
    organiser("POST", f"{path}/advance")
    organiser("POST", f"{path}/rounds")
    organiser("POST", f"{path}/rounds/1/publish")
    matches = organiser("POST", f"{path}/rounds/1/start")["matches"]
    callers = dict(zip(names[1:], players, strict=True))
    (match,) = [m for m in matches if m["player2"]]
    at = f"{path}/matches/{match['matchId']}"
    callers[match["player1"]["name"]]("POST", f"{at}/report", {"player1VP": 72, "player2VP": 45})
    agreed = callers[match["player2"]["name"]]("POST", f"{at}/confirm")
    assert (agreed["outcome"], agreed["confirmed"]) == ("P1_WIN", True)
    organiser("POST", f"{path}/rounds/1/close")
    assert organiser("POST", f"{path}/advance")["status"] in ("complete", "completed")
    first = organiser("GET", f"{path}/standings")["standings"][0]
    assert (first["displayName"], first["margin"]) == (match["player1"]["name"], 27)


def test_a_client_of_document_e_directs_a_tournament(house: Any) -> None:
    (director,) = clients(house, "tania-of-e")
    body = {
        "game": "chess",
        "name": "Club night",
        "date": "2026-11-21",
        "totalRounds": 2,
        "system": "swiss-club",
    }
    path = f"/tournaments/{director('POST', '/tournaments', body)['tournamentId']}"
    director("POST", f"{path}/advance")
    for name, rating in (("Ann", 2000), ("Bo", 1700), ("Cy", 1200)):
        director("POST", f"{path}/players", {"displayName": name, "rating": rating})
    director("POST", f"{path}/advance")
    byes = []
    for number in (1, 2):
        director("POST", f"{path}/rounds")
        director("POST", f"{path}/rounds/{number}/publish")
        matches = director("POST", f"{path}/rounds/{number}/start")["matches"]
        (game,) = [m for m in matches if m["player2"]]
        byes += [m["player1"]["name"] for m in matches if not m["player2"]]
        at = f"{path}/matches/{game['matchId']}"
        director("POST", f"{at}/start-game")
        director("POST", f"{at}/stop-game")
        now = director("GET", at)
        assert now["startedAt"] <= now["stoppedAt"]
        # Round 1 is forfeited: neither of the two may have the bye of round 2, and who had it is the only one left.
        director("PATCH", f"{at}/result", {"result": "1-0F" if number == 1 else "1-0"})
        director("POST", f"{path}/rounds/{number}/close")
    # Everyone has had a bye or a forfeited round once; of those the lowest ranked.
    assert byes[0] == "Cy"
    with pytest.raises(HTTPError):
        director("POST", f"{path}/rounds")
    director("POST", f"{path}/advance")
