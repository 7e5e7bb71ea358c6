"""Every operation of the OpenAPI document with every role, as the table in docs/api.md says; none is missed.

The event walked has a round being played (ann v bo at table 1), so that every action meets its own guard and not
merely a wrong status. A refused request must leave the event's revision as it was.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from api.calling import WARGAME, Caller
from building import build_club, event, join, match_of, playing, user
from crosstable.accounts.models import Club
from crosstable.api.app import api
from crosstable.events.models import Screen, Status, Tournament

pytestmark = pytest.mark.django_db

ROLES = ["anonymous", "stranger", "player", "organiser", "owner", "administrator"]
NAMES = {
    "stranger": "mallory",
    "player": "ann",
    "organiser": "helper",
    "owner": "olga",
    "administrator": "root",
}

OK, SIGN_IN, NO, ON = 200, 401, 403, "on"  # ON: let through, whatever comes of it
# Who may, in the words of docs/api.md's table, and what that means for each role here.
WORDS: dict[str, list[object]] = {
    "public": [OK] * 6,
    "anybody with an account": [SIGN_IN, ON, ON, ON, ON, ON],
    "organisers": [SIGN_IN, NO, NO, ON, ON, ON],
    "the player": [SIGN_IN, NO, ON, NO, NO, NO],
    "the player, organisers": [SIGN_IN, NO, ON, ON, ON, ON],
    "the owner": [SIGN_IN, NO, NO, NO, ON, NO],
    "club administrators": [SIGN_IN, NO, NO, NO, NO, ON],
}
DOCUMENT = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
MAY = dict(re.findall(r"^\| `([A-Z]+ /api\S*)` \| ([^|]*?) \|", DOCUMENT, re.MULTILINE))

T, M = "/api/tournaments/{tournamentId}", "/api/tournaments/{tournamentId}/matches/{matchId}"
R, P = T + "/rounds/{number}", T + "/players/{playerId}"
SCORE = {"player1VP": 60, "player2VP": 40}
ENTRY = {"displayName": "zed", "faction": "Orks"}

# operation → a body that gets as far as the guard
TABLE: dict[str, object] = {
    "GET /api/tournaments": None,
    "POST /api/tournaments": WARGAME,
    f"GET {T}": None,
    f"PUT {T}": WARGAME,
    f"DELETE {T}": None,
    f"POST {T}/advance": None,
    f"POST {T}/step-back": None,
    f"POST {T}/lock-lists": None,
    f"POST {T}/unlock-lists": None,
    f"POST {T}/register": ENTRY,
    f"PUT {T}/list": {"listText": "x"},
    f"POST {T}/check-in": None,
    f"POST {T}/undo-check-in": {"entryId": 0},
    f"POST {T}/drop": {"entryId": 0},
    f"POST {T}/rejoin": {"entryId": 0},
    f"GET {T}/players": None,
    f"POST {T}/players": ENTRY,
    f"GET {P}": None,
    f"PUT {P}": {"displayName": "ann", "faction": "Tau"},
    f"DELETE {P}": None,
    f"GET {T}/rounds": None,
    f"POST {T}/rounds": None,
    f"GET {R}": None,
    f"PATCH {R}": {"mission": "x"},
    f"DELETE {R}": None,
    f"POST {R}/pairings": None,
    f"POST {R}/swap": {"player1Id": 0, "player2Id": 0},
    f"POST {R}/publish": None,
    f"POST {R}/start": None,
    f"POST {R}/close": None,
    f"GET {R}/clock": None,
    f"PUT {R}/clock": {"minutes": 90},
    f"POST {R}/clock/pause": None,
    f"POST {R}/clock/resume": None,
    f"POST {R}/clock/add": {"minutes": 5},
    f"POST {M}/extend": {"minutes": 5, "reason": "a judge call"},
    f"GET {M}": None,
    f"PATCH {M}": {"table": 2},
    f"POST {M}/report": SCORE,
    f"POST {M}/confirm": None,
    f"POST {M}/dispute": None,
    f"POST {M}/override": SCORE,
    f"GET {T}/standings": None,
    f"GET {T}/journal": None,
    f"POST {T}/players/bulk-upload": None,
    f"POST {T}/byes": {"roundNumber": 3, "playerId": 0},
    f"POST {T}/byes/withdraw": {"roundNumber": 3, "playerId": 0},
    f"POST {T}/forbidden-pairs": {"firstId": 0, "secondId": 0},
    f"POST {T}/forbidden-pairs/allow": {"firstId": 0, "secondId": 0},
    f"POST {M}/start-game": None,
    f"POST {M}/stop-game": None,
    f"POST {T}/directors": {"user": "nobody"},
    f"DELETE {T}/directors/{{userId}}": None,
    f"GET {T}/screens": None,
    f"POST {T}/screens": {"name": "Hall left"},
    f"PUT {T}/screens/{{screenId}}": {"name": "Hall right"},
    f"DELETE {T}/screens/{{screenId}}": None,
    f"POST {T}/share": None,
    f"DELETE {T}/share": None,
    f"POST {T}/start": None,
    f"POST {T}/pairings": None,
    f"POST {T}/complete-round": None,
    f"POST {T}/finish": None,
    f"PATCH {M}/result": {"result": "1-0"},
    "GET /api/tournaments/share/{token}": None,
    "GET /api/clubs": None,
    "POST /api/clubs": {"clubName": "Another Club"},
    "GET /api/clubs/{clubId}": None,
    "POST /api/clubs/{clubId}/members": {"name": "Max"},
    "GET /api/members/{memberId}/history": None,
    "GET /api/ratings/leaderboard": None,
    "GET /api/ratings/{userId}": None,
    "GET /api/ratings/{userId}/history": None,
}
OPERATIONS = {
    f"{method.upper()} {path}"
    for path, operations in api.get_openapi_schema(path_prefix="/api/")["paths"].items()
    for method in operations
}


@pytest.fixture
def tournament():
    tournament = playing("ann cy bo di")
    tournament.organisers.add(user("helper"))
    user("root", is_superuser=True)
    Tournament.objects.update(share_token="shared")
    return tournament


def caller(role: str) -> Caller:
    return Caller(NAMES.get(role))


def club() -> Club:
    """A club of somebody else, with one member."""
    found = Club.objects.filter(name="City Chess Club").first()
    if found is None:
        found = build_club()
        join(found, "clubmate")
    return found


def screen(tournament: Tournament) -> Screen:
    return tournament.screens.first() or Screen.objects.create(
        tournament=tournament, code="4711", name="Hall"
    )


def prepared(operation: str, tournament: Tournament) -> tuple[str, str, object]:
    """Method, address below /api, and body, of ann's match and ann herself."""
    method, path = operation.split()
    match = match_of(tournament, "ann")
    known = {"tournamentId": tournament.pk, "matchId": match.pk, "number": 1, "playerId": match.first_id}
    known |= {"token": "shared", "clubId": club().pk, "memberId": club().memberships.get().pk}
    known |= {"screenId": screen(tournament).pk}
    body = TABLE[operation]
    if isinstance(body, dict):
        body = {key: match.first_id if value == 0 else value for key, value in body.items()}
    return method, path.removeprefix("/api").format(**known, userId=user("ann").pk), body


def revision(tournament: Tournament) -> int:
    return Tournament.objects.get(pk=tournament.pk).revision


def test_the_table_names_every_operation_there_is():
    assert set(TABLE) == OPERATIONS


@pytest.mark.parametrize("operation", TABLE)
def test_an_operation_lets_in_whom_the_table_says(operation, tournament):
    row = WORDS[MAY[operation]]
    got = [visit(role, operation, tournament, expected) for role, expected in zip(ROLES, row, strict=True)]
    assert dict(zip(ROLES, got, strict=True)) == dict(zip(ROLES, row, strict=True))


def visit(role: str, operation: str, tournament: Tournament, expected: object) -> object:
    method, path, body = prepared(operation, tournament)
    before = revision(tournament)
    response = caller(role).call(method, path, body)
    if expected == ON:
        return ON if response.status_code in (200, 201, 204, 409, 422) else response.status_code
    assert revision(tournament) == before
    return response.status_code


def test_a_draft_does_not_exist_for_a_stranger():
    draft = event("", Status.DRAFT)
    known = {"tournamentId": draft.pk, "matchId": 1, "number": 1, "playerId": 1, "userId": 1, "screenId": 1}
    stranger = caller("stranger")
    got = {}
    for operation in (o for o in TABLE if "{tournamentId}" in o):
        method, path = operation.split()
        answer = stranger.call(method, path.removeprefix("/api").format(**known), TABLE[operation])
        got[operation] = answer.status_code
    assert set(got.values()) == {404}


def refusals(tournament: Tournament, call) -> dict[str, tuple[int, str]]:
    """What every write answers, none of which may change anything."""
    before, got = revision(tournament), {}
    for operation in (o for o in TABLE if not o.startswith("GET")):
        response = call(*prepared(operation, tournament))
        got[operation] = (response.status_code, response.json()["code"])
    assert revision(tournament) == before
    return got


def test_a_read_token_writes_nothing(tournament):
    got = refusals(tournament, Caller("olga", scope="read").call)
    assert set(got.values()) == {(403, "read-only-token")}


def test_a_session_writes_nothing_without_its_csrf_token(tournament):
    client = Client(enforce_csrf_checks=True)
    client.force_login(user("olga"))

    def call(method: str, path: str, body: object):
        send = getattr(client, method.lower())
        return send(f"/api{path}", "" if body is None else body, content_type="application/json")

    assert set(refusals(tournament, call).values()) == {(403, "csrf")}
