"""A full event: it says Full wherever it invited people to register, and its organiser may exceed the limit."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from api.calling import Caller
from building import build_club, entry, event, user
from crosstable.events.actions.people import entries, self_registration
from crosstable.events.models import Status, Tournament
from pool_building import playing_pools
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def full(status: Status = Status.REGISTRATION, **changes: object) -> Tournament:
    return event("ann bo", status, max_players=2, **changes)


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.values_list("display_name", flat=True))


@pytest.mark.parametrize("status", [Status.REGISTRATION, Status.CHECK_IN])
def test_a_full_event_says_full_wherever_it_invited_people_to_register(status):
    tournament = full(status)
    page = f"/t/{tournament.slug}"
    for client in (Client(), logged_in("zoe")):
        seen = client.get(page)
        assert "Full" in text(seen)
        assert f'href="{page}/register"' not in seen.content.decode()
    answer = text(logged_in("zoe").get(f"{page}/register"))
    assert "The event is full All 2 places are taken." in answer
    registration = Client().get(
        f"/door/{self_registration.open_self_registration(tournament=tournament, by=user('olga'))}"
    )
    assert "All 2 places are taken." in text(registration)
    assert "<form" not in registration.content.decode().split("<main")[1].split("</main>")[0]
    assert "The event is full. Places: 2." in text(logged_in("olga").get(f"{page}/control/door"))


def test_lists_of_events_say_full_instead_of_registration_open():
    club = build_club("City Club", administrator="clara")
    tournament = full(owner="clara")
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    for page in ("/", f"/clubs/{club.slug}"):
        assert " full " in text(Client().get(page))
        assert "registration open" not in text(Client().get(page))
    entries.drop(entry=entry(tournament, "bo"), by=user("bo"))
    assert "registration open" in text(Client().get("/"))


def test_a_player_cannot_exceed_the_limit():
    tournament = full()
    fields = {"display_name": "zoe", "faction": "Orks", "confirm": "not-enough-room"}
    answer = logged_in("zoe").post(f"/t/{tournament.slug}/register", fields)
    assert answer.status_code == 422
    assert "The event is full. Places: 2." in text(answer)
    assert names(tournament) == ["ann", "bo"]


def test_the_organiser_adds_a_player_beyond_the_limit_after_a_warning():
    tournament, olga = full(), logged_in("olga")
    address, fields = f"/t/{tournament.slug}/control/players/add", {"display_name": "zoe", "faction": "Orks"}
    warned = olga.post(address, fields)
    assert warned.status_code == 422
    assert "Places in the event: 2, free: 0, to add: 1." in text(warned)
    assert "Exceed the limit of 2 players" in text(warned)
    assert names(tournament) == ["ann", "bo"]
    assert olga.post(address, {**fields, "confirm": "not-enough-room"}).status_code == 302
    assert names(tournament) == ["ann", "bo", "zoe"]


def test_a_program_adds_a_player_beyond_the_limit_once_it_confirms_the_warning():
    tournament, olga = full(), Caller("olga")
    path, body = f"/tournaments/{tournament.pk}/players", {"displayName": "zoe", "faction": "Orks"}
    refused = olga.post(path, body)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-enough-room")
    assert olga.post(path, {**body, "confirm": ["not-enough-room"]}).status_code == 201
    assert names(tournament) == ["ann", "bo", "zoe"]


def test_a_late_player_is_let_in_beyond_the_limit_after_a_warning():
    tournament = full(Status.IN_PROGRESS)
    fields = {"display_name": "zoe", "faction": "Orks", "how": "next"}
    warned = logged_in("olga").post(f"/t/{tournament.slug}/control/late", fields)
    assert "Exceed the limit of 2 players" in text(warned)
    logged_in("olga").post(f"/t/{tournament.slug}/control/late", {**fields, "confirm": "not-enough-room"})
    late = {"displayName": "yan", "faction": "Orks", "how": "next"}
    path = f"/tournaments/{tournament.pk}/late-arrivals"
    assert Caller("olga").post(path, late).json()["code"] == "not-enough-room"
    assert Caller("olga").post(path, {**late, "confirm": ["not-enough-room"]}).status_code == 200
    assert names(tournament) == ["ann", "bo", "zoe", "yan"]


def test_a_late_player_of_pools_is_let_in_beyond_the_limit_after_a_warning():
    stage = playing_pools()
    Tournament.objects.filter(pk=stage.tournament_id).update(max_players=2)
    path = f"/tournaments/{stage.tournament_id}/stages/1/latecomers"
    assert Caller("olga").post(path, {"displayName": "zoe"}).json()["code"] == "not-enough-room"
    joined = Caller("olga").post(path, {"displayName": "zoe", "confirm": ["not-enough-room"]})
    assert joined.status_code == 201


def test_a_list_longer_than_the_places_left_is_taken_after_a_warning():
    tournament, olga = full(), logged_in("olga")
    file = SimpleUploadedFile("list.csv", b"Name;Faction\nZoe;Orks\nYan;Orks\n")
    shown = olga.post(f"/t/{tournament.slug}/control/players/upload", {"file": file}).headers["location"]
    page = text(olga.get(shown))
    assert "The event takes 2 players and has 0 places left. Exceed the limit of 2 players" in page
    again = text(olga.post(f"{shown}/take", {"which": "good"}, follow=True))
    assert "to add: 2. Nothing was saved. Confirm to exceed the limit" in again
    assert names(tournament) == ["ann", "bo"]
    olga.post(f"{shown}/take", {"which": "good", "confirm": "not-enough-room"})
    assert names(tournament) == ["ann", "bo", "Zoe", "Yan"]


def test_members_of_the_club_are_entered_beyond_the_limit_after_a_warning():
    club = build_club("City Club", "Ann Hart 1500", "Bo Lind 1400", "Cy Rost 1300", administrator="clara")
    tournament = event("", Status.REGISTRATION, max_players=2, owner="clara")
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    everyone = [str(pk) for pk in club.memberships.values_list("pk", flat=True)]
    address, clara = f"/t/{tournament.slug}/control/players/members", logged_in("clara")
    warned = clara.post(address, {"member": everyone})
    assert warned.status_code == 409
    assert "Exceed the limit of 2 players" in text(warned)
    assert warned.content.decode().count("checked") == 3
    clara.post(address, {"member": everyone, "confirm": "not-enough-room"})
    assert sorted(names(tournament)) == ["Ann Hart", "Bo Lind", "Cy Rost"]


def test_a_team_is_added_beyond_the_limit_after_a_warning():
    tournament = event("", Status.REGISTRATION, max_players=2, team_size=2)
    olga, path = Caller("olga"), f"/tournaments/{tournament.pk}/teams"
    for team in ("Owls", "Crows"):
        body = {"displayName": team, "faction": "Orks", "members": [{"name": f"{team} {n}"} for n in (1, 2)]}
        assert olga.post(path, body).status_code == 201
    third = {"displayName": "Jays", "faction": "Orks", "members": [{"name": "Jay 1"}, {"name": "Jay 2"}]}
    assert olga.post(path, third).json()["detail"].startswith("Places in the event: 2, free: 0")
    assert olga.post(path, {**third, "confirm": ["not-enough-room"]}).status_code == 201
    fields = {"display_name": "Rooks", "faction": "Orks", "member_1": "Ro", "member_2": "Ok"}
    warned = logged_in("olga").post(f"/t/{tournament.slug}/control/players/add", fields)
    assert "Exceed the limit of 2 teams" in text(warned)
