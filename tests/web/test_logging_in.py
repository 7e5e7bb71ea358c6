"""Where a log-in leads, and the log-in of a demo without a password."""

from __future__ import annotations

import pytest
from django.test import Client

from building import enter, event, play_round, playing, user
from crosstable.events.models import Status

pytestmark = pytest.mark.django_db


def after_log_in(name: str, address: str = "/login") -> str:
    user(name)
    answer = Client().post(address, {"username": name, "password": "pass-word-1"})
    assert answer.status_code == 302
    return answer.url


def test_a_player_lands_on_their_table_during_a_round_and_on_their_events_otherwise():
    open_event = event("cy", Status.REGISTRATION, name="Later")
    tournament = playing("ann bo")
    enter(open_event, "ann")
    assert after_log_in("ann") == f"/t/{tournament.slug}/me"
    assert after_log_in("ann", "/login?next=/clubs") == "/clubs"
    assert [after_log_in(name) for name in ("cy", "olga", "zoe")] == ["/mine"] * 3
    play_round(tournament)
    assert after_log_in("ann") == "/mine"


def test_a_player_of_two_rounds_or_an_organiser_who_plays_chooses_on_my_events():
    playing("ann bo")
    assert after_log_in("bo") != "/mine"
    playing("ann olga", name="Second")
    assert [after_log_in(name) for name in ("ann", "olga")] == ["/mine"] * 2


def test_a_demo_logs_in_its_own_people_with_one_click_and_no_others(settings):
    settings.DEMO_ACCOUNTS = [("ann", "pass-word-1", "Play")]
    playing("ann bo")
    visitor = Client(enforce_csrf_checks=True)
    assert visitor.post("/login/demo", {"username": "ann"}).status_code == 404
    settings.IS_DEMO = True
    assert [visitor.post("/login/demo", {"username": name}).status_code for name in ("olga", "")] == [404] * 2
    assert visitor.post("/login/demo", {"username": "ann"}).url.endswith("/me")
    assert visitor.get("/mine").status_code == 200
