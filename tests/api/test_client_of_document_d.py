"""A client written from document D alone, with an ordinary HTTP library, runs a whole event against a real server.

The client knows the routes, names and status words of the document. The one thing it adds is the token of its writes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from serving import QUICK, prepare, running_server
from sheets import xlsx
from waiting import LIMIT

ORIGIN = "http://localhost:3000"
TOKEN = """
from building import user
from crosstable.accounts.tokens import create_token
print(create_token(user=user("olga"), name="client", scope="write")[1])
"""
POINTS = {"1-0": (1, 0), "1-0F": (1, 0), "0-1": (0, 1), "0-1F": (0, 1), "0.5-0.5": (0.5, 0.5)}
NAMES = ["Ada", "Ben", "Cleo", "Dov", "Eli", "Fay", "Gus", "Hana", "Ivo"]


class Client:
    """What the document's frontend does: JSON there and back."""

    def __init__(self, base: str, token: str | None = None) -> None:
        self.base = base
        self.session = requests.Session()
        self.session.headers["Origin"] = ORIGIN
        if token:
            self.session.headers["Authorization"] = f"Bearer {token}"

    def __call__(self, method: str, path: str, **sent: Any) -> Any:
        answer = self.session.request(method, f"{self.base}{path}", timeout=LIMIT, **sent)
        assert answer.ok, (method, path, answer.status_code, answer.text)
        assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
        return answer.json()


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Client]]:
    """The admin and a visitor."""
    data: Path = tmp_path_factory.mktemp("d") / "data"
    env = {**QUICK, "DATABASE_URL": ""}
    token = prepare(data, TOKEN, **env).strip()
    with running_server(data, CROSSTABLE_CORS_ORIGINS=ORIGIN, **env) as server:
        base = f"{server.url}/compat/swiss-app/api"
        yield Client(base, token), Client(base)


def expected_pairs(players: list[dict[str, Any]]) -> list[tuple[str, str | None]] | None:
    """Sort by points and rating, each with the next it has not met; None where the walk reaches a dead end."""
    rest = sorted(players, key=lambda p: (-p["points"], -p["rating"]))
    pairs: list[tuple[str, str | None]] = []
    while rest:
        first = rest.pop(0)
        second = next((p for p in rest if p["_id"] not in first["opponents"]), None)
        if second is None and rest:
            return None
        if second is not None:
            rest.remove(second)
        pairs.append((first["_id"], second["_id"] if second else None))
    return pairs


def color_of(one: dict[str, Any], two: dict[str, Any]) -> str:
    """Return the id of the player with White."""
    balance = [p["colors"].count("white") - p["colors"].count("black") for p in (one, two)]
    if balance[0] != balance[1]:
        return str((one if balance[0] < balance[1] else two)["_id"])
    for player, other in ((one, two), (two, one)):
        if player["colors"]:
            return str((player if player["colors"][-1] == "black" else other)["_id"])
    return str(max(one, two, key=lambda p: p["rating"])["_id"])


def test_a_whole_event_by_the_document(clients):
    admin, visitor = clients
    rng = random.Random(4)
    # 1. Admin creates a tournament
    event = admin(
        "POST", "/tournaments", json={"name": "Campus Open", "date": "2026-11-21", "totalRounds": 5}
    )
    id = event["_id"]
    assert (event["status"], event["currentRound"]) == ("upcoming", 0)
    assert visitor("GET", f"/tournaments/share/{event['shareLink']}") == event
    # 2. Admin adds players, one by one and in bulk
    one = {"tournament": id, "name": "Jun", "rating": 1450, "university": "Lund"}
    assert admin("POST", "/players", json=one)["name"] == "Jun"
    rows = [[name, 2000 - 100 * n, "Oslo"] for n, name in enumerate(NAMES)]
    sheet = xlsx(["Name", "Rating", "University"], *rows, ["", 1000, "Nowhere"])
    uploaded = admin(
        "POST", "/players/bulk-upload", data={"tournament": id}, files={"file": ("p.xlsx", sheet)}
    )
    assert ([p["name"] for p in uploaded["success"]], [e["row"] for e in uploaded["errors"]]) == (NAMES, [11])
    jun = next(p for p in visitor("GET", f"/players/tournament/{id}") if p["name"] == "Jun")
    assert admin("PUT", f"/players/{jun['_id']}", json={"university": "Uppsala"})["university"] == "Uppsala"
    extra = admin("POST", "/players", json={**one, "name": "Kim", "rating": 900})
    admin("DELETE", f"/players/{extra['_id']}")
    ivo = next(p for p in visitor("GET", f"/players/tournament/{id}") if p["name"] == "Ivo")
    admin("DELETE", f"/players/{ivo['_id']}")
    assert len(visitor("GET", f"/players/tournament/{id}")) == 9
    for number in range(1, 6):
        play_round(admin, visitor, id, number, rng)
    # 5. User views the tournament
    seen = visitor("GET", f"/tournaments/share/{event['shareLink']}")
    assert (seen["status"], seen["currentRound"], seen["_id"]) == ("completed", 5, id)
    standings = visitor("GET", f"/tournaments/{id}/standings")
    assert standings == admin("POST", f"/rounds/tournament/{id}/calculate-tiebreaks")
    assert_counted(standings, [p for n in range(1, 6) for p in round_of(visitor, id, n)])
    order = [(-p["points"], -p["buchholz"], -p["rating"]) for p in standings]
    assert order == sorted(order)
    assert [r["status"] for r in visitor("GET", f"/rounds/tournament/{id}")] == ["completed"] * 5
    admin("DELETE", f"/tournaments/{id}")
    assert id not in [t["_id"] for t in visitor("GET", "/tournaments")]


def round_of(visitor: Client, id: str, number: int) -> list[dict[str, Any]]:
    pairings: list[dict[str, Any]] = visitor("GET", f"/pairings/tournament/{id}/round/{number}")
    return pairings


def play_round(admin: Client, visitor: Client, id: str, number: int, rng: random.Random) -> None:
    """3. and 4.: the pairings are those of the document's sentences; then every result."""
    before = {p["_id"]: p for p in visitor("GET", f"/players/tournament/{id}")}
    pairings = admin("POST", "/pairings/generate", json={"tournament": id, "roundNumber": number})
    assert [p["board"] for p in pairings] == [1, 2, 3, 4, 5]
    found = [(p["whitePlayer"], p["blackPlayer"]) for p in pairings]
    expected = expected_pairs([*before.values()])
    byes = {
        p["whitePlayer"] for n in range(1, number) for p in round_of(visitor, id, n) if not p["blackPlayer"]
    }
    if expected is not None and expected[-1][0] not in byes:
        by_document = [
            (one, two) if two is None or color_of(before[one], before[two]) == one else (two, one)
            for one, two in expected
        ]
        assert sorted(found, key=str) == sorted(by_document, key=str), number
    assert not any(black in before[white]["opponents"] for white, black in found)
    for pairing in pairings:
        if pairing["blackPlayer"]:
            result = rng.choice(sorted(POINTS))
            sent = admin("PUT", f"/pairings/{pairing['_id']}/result", json={"result": result})
            assert sent == {**pairing, "result": result}
    status = "completed" if number == 5 else "ongoing"
    event = visitor("GET", f"/tournaments/{id}")
    assert (event["currentRound"], event["status"]) == (number, status)


def assert_counted(players: list[dict[str, Any]], pairings: list[dict[str, Any]]) -> None:
    """Points, opponents, colours and Buchholz, by plain sums over the pairings."""
    points = {p["_id"]: 0.0 for p in players}
    opponents: dict[str, list[str]] = {p["_id"]: [] for p in players}
    colors: dict[str, list[str]] = {p["_id"]: [] for p in players}
    for pairing in pairings:
        white, black = pairing["whitePlayer"], pairing["blackPlayer"]
        points[white] += POINTS[pairing["result"]][0]
        if black is not None:
            points[black] += POINTS[pairing["result"]][1]
            for id, other, color in ((white, black, "white"), (black, white, "black")):
                opponents[id].append(other)
                colors[id].append(color)
    for player in players:
        id = player["_id"]
        buchholz = sum(points[other] for other in opponents[id])
        assert (player["points"], player["opponents"], player["colors"], player["buchholz"]) == (
            points[id],
            opponents[id],
            colors[id],
            buchholz,
        )


def test_a_browser_may_ask_first(clients):
    admin, _ = clients
    headers = {"Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "authorization"}
    answer = requests.options(
        f"{admin.base}/pairings/1/result", headers={"Origin": ORIGIN, **headers}, timeout=LIMIT
    )
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (204, ORIGIN)
