"""Clients written from documents A, B and E alone, with an ordinary HTTP library, against a real server."""

from __future__ import annotations

import json
from itertools import count
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from waiting import LIMIT

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
        with urlopen(Request(self.base + path, data, headers, method=method), timeout=LIMIT) as answer:
            text = answer.read()
        return json.loads(text) if text else None


def clients(house: Any, *names: str) -> list[Client]:
    tokens = house.build(TOKENS.format(names=names)).split()
    return [Client(house.server.url + "/api", token) for token in tokens]


def refused(call: Client, method: str, path: str, body: object = None) -> int:
    """The status of a request that must not succeed."""
    with pytest.raises(HTTPError) as error:
        call(method, path, body)
    return error.value.code


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


# By the number of the member: the games (White, Black) and the bye of each round. The lower number always wins.
ROUNDS_OF_B = [
    # The top half against the bottom half by Elo; the lowest has the bye.
    ([(1, 3), (2, 4)], 5),
    # 1, 2 and 5 have a point: 5 floats down to 3. Of 3 and 4, without a point, 4 is the lower ranked.
    ([(2, 1), (3, 5)], 4),
    # 1 has two points and floats down to 2, 4 and 5, and has met 2. 4 and 5 have had their bye.
    ([(4, 1), (5, 2)], 3),
]
PLAYERS_OF_B = {
    # opponentsPlayed, colorsPlayed and the score after three rounds
    1: ([3, 2, 4], ["white", "black", "black"], 3.0),
    2: ([4, 1, 5], ["white", "white", "black"], 2.0),
    3: ([1, 5], ["black", "white"], 2.0),
    4: ([2, 1], ["black", "white"], 1.0),
    5: ([3, 2], ["black", "white"], 1.0),
}


def test_a_client_of_document_b_runs_a_tournament_from_club_to_history(club: Any) -> None:
    call, club_id, members = club
    body = {"tournamentName": "Autumn", "clubId": club_id, "memberIds": members, "totalRounds": 3}
    made = call("POST", "/tournaments", body)
    assert (made["tournamentName"], made["currentRound"], made["status"]) == ("Autumn", 0, "pending")
    path = f"/tournaments/{made['tournamentId']}"
    lines = call("GET", f"{path}/standings")["standings"]
    assert [line["rating"] for line in lines] == [1800, 1700, 1600, 1500, 1200]
    numbers = {member: n for n, member in enumerate(members, start=1)}
    paired: dict[int, tuple[list[int], list[str]]] = {n: ([], []) for n in PLAYERS_OF_B}
    for number, (games, bye) in enumerate(ROUNDS_OF_B, start=1):
        state = call("POST", f"{path}/start" if number == 1 else f"{path}/pairings")
        assert (state["currentRound"], state["status"]) == (number, "in-progress")
        assert numbers[str(state["byePlayerId"])] == bye
        matches = {
            (numbers[str(m["whitePlayerId"])], numbers[str(m["blackPlayerId"])]): m
            for m in state["matches"]
            if m["roundNumber"] == number
        }
        assert sorted(matches) == games
        for white, black in games:
            for one, other, color in ((white, black, "white"), (black, white, "black")):
                paired[one][0].append(other)
                paired[one][1].append(color)
        # Recorded when the round is paired: no result is in yet.
        assert [match["result"] for match in matches.values()] == ["pending", "pending"]
        assert _players_of_b(state, numbers) == paired
        for (white, black), match in matches.items():
            result = {"result": "1-0" if white < black else "0-1"}
            answer = call("PATCH", f"{path}/matches/{match['matchId']}/result", result)
            assert answer["result"] == result["result"]
        assert call("POST", f"{path}/complete-round")["status"] == "in-progress"
    finished = call("POST", f"{path}/finish")
    assert finished["status"] == "completed"
    assert paired == {n: (opponents, colors) for n, (opponents, colors, _) in PLAYERS_OF_B.items()}
    scores = {numbers[str(player["memberId"])]: player["score"] for player in finished["players"]}
    assert scores == {n: score for n, (_, _, score) in PLAYERS_OF_B.items()}
    ranked = [line["score"] for line in call("GET", f"{path}/standings")["standings"]]
    assert ranked == [3.0, 2.0, 2.0, 1.0, 1.0]
    (event,) = call("GET", f"/members/{members[0]}/history")["tournaments"]
    assert (event["tournamentName"], event["rank"]) == ("Autumn", 1)
    assert [numbers[str(match["opponentId"])] for match in event["matches"]] == [3, 2, 4]


def _players_of_b(state: Json, numbers: dict[str, int]) -> dict[int, tuple[list[int], list[str]]]:
    return {
        numbers[str(player["memberId"])]: (
            [numbers[str(opponent)] for opponent in player["opponentsPlayed"]],
            player["colorsPlayed"],
        )
        for player in state["players"]
    }


def test_a_member_who_only_had_a_bye_finds_the_event_in_the_history(club: Any) -> None:
    call, club_id, members = club
    body = {"tournamentName": "One round", "clubId": club_id, "memberIds": members[2:], "totalRounds": 1}
    path = f"/tournaments/{call('POST', '/tournaments', body)['tournamentId']}"
    call("POST", f"{path}/start")
    history = call("GET", f"/members/{members[4]}/history")["tournaments"]
    assert [(event["tournamentName"], event["matches"]) for event in history] == [("One round", [])]


FACTIONS = {"ann": "Space Marines", "bo": "Orks", "cy": "Necrons", "di": "Aeldari", "eve": "Drukhari"}


class EventOfA:
    """Document A: an organiser (TO), five players and one event, by their names."""

    def __init__(self, house: Any) -> None:
        self.names = [f"{name}-of-a" for name in FACTIONS]
        self.organiser, *players = clients(house, "olga-of-a", *self.names)
        self.players = dict(zip(FACTIONS, players, strict=True))
        body = {
            "name": "Warhammer World GT 2025",
            "eventDate": "2026-11-21",
            "location": "Leeds",
            "format": "2000pts Matched Play",
            "totalRounds": 3,
        }
        self.made = self.organiser("POST", "/tournaments", body)
        self.path = f"/tournaments/{self.made['tournamentId']}"
        self.matches: dict[str, Json] = {}

    def advance(self) -> str:
        return str(self.organiser("POST", f"{self.path}/advance")["status"])

    def register(self) -> None:
        for name, faction in FACTIONS.items():
            entry = {"displayName": name, "faction": faction, "listText": f"List of {name}"}
            self.players[name]("POST", f"{self.path}/register", entry)

    def play(self, number: int) -> list[tuple[int | None, str, str | None]]:
        """Pair, publish and start the round: table, player 1 and player 2 of each match."""
        self.organiser("POST", f"{self.path}/rounds")
        self.organiser("POST", f"{self.path}/rounds/{number}/publish")
        matches = self.organiser("POST", f"{self.path}/rounds/{number}/start")["matches"]
        self.matches = {side["name"]: m for m in matches for side in (m["player1"], m["player2"]) if side}
        return [(m["table"], m["player1"]["name"], m["player2"] and m["player2"]["name"]) for m in matches]

    def close(self, number: int) -> str:
        return str(self.organiser("POST", f"{self.path}/rounds/{number}/close")["status"])

    def at(self, name: str) -> str:
        return f"{self.path}/matches/{self.matches[name]['matchId']}"

    def score(self, name: str, own: int, other: int) -> Json:
        """The body for a match in the order of its players, from the side of one of them."""
        is_first = self.matches[name]["player1"]["name"] == name
        first, second = (own, other) if is_first else (other, own)
        return {"player1VP": first, "player2VP": second}

    def agree(self, winner: str, other: str, own: int, against: int) -> Json:
        self.players[winner]("POST", f"{self.at(winner)}/report", self.score(winner, own, against))
        return self.players[other]("POST", f"{self.at(other)}/confirm")

    def standings(self) -> list[tuple[object, ...]]:
        fields = ("rank", "displayName", "wins", "losses", "draws", "margin", "totalVP", "vpAgainst")
        lines = self.organiser("GET", f"{self.path}/standings")["standings"]
        return [tuple(line[field] for field in fields) for line in lines]


@pytest.fixture
def event_of_a(house: Any) -> EventOfA:
    return EventOfA(house)


def test_a_client_of_document_a_runs_an_event_to_its_standings(event_of_a: EventOfA) -> None:
    event, olga, path = event_of_a, event_of_a.organiser, event_of_a.path
    ann, cy = event.players["ann"], event.players["cy"]
    assert (event.made["status"], event.made["formatText"]) == ("draft", "2000pts Matched Play")
    assert refused(ann, "GET", path) == 404
    assert event.advance() == "registration"
    event.register()
    listed = olga("GET", f"{path}/players")["players"]
    assert [one["listText"] for one in listed] == [f"List of {name}" for name in FACTIONS]
    assert [one["faction"] for one in listed] == list(FACTIONS.values())
    assert [one.get("listText") for one in ann("GET", f"{path}/players")["players"]] == [None] * 5
    cys = f"{path}/players/{listed[2]['playerId']}"
    assert ann("GET", cys)["listText"] is None
    cy("PUT", f"{path}/list", {"listText": "A better list"})
    assert olga("POST", f"{path}/lock-lists")["listsLocked"] is True
    assert refused(cy, "PUT", f"{path}/list", {"listText": "Too late"}) == 409
    assert ann("GET", cys)["listText"] == "A better list"
    assert event.advance() == "check-in"
    for player in event.players.values():
        assert player("POST", f"{path}/check-in")["checkedIn"] is True
    assert refused(ann, "POST", f"{path}/advance") == 403
    assert event.advance() == "in-progress"

    # Round 1: one report is confirmed, one is disputed and decided by the organiser. The last one has the bye.
    assert event.play(1) == [(1, "ann", "cy"), (2, "bo", "di"), (None, "eve", None)]
    claimed = ann("POST", f"{event.at('ann')}/report", event.score("ann", 72, 45))
    assert (claimed["state"], claimed["confirmed"], claimed["result"]) == ("claimed", False, "pending")
    agreed = cy("POST", f"{event.at('cy')}/confirm")
    assert (agreed["state"], agreed["outcome"], agreed["confirmed"]) == ("agreed", "P1_WIN", True)
    event.players["bo"]("POST", f"{event.at('bo')}/report", event.score("bo", 70, 50))
    disputed = event.players["di"]("POST", f"{event.at('di')}/dispute")
    assert (disputed["state"], disputed["outcome"]) == ("disputed", None)
    assert refused(olga, "POST", f"{path}/rounds/1/close") == 409
    assert refused(ann, "POST", f"{event.at('bo')}/override", event.score("bo", 50, 70)) == 403
    ruled = olga("POST", f"{event.at('bo')}/override", event.score("bo", 50, 70))
    assert (ruled["outcome"], ruled["organiserRuled"], ruled["confirmed"]) == ("P2_WIN", True, False)
    assert event.close(1) == "closed"
    ratings = [olga("GET", f"/ratings/{one['userId']}")["rating"] for one in listed]
    assert ratings == [1216, 1184, 1184, 1216, 1200]

    # Round 2: the lowest ranked without a bye has it; the third winner meets the first of the others.
    assert event.play(2) == [(1, "ann", "di"), (2, "eve", "bo"), (None, "cy", None)]
    assert event.agree("ann", "di", 80, 60)["confirmed"] is True
    assert event.agree("bo", "eve", 50, 40)["confirmed"] is True
    assert event.close(2) == "closed"
    assert cy("POST", f"{path}/drop")["dropped"] is True

    # Round 3: four are left, and only two pairs have not met.
    assert event.play(3) == [(1, "ann", "bo"), (2, "di", "eve")]
    assert event.agree("ann", "bo", 70, 30)["confirmed"] is True
    assert event.agree("di", "eve", 55, 55)["outcome"] == "DRAW"
    assert event.close(3) == "closed"
    assert event.advance() == "complete"
    assert event.standings() == [
        (1, "ann", 3, 0, 0, 87, 222, 135),
        (2, "di", 1, 1, 1, 0, 185, 185),
        (3, "eve", 1, 1, 1, -10, 95, 105),
        (4, "cy", 1, 1, 0, -27, 45, 72),
        (5, "bo", 1, 2, 0, -50, 130, 180),
    ]
    assert refused(ann, "POST", f"{event.at('ann')}/report", event.score("ann", 1, 2)) == 409


def test_a_client_of_document_e_directs_a_tournament(house: Any) -> None:
    (director,) = clients(house, "tania-of-e")
    body = {
        "game": "chess",
        "name": "Club night",
        "date": "2026-11-21",
        "totalRounds": 3,
        "system": "swiss-club",
    }
    path = f"/tournaments/{director('POST', '/tournaments', body)['tournamentId']}"
    director("POST", f"{path}/advance")
    for name, rating in (("Ann", 2000), ("Bo", 1900), ("Cy", 1800), ("Di", 1700), ("Ed", 1600)):
        director("POST", f"{path}/players", {"displayName": name, "rating": rating})
    assert director("POST", f"{path}/advance")["status"] == "in-progress"
    rounds = [
        # White, Black and the result; then who has the bye. The game of Ann and Di is forfeited.
        ({("Ann", "Di"): "1-0F", ("Bo", "Cy"): "1-0"}, "Ed"),
        # Ann had White and Di had Black in the forfeited game, so now it is the other way round. Di is last, but
        # lost by forfeit: the bye is for Cy.
        ({("Ed", "Ann"): "1-0", ("Di", "Bo"): "0-1"}, "Cy"),
        # Bo leads with Ed, and is the only one without a bye or a forfeited round: Ann won one and Di lost one.
        # The two have not played each other yet.
        ({("Cy", "Ed"): "0-1", ("Ann", "Di"): "1/2-1/2"}, "Bo"),
    ]
    for number, (games, bye) in enumerate(rounds, start=1):
        director("POST", f"{path}/rounds")
        director("POST", f"{path}/rounds/{number}/publish")
        matches = director("POST", f"{path}/rounds/{number}/start")["matches"]
        paired = {(m["player1"]["name"], m["player2"] and m["player2"]["name"]): m for m in matches}
        assert sorted(paired, key=str) == sorted([*games, (bye, None)], key=str)
        for pair, result in games.items():
            at = f"{path}/matches/{paired[pair]['matchId']}"
            assert (paired[pair]["startedAt"], paired[pair]["stoppedAt"]) == (None, None)
            director("POST", f"{at}/start-game")
            director("POST", f"{at}/stop-game")
            now = director("GET", at)
            assert now["startedAt"] <= now["stoppedAt"]
            assert director("PATCH", f"{at}/result", {"result": result})["result"] == result
        assert director("POST", f"{path}/rounds/{number}/close")["status"] == "closed"
    assert refused(director, "POST", f"{path}/rounds") == 409
    assert director("POST", f"{path}/advance")["status"] == "complete"
    lines = director("GET", f"{path}/standings")["standings"]
    assert {line["name"]: line["score"] for line in lines} == {
        "Ed": 3.0,
        "Bo": 3.0,
        "Ann": 1.5,
        "Cy": 1.0,
        "Di": 0.5,
    }
