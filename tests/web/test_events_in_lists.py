"""Which events are listed where, and a button that no other test presses: lock lists."""

from __future__ import annotations

import pytest
from django.test import Client

from building import enter, event, play_round, playing
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people.attendance import check_in_all
from crosstable.events.models import Status
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def test_open_events_are_for_everyone_and_mine_are_those_i_run_or_play_in():
    event("", name="Alpha")
    open_ones = [
        event("", status, name=name)
        for name, status in (("Beta", Status.REGISTRATION), ("Gamma", Status.CHECK_IN))
    ]
    event("ann bo", Status.IN_PROGRESS, name="Delta", owner="zoe")
    front = Client().get("/").context["front"]
    assert {t.name for t in front.open} == {t.name for t in open_ones}
    assert [t.name for t in front.playing] == ["Delta"]
    mine = {name: logged_in(name).get("/mine").context["mine"] for name in ("olga", "ann", "mallory")}
    assert {name: sorted(t.name for t in one.running) for name, one in mine.items()} == {
        "olga": ["Alpha", "Beta", "Gamma"],
        "ann": [],
        "mallory": [],
    }
    assert {name: [e.tournament.name for e in one.playing] for name, one in mine.items()} == {
        "olga": [],
        "ann": ["Delta"],
        "mallory": [],
    }


def test_lists_are_locked_and_opened_again_from_the_control_room():
    tournament = event("bo", Status.REGISTRATION)
    entry = enter(tournament, "ann", list_text="+ Boyz x 10 +")
    olga, bo, address = logged_in("olga"), logged_in("bo"), f"/t/{tournament.slug}/lists/{entry.pk}"
    seen = [bo.get(address).status_code]
    for button in ("lock-lists", "unlock-lists"):
        assert button in olga.get(f"/t/{tournament.slug}/control").content.decode()
        olga.post(f"/t/{tournament.slug}/control/{button}")
        seen.append(bo.get(address).status_code)
    assert seen == [404, 200, 404]


def test_starting_locks_the_lists_and_who_has_none_is_named_before(client):
    """A5: opponents can read lists without the organiser remembering a menu."""
    tournament = event("ann bo", Status.REGISTRATION)
    enter(tournament, "cy", list_text="Boss (100 points)")
    organiser = logged_in("olga")
    control = f"/t/{tournament.slug}/control"
    page = text(organiser.get(control))
    assert "2 army lists are missing: ann and bo." in page
    assert "Lock lists" in page
    tournaments.advance(tournament=tournament, by=tournament.owner)
    check_in_all(tournament=tournament, by=tournament.owner)
    organiser.post(f"{control}/next", {"seen": "start-event", "asks_about_lists": "1", "lock_lists": "on"})
    tournament.refresh_from_db()
    assert (tournament.status, tournament.lists_are_locked) == (Status.IN_PROGRESS, True)
    assert "Event started, lists locked" in text(organiser.get(f"{control}/journal"))


def test_the_organiser_may_start_with_open_lists():
    tournament = event("ann bo", Status.CHECK_IN)
    check_in_all(tournament=tournament, by=tournament.owner)
    logged_in("olga").post(
        f"/t/{tournament.slug}/control/next", {"seen": "start-event", "asks_about_lists": "1"}
    )
    tournament.refresh_from_db()
    assert (tournament.status, tournament.lists_are_locked) == (Status.IN_PROGRESS, False)


def test_on_a_phone_the_standings_say_what_has_no_column_below_the_name(client):
    """A15: victory points and strength of schedule, the latter as a percentage."""
    tournament = playing("ann bo")
    play_round(tournament)
    page = text(client.get(f"/t/{tournament.slug}/standings"))
    assert "VP 50 · SOS 0.0%" in page
    assert "SOS %" in page
    assert "Order: Wins, Victory point margin, Strength of schedule and Victory points." in page
