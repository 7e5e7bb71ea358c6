"""Every operation of the OpenAPI document with every role: a table of who gets what, and a walk that misses none.

The event walked has a round being played (ann v bo at table 1), so that every action meets its own guard and not
merely a wrong status. A refused request must leave the event's revision as it was.
"""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import WARGAME, Caller
from building import build_club, event, join, match_of, playing, user
from crosstable.accounts.models import Club
from crosstable.api.app import api
from crosstable.events.models import Status, Tournament

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
PUBLIC = [OK] * 6
MEMBERS = [SIGN_IN, ON, ON, ON, ON, ON]
STAFF = [SIGN_IN, NO, NO, ON, ON, ON]
STAFF_PAGE = [SIGN_IN, NO, NO, OK, OK, OK]
PLAYER = [SIGN_IN, NO, ON, NO, NO, NO]
PLAYER_OR_STAFF = [SIGN_IN, NO, ON, ON, ON, ON]
OWNER = [SIGN_IN, NO, NO, NO, ON, NO]

T, M = "/api/tournaments/{tournamentId}", "/api/tournaments/{tournamentId}/matches/{matchId}"
R, P = T + "/rounds/{number}", T + "/players/{playerId}"
SCORE = {"player1VP": 60, "player2VP": 40}
ENTRY = {"displayName": "zed", "faction": "Orks"}

# operation → (body, what each role gets)
TABLE: dict[str, tuple[object, list[object]]] = {
    "GET /api/tournaments": (None, PUBLIC),
    "POST /api/tournaments": (WARGAME, MEMBERS),
    f"GET {T}": (None, PUBLIC),
    f"PUT {T}": (WARGAME, STAFF),
    f"DELETE {T}": (None, OWNER),
    f"POST {T}/advance": (None, STAFF),
    f"POST {T}/step-back": (None, STAFF),
    f"POST {T}/lock-lists": (None, STAFF),
    f"POST {T}/unlock-lists": (None, STAFF),
    f"POST {T}/register": (ENTRY, MEMBERS),
    f"PUT {T}/list": ({"listText": "x"}, PLAYER),
    f"POST {T}/check-in": (None, PLAYER),
    f"POST {T}/undo-check-in": ({"entryId": 0}, STAFF),
    f"POST {T}/drop": ({"entryId": 0}, PLAYER_OR_STAFF),
    f"POST {T}/rejoin": ({"entryId": 0}, PLAYER_OR_STAFF),
    f"GET {T}/players": (None, PUBLIC),
    f"POST {T}/players": (ENTRY, STAFF),
    f"GET {P}": (None, PUBLIC),
    f"PUT {P}": ({"displayName": "ann", "faction": "Tau"}, PLAYER_OR_STAFF),
    f"DELETE {P}": (None, STAFF),
    f"GET {T}/rounds": (None, PUBLIC),
    f"POST {T}/rounds": (None, STAFF),
    f"GET {R}": (None, PUBLIC),
    f"PATCH {R}": ({"mission": "x"}, STAFF),
    f"DELETE {R}": (None, STAFF),
    f"POST {R}/pairings": (None, STAFF),
    f"POST {R}/swap": ({"player1Id": 0, "player2Id": 0}, STAFF),
    f"POST {R}/publish": (None, STAFF),
    f"POST {R}/start": (None, STAFF),
    f"POST {R}/close": (None, STAFF),
    f"GET {M}": (None, PUBLIC),
    f"PATCH {M}": ({"table": 2}, STAFF),
    f"POST {M}/report": (SCORE, PLAYER),
    f"POST {M}/confirm": (None, PLAYER),
    f"POST {M}/dispute": (None, PLAYER),
    f"POST {M}/override": (SCORE, STAFF),
    f"GET {T}/standings": (None, PUBLIC),
    f"GET {T}/journal": (None, STAFF_PAGE),
    f"POST {T}/players/bulk-upload": (None, STAFF),
    f"POST {T}/byes": ({"roundNumber": 3, "playerId": 0}, PLAYER_OR_STAFF),
    f"POST {T}/byes/withdraw": ({"roundNumber": 3, "playerId": 0}, PLAYER_OR_STAFF),
    f"POST {T}/forbidden-pairs": ({"firstId": 0, "secondId": 0}, STAFF),
    f"POST {T}/forbidden-pairs/allow": ({"firstId": 0, "secondId": 0}, STAFF),
    f"POST {M}/start-game": (None, STAFF),
    f"POST {M}/stop-game": (None, STAFF),
    f"POST {T}/directors": ({"user": "nobody"}, STAFF),
    f"DELETE {T}/directors/{{userId}}": (None, STAFF),
    f"POST {T}/share": (None, STAFF),
    f"DELETE {T}/share": (None, STAFF),
    f"POST {T}/start": (None, STAFF),
    f"POST {T}/pairings": (None, STAFF),
    f"POST {T}/complete-round": (None, STAFF),
    f"POST {T}/finish": (None, STAFF),
    f"PATCH {M}/result": ({"result": "1-0"}, STAFF),
    "GET /api/tournaments/share/{token}": (None, [404] * 6),
    "GET /api/clubs": (None, PUBLIC),
    "POST /api/clubs": ({"clubName": "Another Club"}, MEMBERS),
    "GET /api/clubs/{clubId}": (None, PUBLIC),
    "POST /api/clubs/{clubId}/members": ({"name": "Max"}, [SIGN_IN, NO, NO, NO, NO, ON]),
    "GET /api/members/{memberId}/history": (None, PUBLIC),
    "GET /api/ratings/leaderboard": (None, PUBLIC),
    "GET /api/ratings/{userId}": (None, PUBLIC),
    "GET /api/ratings/{userId}/history": (None, PUBLIC),
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


def prepared(operation: str, tournament: Tournament) -> tuple[str, str, object]:
    """Method, address below /api, and body, of ann's match and ann herself."""
    method, path = operation.split()
    match = match_of(tournament, "ann")
    known = {"tournamentId": tournament.pk, "matchId": match.pk, "number": 1, "playerId": match.first_id}
    known |= {"token": "unknown", "clubId": club().pk, "memberId": club().memberships.get().pk}
    body = TABLE[operation][0]
    if isinstance(body, dict):
        body = {key: match.first_id if value == 0 else value for key, value in body.items()}
    return method, path.removeprefix("/api").format(**known, userId=user("ann").pk), body


def revision(tournament: Tournament) -> int:
    return Tournament.objects.get(pk=tournament.pk).revision


def test_the_table_names_every_operation_there_is():
    assert set(TABLE) == OPERATIONS


@pytest.mark.parametrize("operation", TABLE)
def test_an_operation_lets_in_whom_the_table_says(operation, tournament):
    row = TABLE[operation][1]
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
    known = {"tournamentId": draft.pk, "matchId": 1, "number": 1, "playerId": 1, "userId": 1}
    stranger = caller("stranger")
    got = {}
    for operation in (o for o in TABLE if "{tournamentId}" in o):
        method, path = operation.split()
        answer = stranger.call(method, path.removeprefix("/api").format(**known), TABLE[operation][0])
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
