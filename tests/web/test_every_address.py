"""Every address with every role: a table of who gets what, and a walk that misses no address.

The event walked has a round being played (ann v bo at table 1), so that every action meets its own guard
and not merely a wrong status. A refused request must leave the event's revision as it was.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from building import event, match_of, playing, user
from crosstable.events.models import Status, Tournament

pytestmark = pytest.mark.django_db

ROLES = ["anonymous", "stranger", "player", "organiser", "owner", "administrator"]

OK, LOGIN, NO, GONE, ON = 200, "login", 403, 404, "on"  # ON: let through, whatever comes of it
PUBLIC = [OK, OK, OK, OK, OK, OK]
MEMBERS = [LOGIN, OK, OK, OK, OK, OK]
STAFF_PAGE = [LOGIN, NO, NO, OK, OK, OK]
STAFF_ACTION = [LOGIN, NO, NO, ON, ON, ON]
PLAYER_PAGE = [LOGIN, ON, OK, ON, ON, ON]
PLAYER_ACTION = [LOGIN, NO, ON, NO, NO, NO]
OWNER_ACTION = [LOGIN, NO, NO, NO, ON, NO]
LISTS = [GONE, GONE, GONE, OK, OK, OK]

# name → (method, what each role gets)
TABLE: dict[str, tuple[str, list[object]]] = {
    "events": ("get", PUBLIC),
    "event": ("get", PUBLIC),
    "standings": ("get", PUBLIC),
    "round": ("get", PUBLIC),
    "board": ("get", PUBLIC),
    "player": ("get", PUBLIC),
    "leaderboard": ("get", PUBLIC),
    "crosstable": ("get", PUBLIC),
    "entry": ("get", PUBLIC),
    "shared-standings": ("get", [GONE] * 6),
    "shared-pairings": ("get", [GONE] * 6),
    "shared-round": ("get", [GONE] * 6),
    "shared-crosstable": ("get", [GONE] * 6),
    "shared-entry": ("get", [GONE] * 6),
    "shared-qr": ("get", [GONE] * 6),
    "lists": ("get", [ON] * 6),
    "list": ("get", LISTS),
    "theme": ("get", [ON] * 6),
    "signup": ("get", [OK, ON, ON, ON, ON, ON]),
    "login": ("get", [OK, ON, ON, ON, ON, ON]),
    "logout": ("post", [ON] * 6),
    "account": ("get", MEMBERS),
    "change_email": ("get", MEMBERS),
    "confirm_email": ("get", [410] * 6),
    "change_password": ("get", MEMBERS),
    "tokens": ("get", MEMBERS),
    "revoke-token": ("post", [LOGIN, GONE, GONE, GONE, GONE, GONE]),
    "api-docs": ("get", PUBLIC),
    "password_changed": ("get", [LOGIN, ON, ON, ON, ON, ON]),
    "password_reset": ("get", PUBLIC),
    "password_reset_done": ("get", PUBLIC),
    "password_reset_confirm": ("get", PUBLIC),
    "password_reset_complete": ("get", PUBLIC),
    "setup": ("get", [GONE] * 6),
    "mine": ("get", MEMBERS),
    "create": ("get", MEMBERS),
    "create-wargame": ("get", MEMBERS),
    "create-chess": ("get", MEMBERS),
    "control": ("get", STAFF_PAGE),
    "settings": ("get", STAFF_PAGE),
    "journal": ("get", STAFF_PAGE),
    "table": ("get", STAFF_PAGE),
    "players": ("get", STAFF_PAGE),
    "add-player": ("get", STAFF_PAGE),
    "edit-player": ("get", STAFF_PAGE),
    "share": ("get", STAFF_PAGE),
    "renew-share": ("post", STAFF_ACTION),
    "stop-share": ("post", STAFF_ACTION),
    "bye-requests": ("get", STAFF_PAGE),
    "add-bye": ("post", STAFF_ACTION),
    "withdraw-bye": ("post", STAFF_ACTION),
    "forbidden-pairs": ("get", STAFF_PAGE),
    "forbid-pair": ("post", STAFF_ACTION),
    "allow-pair": ("post", STAFF_ACTION),
    "start-game": ("post", STAFF_ACTION),
    "stop-game": ("post", STAFF_ACTION),
    "clear-result": ("post", STAFF_ACTION),
    "advance": ("post", STAFF_ACTION),
    "step-back": ("post", STAFF_ACTION),
    "lock-lists": ("post", STAFF_ACTION),
    "unlock-lists": ("post", STAFF_ACTION),
    "delete": ("post", OWNER_ACTION),
    "pair": ("post", STAFF_ACTION),
    "discard": ("post", STAFF_ACTION),
    "publish": ("post", STAFF_ACTION),
    "start": ("post", STAFF_ACTION),
    "close": ("post", STAFF_ACTION),
    "enter": ("post", STAFF_ACTION),
    "swap": ("post", STAFF_ACTION),
    "move": ("post", STAFF_ACTION),
    "table-mission": ("post", STAFF_ACTION),
    "round-mission": ("post", STAFF_ACTION),
    "desk-act": ("post", STAFF_ACTION),
    "register": ("get", [LOGIN, OK, ON, OK, OK, OK]),
    "me": ("get", PLAYER_PAGE),
    "edit-me": ("get", [LOGIN, NO, OK, NO, NO, NO]),
    "report": ("post", PLAYER_ACTION),
    "confirm": ("post", PLAYER_ACTION),
    "dispute": ("post", PLAYER_ACTION),
    "my-act": ("post", PLAYER_ACTION),
    "ask-bye": ("post", PLAYER_ACTION),
    "withdraw-my-bye": ("post", PLAYER_ACTION),
}


@pytest.fixture
def tournament():
    tournament = playing("ann cy bo di")
    tournament.organisers.add(user("helper"))
    return tournament


def somebody(role: str) -> Client:
    client = Client()
    names = {"stranger": "mallory", "player": "ann", "organiser": "helper", "owner": "olga"}
    if role == "administrator":
        client.force_login(user("root", is_superuser=True))
    elif role != "anonymous":
        client.force_login(user(names[role]))
    return client


def names_of(patterns: list[URLPattern | URLResolver]) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        if isinstance(pattern, URLResolver) and pattern.namespace == "api":
            continue  # has its own walk, in tests/api/test_every_route.py
        if isinstance(pattern, URLResolver):
            found |= names_of(pattern.url_patterns)
        else:
            found.add(str(pattern.name))
    return found


def address(name: str, tournament) -> str:
    match = match_of(tournament, "ann")
    known = {
        "slug": tournament.slug,
        "number": 1,
        "match_id": match.pk,
        "entry_id": match.second_id,
        "player_id": match.first.player_id,
        "token": "not-a-token",
        "uidb64": "MQ",
        "verb": "drop",
        "token_id": 1,
    }
    wanted = set(get_resolver().reverse_dict.getlist(name)[0][0][0][1])
    return reverse(name, kwargs={key: value for key, value in known.items() if key in wanted})


def verdict(response) -> object:
    if response.status_code == 302 and response.url.startswith("/login"):
        return LOGIN
    return response.status_code


def test_the_table_names_every_address_there_is():
    assert set(TABLE) == names_of(get_resolver().url_patterns)


@pytest.mark.parametrize("name", TABLE)
def test_an_address_lets_in_whom_the_table_says(name, tournament):
    method, row = TABLE[name]
    url = address(name, tournament)
    got = [visit(role, method, url, tournament, expected) for role, expected in zip(ROLES, row, strict=True)]
    assert dict(zip(ROLES, got, strict=True)) == dict(zip(ROLES, row, strict=True))


def visit(role: str, method: str, url: str, tournament, expected: object) -> object:
    before = revision(tournament)
    got = verdict(getattr(somebody(role), method)(url))
    if expected == ON:
        return ON if got in (200, 302, 303, 409, 422) else got
    assert revision(tournament) == before
    return got


def revision(tournament) -> int:
    return Tournament.objects.get(pk=tournament.pk).revision


@pytest.mark.parametrize(
    "name", [n for n, (method, _) in TABLE.items() if method == "post" and n != "logout"]
)
def test_what_changes_something_is_not_done_by_following_a_link(name, tournament):
    assert somebody("owner").get(address(name, tournament)).status_code == 405


@pytest.mark.parametrize(
    "name", ["event", "standings", "board", "lists", "control", "players", "journal", "register", "me"]
)
def test_a_draft_does_not_exist_for_a_stranger(name):
    draft = event("", Status.DRAFT)
    assert somebody("stranger").get(reverse(name, args=[draft.slug])).status_code == 404
