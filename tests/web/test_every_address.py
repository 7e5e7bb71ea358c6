"""Every address with every role: docs/roles.md says who gets what, and this walk misses no address.

The event walked has a round being played (ann v bo at table 1), and the club has two administrators and members,
so that every action meets its own guard and not merely a wrong status. A refused request must change nothing, and no
page shows contact data except to the person and the administrators of the person's clubs (E1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

import knockout_building as ko
from building import (
    administrator,
    build_club,
    event,
    join,
    match_of,
    member,
    play_round,
    playing,
    start_next,
    user,
)
from chess_building import chess
from crosstable.accounts.actions import ContactDetails, change_contact
from crosstable.accounts.members import MemberDetails, edit_member
from crosstable.accounts.models import Club, Membership, User
from crosstable.accounts.roles import appoint_club_administrator
from crosstable.events.actions.event.deleting import delete_tournament
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import DeletedEvent, EventPreset, Role, Status, Tournament
from pool_building import playing_pools, revision
from worlds import built_once

pytestmark = pytest.mark.django_db

# The words of docs/roles.md. "depends" lets through, whatever comes of it.
WORDS: dict[str, object] = {
    "yes": 200,
    "log in": "log in",
    "no": 403,
    "hidden": 404,
    "expired": 410,
    "depends": "depends",
}
LOGIN, ON = WORDS["log in"], WORDS["depends"]
DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "roles.md"


def read_table(text: str) -> tuple[list[str], dict[str, tuple[str, list[object]]]]:
    """The roles, and for each address its method and what each role gets."""
    rows = [
        [cell.strip() for cell in line.strip("| ").split("|")]
        for line in text.splitlines()
        if line[:1] == "|"
    ]
    heads = [row[2:] for row in rows if row[0] == "address"]
    assert heads and all(head == heads[0] for head in heads), "every part of the table has the same columns"
    named = [row for row in rows if row[0] != "address" and not row[0].startswith("---")]
    table = {row[0]: (row[1], [WORDS[word] for word in row[2:]]) for row in named}
    assert len(table) == len(named), "an address stands in the table once"
    return heads[0], table


ROLES, TABLE = read_table(DOCUMENT.read_text())
NAMES = {
    "member": "mallory",
    "player": "ann",
    "director": "helper",
    "judge": "judy",
    "desk": "desmond",
    "owner": "olga",
    "club admin": "clara",
    "system admin": "root",
}


# Contact data, and who may see it: ann is the player, Walter a member without an account.
ANNS = ("12 Long Lane", "+44 7700 900123", "ann@example.org", "Hartington")
WALTERS = ("7 Short Street", "+44 7700 900999", "walter@example.org")
SEEN_BY = {
    ANNS: {"player", "club admin", "system admin"},
    WALTERS: {"club admin", "system admin"},
}
# Addresses of a stage of pools are walked in an event that has one, being played (ann v bo at table 1).
OF_STAGES = {
    "stage",
    "stage-schedule",
    "pool-stage",
    "pool-setup",
    "form-pools",
    "change-seats",
    "last-byes",
    "add-constraint",
    "remove-constraint",
    "make-schedule",
    "schedule-search",
    "pool-walkover",
    "ties",
    "set-evening",
    "replan",
    "hall",
    "call-match",
    "start-match",
    "call-back",
    "close-board",
    "open-board",
    "withdraw-entry",
    "undo-withdrawal",
    "stage-act",
}


class World(NamedTuple):
    """The keys of the event with a round being played and of the one with pools; the session of each role."""

    rounds: int
    pools: int
    sessions: dict[str, str]


def build_world() -> World:
    rounds, pools = playing("ann cy bo di"), playing_pools("ann bo").tournament
    for tournament in (rounds, pools):
        with_helpers(tournament)
    administrator()
    delete_tournament(tournament=event(name="Deleted"), by=user("olga"))
    EventPreset.objects.create(owner=user("olga"), name="Evening")
    club = build_club("City Chess Club", "Walter Wood", administrator="clara")
    appoint_club_administrator(club=club, user=user("dora"), by=user("clara"))
    join(club, "mallory")
    give_contact_data(club)
    return World(rounds.pk, pools.pk, {role: session_of(role) for role in ROLES if role != "anonymous"})


def with_helpers(tournament: Tournament) -> Tournament:
    for name, role in (("helper", Role.ORGANISER), ("judy", Role.JUDGE), ("desmond", Role.DESK)):
        tournament.organisers.add(user(name), through_defaults={"role": role})
    return tournament


def session_of(role: str) -> str:
    client = Client()
    client.force_login(user(NAMES[role], is_superuser=role == "system admin"))
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def give_contact_data(club: Club) -> None:
    join(club, "ann")
    change_contact(user=user("ann"), details=ContactDetails("Ann", "Hartington", ANNS[0], ANNS[1]))
    contact = ContactDetails(address=WALTERS[0], mobile=WALTERS[1], email=WALTERS[2])
    walter = member(club, "Walter Wood")
    edit_member(membership=walter, details=MemberDetails("Walter Wood", contact=contact), by=user("clara"))


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    with built_once(django_db_blocker, build_world) as keys:
        yield keys


@pytest.fixture
def tournament(request, world, db) -> Tournament:
    walked = getattr(request.node, "callspec", None)
    of_stages = walked is not None and walked.params.get("name") in OF_STAGES
    return Tournament.objects.get(pk=world.pools if of_stages else world.rounds)


def client_of(world: World, role: str) -> Client:
    client = Client()
    if role != "anonymous":
        client.cookies[settings.SESSION_COOKIE_NAME] = world.sessions[role]
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
        "verb": {"member-act": "accept", "stage-act": "publish"}.get(name, "drop"),
        "index": 0,
        "board": 1,
        "club": "city-chess-club",
        "member_id": Membership.objects.get(player__name="Walter Wood").pk,
        "user_id": user("dora").pk,
        "token_id": 1,
        "deleted_id": DeletedEvent.objects.values_list("pk", flat=True).first() or 999_999,
        "correction_id": 1,
        "notification_id": 1,
        "subscription_id": 1,
        "adjustment_id": 999_999,
        "claim_id": 999_999,
        "answer": "agree",
        "step": "draw",
        "sheet": "result-slips",
        "paper": "a4",
        "game": "chess",
        "kind": "names" if name == "screen-kind" else "csv",
        "code": "0000",
        "preset": "rapid",
        "preset_id": EventPreset.objects.values_list("pk", flat=True).first() or 999_999,
        "language_code": "en-gb",
        "name": "terms",
        "screen_id": 0,
        "announcement_id": 0,
        "call_id": 0,
        "upload_id": "00000000-0000-4000-8000-000000000000",
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
def test_an_address_lets_in_whom_the_table_says(name, tournament, world):
    method, row = TABLE[name]
    url = address(name, tournament)
    got = [
        visit(world, role, method, url, tournament, expected)
        for role, expected in zip(ROLES, row, strict=True)
    ]
    assert dict(zip(ROLES, got, strict=True)) == dict(zip(ROLES, row, strict=True))


def visit(world: World, role: str, method: str, url: str, tournament, expected: object) -> object:
    before = state(tournament)
    answer = getattr(client_of(world, role), method)(url)
    assert told_to(role, answer) == []
    got = verdict(answer)
    if expected == ON:
        return ON if got in (200, 302, 303, 409, 422) else got
    assert state(tournament) == before
    return got


# What one address does depends on the form sent to it: the table lists the withdrawal, these are the check-ins.
TURNS = ("check-in", "undo-check-in")
OFFER = re.compile(r'(?:href|action|formaction|data-check-in|data-desk)="(/t/[^"?#]*)')


def draft_round(world: World) -> Tournament:
    tournament = Tournament.objects.get(pk=world.rounds)
    rounds.pair_next_round(tournament=closed_round(world), by=tournament.owner)
    return tournament


def closed_round(world: World) -> Tournament:
    tournament = Tournament.objects.get(pk=world.rounds)
    play_round(tournament)
    return tournament


def complete(world: World) -> Tournament:
    tournament = closed_round(world)
    Tournament.objects.filter(pk=tournament.pk).update(status=Status.COMPLETE)
    return tournament


def checking_in(world: World) -> Tournament:
    tournament = Tournament.objects.get(pk=world.rounds)
    Tournament.objects.filter(pk=tournament.pk).update(status=Status.CHECK_IN)
    tournament.entries.filter(display_name="ann").update(checked_in_at=None)
    return tournament


def disputed(world: World) -> Tournament:
    tournament = Tournament.objects.get(pk=world.rounds)
    for name, vp in (("ann", (70, 30)), ("bo", (30, 70))):
        match = match_of(tournament, "ann")
        results.report(match=match, by=user(name), score=parse_score(match, vp))
    return tournament


def with_open_lists(world: World) -> Tournament:
    tournament = checking_in(world)
    tournament.entries.update(list_text="a list", checked_in_at=None)
    Tournament.objects.filter(pk=tournament.pk).update(lists_locked_at=None)
    return tournament


def in_chess(world: World) -> Tournament:
    tournament = chess({"ann": 1900, "bo": 1800, "cy": 1700, "di": 1600})
    start_next(tournament)
    return with_helpers(tournament)


def in_a_knockout(world: World) -> Tournament:
    return with_helpers(ko.started(ko.with_knockout("ann bo cy di")).tournament)


STATES = {
    "round": lambda world: Tournament.objects.get(pk=world.rounds),
    "draft round": draft_round,
    "closed round": closed_round,
    "check-in": checking_in,
    "complete": complete,
    "dispute": disputed,
    "open lists": with_open_lists,
    "chess": in_chess,
    "knockout": in_a_knockout,
    "pools": lambda world: Tournament.objects.get(pk=world.pools),
}


@pytest.mark.parametrize("event_at", STATES)
@pytest.mark.parametrize("role", ["judge", "desk"])
def test_no_page_offers_what_the_role_may_not_do(role, event_at, world):
    tournament = STATES[event_at](world)
    client, column = client_of(world, role), ROLES.index(role)
    seen = [name for name, (method, row) in TABLE.items() if method == "get" and row[column] in (200, ON)]
    offered = {
        (name, match.url_name)
        for name in seen
        for url in OFFER.findall(client.get(address(name, tournament)).content.decode())
        if (match := resolve(url)).url_name in TABLE and match.kwargs.get("verb") not in TURNS
    }
    assert sorted(pair for pair in offered if TABLE[pair[1]][1][column] == 403) == []
    assert ("control", "journal") in offered


def told_to(role: str, answer) -> list[str]:
    """Contact data on the page that this role may not see."""
    page = b"".join(answer).decode(errors="replace")
    hidden = [secret for secrets, seers in SEEN_BY.items() if role not in seers for secret in secrets]
    return [secret for secret in hidden if secret in page]


def state(tournament) -> tuple[object, ...]:
    revisions = Club.objects.values_list("revision", flat=True)
    administrators = User.objects.filter(is_superuser=True, is_active=True).exclude(username="root").count()
    return revision(tournament), revisions.get(), administrators


@pytest.mark.parametrize(
    "name", [n for n, (method, _) in TABLE.items() if method == "post" and n != "logout"]
)
def test_what_changes_something_is_not_done_by_following_a_link(name, tournament, world):
    assert client_of(world, "owner").get(address(name, tournament)).status_code == 405


@pytest.mark.parametrize(
    "name", ["event", "standings", "board", "lists", "control", "players", "journal", "register", "me"]
)
def test_a_draft_does_not_exist_for_a_stranger(name, world):
    draft = event("", Status.DRAFT)
    assert client_of(world, "member").get(reverse(name, args=[draft.slug])).status_code == 404
