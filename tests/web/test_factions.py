"""Factions are chosen: at registration, at the desk, over the API; put in order later; counted on the event's page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from api.calling import Caller, done
from building import event, play_round, playing, user
from crosstable.events.models import Entry, Status
from web.visiting import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    browser = Client()
    browser.force_login(user("zoe"))
    return browser


def register(client: Client, tournament, faction: str, **more: str):
    sent = {"display_name": "Zoe", "faction": faction, **more}
    return client.post(reverse("register", args=[tournament.slug]), sent)


def test_who_enters_finds_the_faction_in_a_list(client):
    tournament = event("", Status.REGISTRATION)
    page = client.get(reverse("register", args=[tournament.slug])).content.decode()
    assert '<option value="T&#x27;au Empire">' in page
    assert page.count("<option value=") == 29


def test_it_is_stored_as_the_list_has_it(client):
    tournament = event("", Status.REGISTRATION)
    assert register(client, tournament, "csm").status_code == 302
    assert Entry.objects.get(display_name="Zoe").faction == "Chaos Space Marines"


def test_one_that_is_not_in_the_list_is_asked_about_and_kept_with_a_tick(client):
    tournament = event("", Status.REGISTRATION)
    refused = register(client, tournament, "Tyranyds")
    assert refused.status_code == 422
    assert "Similar names: Tyranids." in text(refused)
    assert not Entry.objects.filter(display_name="Zoe").exists()
    assert register(client, tournament, "Squats United", faction_other="on").status_code == 302
    assert Entry.objects.get(display_name="Zoe").faction == "Squats United"


def test_an_event_may_have_a_list_of_its_own_and_another_system(client):
    olga = Caller("olga")
    body = {"name": "Sigmar Cup", "date": "2026-11-21", "totalRounds": 3, "game": "wargame"}
    made = done(olga.post("/tournaments", {**body, "choices": {"factions": "age-of-sigmar"}}), 201)
    offered = done(olga.get(f"/tournaments/{made['tournamentId']}/factions"))["offered"]
    assert offered[0] == {"key": "blades-of-khorne", "name": "Blades of Khorne"}
    own = {"choices": {"factions": "age-of-sigmar", "factionNames": ["Skaven", "Rats of Old"]}}
    made = done(olga.post("/tournaments", {**body, **own}), 201)
    offered = done(olga.get(f"/tournaments/{made['tournamentId']}/factions"))["offered"]
    assert [one["key"] for one in offered] == ["skaven", "rats-of-old"]
    refused = olga.post("/tournaments", {**body, "choices": {"factions": "checkers"}})
    assert (refused.status_code, refused.json()["field"]) == (422, "choices.factions")


def test_a_program_names_a_faction_by_its_key(client):
    tournament = event("", Status.REGISTRATION)
    fields = {"displayName": "Zoe", "faction": "tau-empire"}
    assert (
        done(Caller("zoe").post(f"/tournaments/{tournament.pk}/register", fields), 201)["faction"]
        == "T'au Empire"
    )


def test_what_was_typed_before_is_put_in_order_in_one_go_and_undone(client):
    tournament = event("ann bo cy", Status.REGISTRATION)
    for name, faction in (("ann", "T'au"), ("bo", "Tau Empire"), ("cy", "Homebrew")):
        Entry.objects.filter(tournament=tournament, display_name=name).update(faction=faction)
    organiser = Client()
    organiser.force_login(tournament.owner)
    address = reverse("factions", args=[tournament.slug])
    page = text(organiser.get(address))
    assert "“T&#x27;au” (1)" in page
    assert "“Homebrew” (1)" in page
    organiser.post(address, {"name-0": "", "name-1": "T'au Empire", "name-2": "T'au Empire"})
    assert factions_now(tournament) == {"ann": "T'au Empire", "bo": "T'au Empire", "cy": "Homebrew"}
    organiser.post(reverse("undo", args=[tournament.slug]))
    assert factions_now(tournament) == {"ann": "T'au", "bo": "Tau Empire", "cy": "Homebrew"}


def factions_now(tournament) -> dict[str, str]:
    return dict(tournament.entries.values_list("display_name", "faction"))


def test_the_page_of_the_event_shows_share_and_win_rate(client):
    tournament = playing("ann bo cy di")
    for name, faction in (("ann", "Orks"), ("bo", "Orks"), ("cy", "Orks"), ("di", "Necrons")):
        Entry.objects.filter(tournament=tournament, display_name=name).update(faction=faction)
    play_round(tournament)
    played = done(Caller(None).get(f"/tournaments/{tournament.pk}/factions"))["played"]
    assert [(row["key"], row["count"], row["share"], row["games"]) for row in played] == [
        ("orks", 3, 75, 3),
        ("necrons", 1, 25, 1),
    ]
    assert played[0]["winRate"] * 3 + played[1]["winRate"] == pytest.approx(200, abs=3)
    page = text(client.get(reverse("event", args=[tournament.slug])))
    assert "Orks 3 75%" in page


def test_the_administrator_changes_a_list_for_the_installation_and_brings_it_back(client):
    root = Client()
    root.force_login(user("root", is_superuser=True))
    address = reverse("administration-factions")
    assert client.get(address).status_code == 403
    root.post(address, {"code": "warhammer-40k", "names": "Orks\n\nSquats United\nOrks"})
    tournament = event("", Status.REGISTRATION)
    offered = done(Caller(None).get(f"/tournaments/{tournament.pk}/factions"))["offered"]
    assert [one["name"] for one in offered] == ["Orks", "Squats United"]
    refused = root.post(address, {"code": "warhammer-40k", "names": "Orks\n?????"})
    assert (refused.status_code, "“?????” is not the name of a faction" in text(refused)) == (422, True)
    root.post(address, {"code": "warhammer-40k", "names": ""})
    assert len(done(Caller(None).get(f"/tournaments/{tournament.pk}/factions"))["offered"]) == 29
