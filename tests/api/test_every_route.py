"""Every operation of the OpenAPI document with every role, as the table in docs/api.md says; none is missed.

The event walked has a round being played (ann v bo at table 1), so that every action meets its own guard and not
merely a wrong status. A refused request must leave the event's revision as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cached_property
from typing import NamedTuple

import pytest
from django.test import Client
from django.utils import timezone

from api.calling import WARGAME, Caller
from api.operations_table import operations
from building import build_club, event, join, match_of, playing, user
from crosstable.accounts.models import Club
from crosstable.api.app import api
from crosstable.engine.results import by_code
from crosstable.events.actions.event.deleting import delete_tournament
from crosstable.events.models import (
    Adjustment,
    Announcement,
    Correction,
    DeletedEvent,
    Entry,
    EntryClaim,
    EventPreset,
    Match,
    OrganiserCall,
    Role,
    Screen,
    Status,
    Tournament,
)
from pool_building import playing_pools, revision
from worlds import built_once

pytestmark = pytest.mark.django_db

ROLES = ["anonymous", "stranger", "player", "organiser", "owner", "administrator", "judge", "desk"]
NAMES = {
    "stranger": "mallory",
    "player": "ann",
    "organiser": "helper",
    "owner": "olga",
    "administrator": "root",
    "judge": "judy",
    "desk": "desmond",
}

OK, SIGN_IN, NO, ON = 200, 401, 403, "on"  # ON: let through, whatever comes of it
# Who may, in the words of docs/api.md's table, and what that means for each role here.
WORDS: dict[str, list[object]] = {
    "public": [OK] * 8,
    "anyone": [ON] * 8,
    "code holders": [404] * 8,
    "any account": [SIGN_IN, ON, ON, ON, ON, ON, ON, ON],
    "organisers": [SIGN_IN, NO, NO, ON, ON, ON, NO, NO],
    "organisers, judges": [SIGN_IN, NO, NO, ON, ON, ON, ON, NO],
    "organisers, judges, desk": [SIGN_IN, NO, NO, ON, ON, ON, ON, ON],
    "organisers, desk": [SIGN_IN, NO, NO, ON, ON, ON, NO, ON],
    "player": [SIGN_IN, NO, ON, NO, NO, NO, NO, NO],
    "player, organisers": [SIGN_IN, NO, ON, ON, ON, ON, NO, NO],
    "player, organisers, judges, desk": [SIGN_IN, NO, ON, ON, ON, ON, ON, ON],
    "owner": [SIGN_IN, NO, NO, NO, ON, NO, NO, NO],
    "owner, system admins": [SIGN_IN, NO, NO, NO, ON, ON, NO, NO],
    "system admins": [SIGN_IN, NO, NO, NO, NO, ON, NO, NO],
    "club admins": [SIGN_IN, NO, NO, NO, NO, ON, NO, NO],
}
MAY = dict(operations("/api"))

T, M = "/api/tournaments/{tournamentId}", "/api/tournaments/{tournamentId}/matches/{matchId}"
R, P = T + "/rounds/{number}", T + "/players/{playerId}"
SCORE = {"player1VP": 60, "player2VP": 40}
ENTRY = {"displayName": "zed", "faction": "Orks"}
DESK_ENTRY = {"key": "k", "matchId": 1, "roundNumber": 1, "player1Id": 1, "player2Id": 2, "score": "60 40"}

S = T + "/stages/{number}"
TEAM = {"displayName": "Owls", "members": [{"name": "Ann"}, {"name": "Bo"}]}
NEWS_KINDS = ("pairing", "changed", "reported", "disputed", "settled", "corrected", "ruling")
ACCOUNT = {
    "firstName": "Nora",
    "lastName": "New",
    "email": "nora@example.org",
    "username": "nora",
    "password": "a long river at night",
}
RULES = {"k": {"new": 40, "established": 20, "threshold": 30}, "replay": False}
CHOICES = {kind: {"page": True, "push": True, "email": False} for kind in NEWS_KINDS}

CONDITIONS = {"entries": 9, "boards": 4, "minutes": 240}
THE_MATCH = "ann's match"

# operation → a body that gets as far as the guard
TABLE: dict[str, object] = {
    "GET /api/games": None,
    "GET /api/tournaments": None,
    "POST /api/tournaments": WARGAME,
    "POST /api/tournaments/proposals": {"game": "chess", **CONDITIONS},
    "POST /api/tournaments/from-proposal": {
        "game": "chess",
        "name": "Tonight",
        "proposal": "swiss.5.0.0.0.0",
        "conditions": CONDITIONS,
    },
    f"GET {T}": None,
    f"PUT {T}": WARGAME,
    f"POST {T}/copy": None,
    f"GET {T}/checklist": None,
    f"GET {T}/rehearsal": None,
    f"POST {T}/rehearsal": None,
    f"POST {T}/rehearsal/moves": None,
    f"DELETE {T}/rehearsal": None,
    "POST /api/tournaments/example": None,
    "DELETE /api/tournaments/example": None,
    "GET /api/presets": None,
    f"POST {T}/preset": {"name": "x"},
    "DELETE /api/presets/{presetId}": None,
    "POST /api/presets/{preset}/tournaments": {"name": "x", "date": "2026-12-05"},
    f"DELETE {T}": None,
    f"POST {T}/advance": None,
    f"POST {T}/step-back": None,
    f"GET {T}/next": None,
    f"POST {T}/next": {"seen": "pair"},
    f"POST {T}/start-now": None,
    f"POST {T}/finish-now": None,
    f"POST {T}/lock-lists": None,
    f"POST {T}/unlock-lists": None,
    f"POST {T}/register": ENTRY,
    f"PUT {T}/list": {"listText": "x"},
    f"POST {T}/check-in": None,
    f"POST {T}/check-in-all": None,
    f"POST {T}/undo-check-in-all": {"entryIds": []},
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
    f"GET {R}/open-results": None,
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
    f"GET {T}/desk": None,
    f"POST {T}/desk": {"entries": [DESK_ENTRY]},
    f"GET {T}/stages": None,
    f"PUT {T}/stages": {"stages": []},
    f"GET {S}": None,
    f"PATCH {S}": {"settings": {"boards": 2}},
    f"POST {S}/pools": None,
    f"PATCH {S}/pools": {"playerId": 0, "pool": "A"},
    f"DELETE {S}/pools": None,
    f"GET {S}/schedule": None,
    f"POST {S}/schedule": None,
    f"POST {S}/publish": None,
    f"POST {S}/back": None,
    f"POST {S}/start": None,
    f"POST {S}/close": None,
    f"GET {S}/withdrawals/{{playerId}}": None,
    f"POST {S}/withdrawals": {"playerId": 0},
    f"DELETE {S}/withdrawals/{{playerId}}": None,
    f"POST {S}/walkovers": {"playerId": 0},
    f"GET {S}/ties": None,
    f"POST {S}/ties": {"playerIds": [1, 2], "way": "lots"},
    f"GET {S}/play-offs": None,
    f"POST {S}/play-offs": {"playerIds": [1, 2]},
    f"POST {S}/play-offs/{{playOff}}/close": None,
    f"DELETE {S}/play-offs/{{playOff}}": None,
    f"GET {T}/dispatch": None,
    f"POST {T}/dispatch/call": {},
    f"POST {T}/dispatch/start": {"matchId": THE_MATCH},
    f"POST {T}/dispatch/call-back": {"matchId": THE_MATCH},
    f"POST {S}/boards/{{board}}/close": None,
    f"POST {S}/boards/{{board}}/open": None,
    f"PUT {S}/evening": {"starts": "18:00", "minutes": 20},
    f"POST {S}/boards": None,
    f"GET {S}/replan": None,
    f"POST {S}/replan": None,
    f"GET {S}/latecomers": None,
    f"POST {S}/latecomers": {"pool": "A", "displayName": "zed"},
    f"GET {T}/next-matches": None,
    f"GET {T}/teams": None,
    f"POST {T}/teams": TEAM,
    f"POST {T}/teams/register": TEAM,
    f"PUT {T}/teams/{{playerId}}": TEAM,
    f"POST {M}/boards": {"boards": []},
    f"POST {M}/boards/report": {"boards": []},
    f"GET {M}/by-code/{{code}}": None,
    f"POST {M}/by-code": {"code": "wrong", "side": "first", "score": "1-0"},
    f"POST {M}/boards/report-one": {"board": 1, "game": {"result": "1-0F"}},
    f"GET {M}/line-ups": None,
    f"PUT {M}/line-ups": {"playerId": 0, "players": []},
    f"PUT {R}/line-ups": {"until": None},
    f"PUT {T}/team-rules": {"boardOrder": "free"},
    f"GET {T}/presence": None,
    f"POST {M}/presence": None,
    f"GET {T}/bracket": None,
    f"POST {T}/knockout/draw": None,
    f"POST {T}/knockout/discard": None,
    f"POST {T}/knockout/swap": {"first": 1, "second": 2},
    f"POST {T}/knockout/replace": {"seed": 1},
    f"POST {T}/knockout/publish": None,
    f"POST {T}/knockout/take-back": None,
    f"POST {T}/knockout/start": None,
    f"POST {T}/knockout/close": None,
    f"POST {T}/knockout/withdraw": {"playerId": 0},
    f"PUT {M}/games": {"games": [{"player1VP": 60, "player2VP": 40}]},
    f"POST {M}/walkover": {"playerId": 0},
    f"GET {T}/factions": None,
    f"GET {T}/standings": None,
    f"GET {T}/summary": None,
    f"GET {T}/picture": None,
    f"GET {T}/web-pages": None,
    f"GET {T}/calendar": None,
    f"GET {T}/standings/{{playerId}}/why": None,
    f"GET {R}/reasons": None,
    f"GET {M}/reasons": None,
    f"GET {P}/outlook": None,
    f"GET {T}/adjustments": None,
    f"POST {T}/adjustments": {"playerId": 0, "amount": -5, "reason": "late"},
    f"DELETE {T}/adjustments/{{adjustmentId}}": None,
    f"GET {T}/starting-numbers/changes": None,
    f"POST {T}/starting-numbers/renumber": {},
    f"GET {T}/journal": None,
    f"GET {T}/journal/export": None,
    f"GET {T}/undo": None,
    f"POST {T}/undo": {"number": 1},
    f"GET {M}/correction": None,
    f"POST {M}/correction": {"policy": "note-only", "reason": "x"},
    f"GET {T}/corrections": None,
    f"POST {T}/corrections/{{correctionId}}/undo": None,
    f"POST {T}/reopen": None,
    f"POST {R}/reopen": None,
    f"POST {R}/unpublish": None,
    f"POST {R}/unstart": None,
    f"POST {T}/players/bulk-upload": None,
    f"POST {T}/teams/bulk-upload": None,
    f"GET {T}/byes": None,
    f"GET {T}/forbidden-pairs": None,
    f"POST {T}/byes": {"roundNumber": 3, "playerId": 0},
    f"POST {T}/byes/withdraw": {"roundNumber": 3, "playerId": 0},
    f"POST {T}/forbidden-pairs": {"firstId": 0, "secondId": 0},
    f"POST {T}/forbidden-pairs/allow": {"firstId": 0, "secondId": 0},
    f"GET {R}/repairs": None,
    f"POST {R}/repairs": {"key": "x"},
    f"POST {P}/no-show": None,
    f"POST {P}/back": None,
    f"POST {T}/late-arrivals": {"how": "next", **ENTRY},
    f"POST {T}/concede": {"entryId": 0},
    f"POST {R}/check": {"player1Id": 0, "player2Id": 0},
    f"GET {R}/comparison": None,
    f"POST {R}/set-pairing": {"player1Id": 0, "player2Id": 0},
    f"POST {R}/byes": {"playerId": 0},
    f"POST {M}/unpair": None,
    f"GET {T}/tables": None,
    f"PUT {P}/seat": {"table": 3},
    f"POST {T}/blocked-tables": {"table": 9},
    f"DELETE {T}/blocked-tables/{{number}}": None,
    f"POST {M}/start-game": None,
    f"POST {M}/stop-game": None,
    f"GET {T}/directors": None,
    f"POST {T}/directors": {"user": "nobody"},
    f"DELETE {T}/directors/{{userId}}": None,
    f"GET {T}/screens": None,
    f"POST {T}/screens": {"name": "Hall left"},
    f"PUT {T}/screens/{{screenId}}": {"name": "Hall right"},
    f"DELETE {T}/screens/{{screenId}}": None,
    f"GET {T}/calls": None,
    f"POST {T}/calls/{{callId}}/take": None,
    f"POST {T}/calls/{{callId}}/close": None,
    f"POST {M}/call": {"reason": "rules"},
    f"DELETE {M}/call": None,
    f"POST {M}/call/by-code": {"code": "wrong", "reason": "rules"},
    f"GET {T}/announcements": None,
    f"POST {T}/announcements": {"text": "Food in the foyer.", "minutes": 30},
    f"DELETE {T}/announcements/{{announcementId}}": None,
    f"POST {T}/share": None,
    f"DELETE {T}/share": None,
    f"GET {T}/claims": None,
    f"POST {T}/claims/{{claimId}}/agree": None,
    f"POST {T}/claims/{{claimId}}/decline": None,
    f"POST {T}/players/{{playerId}}/claim": None,
    f"GET {T}/door": None,
    f"PUT {T}/door": {"open": True},
    f"POST {T}/door/entries": {"code": "wrong", **ENTRY},
    f"POST {T}/start": None,
    f"POST {T}/pairings": None,
    f"POST {T}/complete-round": None,
    f"POST {T}/finish": None,
    f"PATCH {M}/result": {"result": "1-0"},
    f"GET {T}/print/{{sheet}}": None,
    f"GET {T}/file": None,
    f"GET {T}/export": None,
    f"GET {T}/trf": None,
    f"GET {T}/pack": None,
    f"POST {T}/pack": None,
    "POST /api/tournaments/import": None,
    "POST /api/tournaments/import-trf": None,
    "POST /api/tournaments/import-trf/preview": None,
    "GET /api/tournaments/share/{token}": None,
    "GET /api/deleted-tournaments": None,
    "GET /api/deleted-tournaments/{deletedId}/file": None,
    "POST /api/deleted-tournaments/{deletedId}/restore": None,
    "GET /api/clubs": None,
    "POST /api/clubs": {"clubName": "Another Club"},
    "GET /api/clubs/{clubId}": None,
    "POST /api/clubs/{clubId}/members": {"name": "Max"},
    "GET /api/members/{memberId}/history": None,
    "POST /api/accounts": ACCOUNT,
    "GET /api/me": None,
    "PUT /api/me/contact": {"firstName": "Ann", "lastName": "Arrow"},
    "POST /api/clubs/{clubId}/join": None,
    "POST /api/clubs/{clubId}/leave": None,
    "GET /api/clubs/{clubId}/requests": None,
    "POST /api/members/{memberId}/accept": None,
    "POST /api/members/{memberId}/decline": None,
    "GET /api/members/{memberId}/contact": None,
    "GET /api/clubs/{clubId}/administrators": None,
    "POST /api/clubs/{clubId}/administrators": {"username": "ann"},
    "DELETE /api/clubs/{clubId}/administrators/{userId}": None,
    "GET /api/administrators": None,
    "POST /api/administrators": {"username": "ann"},
    "DELETE /api/administrators/{userId}": None,
    "GET /api/ratings/leaderboard": None,
    "GET /api/ratings/pools": None,
    "PUT /api/ratings/pools/{pool}": RULES,
    "GET /api/me/notifications": None,
    "POST /api/me/notifications/read": None,
    "GET /api/me/notification-choices": None,
    "PUT /api/me/notification-choices": CHOICES,
    "GET /api/me/push-subscriptions": None,
    "POST /api/me/push-subscriptions": {"endpoint": "https://nowhere.example", "p256dh": "x", "auth": "x"},
    "DELETE /api/me/push-subscriptions/{subscriptionId}": None,
    "GET /api/push-key": None,
    "GET /api/ratings/{userId}": None,
    "GET /api/ratings/{userId}/history": None,
}
OPERATIONS = {
    f"{method.upper()} {path}"
    for path, operations in api.get_openapi_schema(path_prefix="/api/")["paths"].items()
    for method in operations
}


class World(NamedTuple):
    """The keys of the event with a round being played and of the one with pools; what each role sends with a call."""

    rounds: int
    pools: int
    headers: dict[str, dict[str, str]]


def build_world() -> World:
    rounds, pools = playing("ann cy bo di"), playing_pools("ann bo").tournament
    user("root", is_superuser=True)
    Tournament.objects.filter(pk=rounds.pk).update(share_token="shared")
    result = by_code("1-0").stored()
    note = {"policy": "note-only", "before": result, "after": result, "reason": "x"}
    for tournament in (rounds, pools):
        for name, role in (("helper", Role.ORGANISER), ("judy", Role.JUDGE), ("desmond", Role.DESK)):
            tournament.organisers.add(user(name), through_defaults={"role": role})
        match = match_of(tournament, "ann")
        Correction.objects.create(match=match, at=timezone.now(), since_round=1, number=1, **note)
        adjustment(match.first)
        screen(tournament)
    club()
    delete_tournament(tournament=event(name="Deleted"), by=user("olga"))
    return World(rounds.pk, pools.pk, {role: Caller(NAMES.get(role)).headers for role in ROLES})


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    with built_once(django_db_blocker, build_world) as keys:
        yield keys


@pytest.fixture
def tournament(request, world, db) -> Tournament:
    """Operations on a stage are called in an event whose pools are being played."""
    walked = getattr(request.node, "callspec", None)
    of_stages = walked is not None and "/stages/{number}" in walked.params["operation"]
    return Tournament.objects.get(pk=world.pools if of_stages else world.rounds)


def caller(headers: dict[str, str]) -> Caller:
    found = Caller(None)
    found.headers = headers
    return found


def club() -> Club:
    """Another person's club, with one member."""
    found = Club.objects.filter(name="City Chess Club").first()
    if found is None:
        found = build_club()
        join(found, "clubmate")
    return found


def screen(tournament: Tournament) -> Screen:
    code = f"47{tournament.pk:02}"
    return tournament.screens.first() or Screen.objects.create(tournament=tournament, code=code, name="Hall")


def organiser_call(match: Match) -> OrganiserCall:
    """Stored without an action, so the revision counts only the actions of the test."""
    made = {"reason": "rules", "at": timezone.now()}
    return OrganiserCall.objects.get_or_create(match=match, closed_at=None, defaults=made)[0]


def announcement(tournament: Tournament) -> Announcement:
    until = timezone.now() + timedelta(hours=1)
    shown = {"text": "Food.", "at": timezone.now(), "until": until}
    return tournament.announcements.first() or Announcement.objects.create(tournament=tournament, **shown)


class Named(dict[str, object]):
    """What an address names, of ann's match and ann herself; rows are looked for when they are named."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(ALWAYS, tournamentId=tournament.pk)
        self.tournament = tournament

    def __missing__(self, name: str) -> object:
        return ROWS[name](self)

    @cached_property
    def match(self) -> Match:
        return match_of(self.tournament, "ann")


ALWAYS = {"number": 1, "sheet": "standings", "subscriptionId": 1, "token": "shared", "playOff": 1}
ALWAYS |= {"pool": "wargame", "board": 1, "code": "wrong", "preset": "rapid"}
ROWS: dict[str, Callable[[Named], object]] = {
    "matchId": lambda named: named.match.pk,
    "playerId": lambda named: named.match.first_id,
    "userId": lambda _: user("ann").pk,
    "correctionId": lambda named: Correction.objects.get(match=named.match).pk,
    "adjustmentId": lambda named: adjustment(named.match.first).pk,
    "clubId": lambda _: club().pk,
    "memberId": lambda _: club().memberships.order_by("pk")[0].pk,
    "deletedId": lambda _: DeletedEvent.objects.get().pk,
    "screenId": lambda named: screen(named.tournament).pk,
    "presetId": lambda _: EventPreset.objects.get_or_create(owner=user("olga"), name="Evening")[0].pk,
    "callId": lambda named: organiser_call(named.match).pk,
    "announcementId": lambda named: announcement(named.tournament).pk,
    "claimId": lambda named: entry_claim(named.tournament).pk,
}
IN_BODIES = {0: "playerId", THE_MATCH: "matchId"}


def prepared(operation: str, tournament: Tournament) -> tuple[str, str, object]:
    """Method, address below /api, and body."""
    (method, path), named = operation.split(), Named(tournament)
    address = path.removeprefix("/api")
    return method, address.format_map(named), filled_in(TABLE[operation], named)


def filled_in(body: object, named: dict[str, object]) -> object:
    """With the keys of rows where the table has a word or a 0 for them; False is no 0."""
    if not isinstance(body, dict):
        return body
    return {
        key: named[IN_BODIES[value]] if type(value) in (int, str) and value in IN_BODIES else value
        for key, value in body.items()
    }


def entry_claim(tournament: Tournament) -> EntryClaim:
    """zoe claims the first entry. Stored without an action, so the revision counts only the actions of the test."""
    entry, who = tournament.entries.order_by("seed")[0], user("zoe")
    return EntryClaim.objects.get_or_create(entry=entry, user=who, defaults={"at": timezone.now()})[0]


def adjustment(entry: Entry) -> Adjustment:
    """A penalty to undo. Stored without an action, so the revision counts only the actions of the test."""
    given = {"amount": -1, "reason": "late", "at": timezone.now()}
    return Adjustment.objects.get_or_create(entry=entry, amount=-1, defaults=given)[0]


def test_the_table_names_every_operation_there_is():
    assert set(TABLE) == OPERATIONS


@pytest.mark.parametrize("operation", TABLE)
def test_an_operation_lets_in_whom_the_table_says(operation, tournament, world):
    row = WORDS[MAY[operation]]
    callers = [caller(world.headers[role]) for role in ROLES]
    got = [visit(one, operation, tournament, expected) for one, expected in zip(callers, row, strict=True)]
    assert dict(zip(ROLES, got, strict=True)) == dict(zip(ROLES, row, strict=True))


def visit(one: Caller, operation: str, tournament: Tournament, expected: object) -> object:
    method, path, body = prepared(operation, tournament)
    before = revision(tournament)
    response = one.call(method, path, body)
    if expected == ON:
        return ON if response.status_code in (200, 201, 204, 409, 422) else response.status_code
    assert revision(tournament) == before
    return response.status_code


def test_a_draft_does_not_exist_for_a_stranger():
    draft = event("", Status.DRAFT)
    known = {"tournamentId": draft.pk, "matchId": 1, "number": 1, "playerId": 1, "userId": 1}
    known |= {
        "adjustmentId": 1,
        "sheet": "standings",
        "screenId": 1,
        "claimId": 1,
        "callId": 1,
        "announcementId": 1,
    }
    known |= {"correctionId": 1, "board": 1, "code": "wrong", "playOff": 1}
    stranger = Caller(NAMES["stranger"])
    got = {}
    for operation in (o for o in TABLE if "{tournamentId}" in o):
        method, path = operation.split()
        body = filled_in(TABLE[operation], known)
        answer = stranger.call(method, path.removeprefix("/api").format(**known), body)
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
