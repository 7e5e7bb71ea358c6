"""The control room has one button, and it posts to one address whatever the event is at."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from building import entry, event, playing, settle
from crosstable.events.models import Round, Stage, Status, Tournament
from knockout_building import beats, with_knockout
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
BUTTON = re.compile(r'<form\s+method="post"\s+action="([^"]+)"\s+class="stack tight">(.*?)</form>', re.S)


def control(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/control"


def press(client: Client, tournament: Tournament, **typed: str) -> str:
    """What the page then says on top."""
    page = client.get(control(tournament)).content.decode()
    address, fields = BUTTON.search(page).groups()
    assert address == f"{control(tournament)}/next"
    values = dict(re.findall(r'name="(seen|version)"\s+value="([^"]*)"', fields))
    return text(client.post(address, values | typed, follow=True))


def test_a_swiss_goes_from_registration_through_a_round_with_the_button_alone():
    tournament = event("ann bo", Status.REGISTRATION, total_rounds=1)
    olga = logged_in("olga")
    assert "Check-in is open." in press(olga, tournament)
    for one in tournament.entries.all():
        olga.post(f"{control(tournament)}/players/{one.pk}/check-in")
    assert "The event is in progress." in press(olga, tournament)
    press(olga, tournament, mission="Signal Fires")
    assert "Round 1 is published. Players and displays show it." in press(olga, tournament)
    assert "Round 1 has started. You can enter results now." in press(olga, tournament)
    settle(tournament, "ann 60-40")
    assert "Round 1 is closed." in press(olga, tournament)
    round_ = Round.objects.get(tournament=tournament)
    assert (round_.status, round_.mission) == ("closed", "Signal Fires")


def test_anyone_who_starts_while_some_are_missing_is_told_who_and_may_check_everyone_in():
    tournament, olga = event("ann bo cy di", Status.CHECK_IN), logged_in("olga")
    page = text(olga.get(control(tournament)))
    assert (
        "0 of 4 players checked in At least two players must be checked in before the event can start."
        in page
    )
    assert "Check everyone in and start" in page
    for name in ("ann", "bo"):
        olga.post(f"{control(tournament)}/players/{entry(tournament, name).pk}/check-in")
    page = text(olga.get(control(tournament)))
    assert (
        "2 of 4 players checked in 2 not checked in yet, and left out until you check them in: cy and di."
        in page
    )
    assert "Start with 2 of 4 Check everyone in and start" in page
    press(olga, tournament)
    page = text(olga.get(control(tournament)))
    assert "2 players to pair. 2 not checked in and left out: cy and di." in page


def test_one_press_checks_everyone_in_and_starts_a_swiss():
    tournament, olga = event("ann bo cy di", Status.CHECK_IN), logged_in("olga")
    assert "The event is in progress." in press(olga, tournament, check_in="all")
    assert "4 players to pair. Only organisers see the draft" in text(olga.get(control(tournament)))


def test_a_knockout_goes_by_the_same_button_and_its_draw_leads_to_the_seats():
    stage = with_knockout("ann bo cy di")
    olga = logged_in("olga")
    assert "is drawn. Only organisers can see it until you publish it." in press(olga, stage.tournament)
    olga.post(f"{control(stage.tournament)}/knockout/publish")
    press(olga, stage.tournament)
    beats(stage, "ann di", "bo cy")
    beats(stage, "ann bo")
    press(olga, stage.tournament)
    assert Stage.objects.get(pk=stage.pk).status == "closed"


def test_pressed_twice_it_is_taken_once():
    tournament = playing("ann bo")
    settle(tournament, "ann 60-40")
    olga, address = logged_in("olga"), f"{control(tournament)}/next"
    olga.post(address, {"seen": "close"})
    again = text(olga.post(address, {"seen": "close"}, follow=True))
    assert "The event has moved on since you opened this page. This is the next step now." in again
    assert tournament.journal.filter(verb="round.closed").count() == 1


def test_a_draft_changed_by_someone_else_is_not_published_unseen():
    tournament = event("ann bo cy di", Status.IN_PROGRESS)
    olga = logged_in("olga")
    press(olga, tournament)
    headers = {"referer": f"http://testserver{control(tournament)}"}
    old = {"seen": "publish", "version": "1"}
    page_text = text(olga.post(f"{control(tournament)}/next", old, headers=headers, follow=True))
    assert "Round 1 (draft): olga changed this" in page_text
    assert Round.objects.get(tournament=tournament).status == "draft"


def test_a_step_that_is_none_is_told_what_is_next():
    tournament = playing("ann bo")
    page_text = text(logged_in("olga").post(f"{control(tournament)}/next", {"seen": "dance"}, follow=True))
    assert "This is the next step now." in page_text
