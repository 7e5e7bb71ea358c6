"""The minutes with the demo that the README promises, step by step, in one browser after another."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve

from crosstable.events.models import Match, Round
from demonstration import demo_opened

SLUG = "harbour-city-grand-tournament"
OF_EACH_KIND = 4  # not all sixty players of an event
PASSWORDS = {username: password for username, password, _ in settings.DEMO_ACCOUNTS}


def logged_in(username: str) -> Client:
    client = Client()
    answer = client.post("/login", {"username": username, "password": PASSWORDS[username]})
    page = "/mine" if username == "organiser" else f"/t/{SLUG}/me"
    assert (answer.status_code, answer.headers["location"]) == (302, page)
    return client


def press(client: Client, page: str, **typed: object) -> None:
    assert client.post(f"/t/{SLUG}/{page}", typed).status_code in (302, 303)


def match_of(username: str) -> Match:
    matches = Match.objects.filter(round=third_round())
    found = matches.filter(first__player__user__username=username)
    return found.first() or matches.get(second__player__user__username=username)


def third_round() -> Round:
    return Round.objects.get(tournament__slug=SLUG, number=3)


@pytest.fixture(autouse=True)
def _in_the_demonstration(settings):
    settings.IS_DEMO = True


@pytest.fixture(scope="module")
def _loaded(demo, django_db_setup):
    with demo_opened(demo):
        yield


@pytest.mark.django_db
@pytest.mark.usefixtures("_loaded")
def test_round_three_can_be_finished_and_round_four_begun():
    organiser = logged_in("organiser")
    assert organiser.get(f"/t/{SLUG}/control").status_code == 200

    maja = logged_in("maja")
    assert "confirm" in maja.get(f"/t/{SLUG}/me").content.decode().lower()
    press(maja, f"me/matches/{match_of('maja').pk}/confirm", version=match_of("maja").version)
    assert match_of("maja").state == "agreed"

    tomasz = logged_in("tomasz")
    press(tomasz, f"me/matches/{match_of('tomasz').pk}/report", mine=70, theirs=60)
    assert match_of("tomasz").state == "claimed"

    for match in third_round().matches.exclude(state__in=("agreed", "bye")):
        press(organiser, "control/enter", table=match.table, first_vp=81, second_vp=44)
    press(organiser, "control/close")
    press(organiser, "control/pair", mission="Signal Fires")
    press(organiser, "control/publish")
    press(organiser, "control/next", seen="start")
    fourth = Round.objects.get(tournament__slug=SLUG, number=4)
    assert (third_round().status, fourth.status, fourth.matches.count()) == ("closed", "started", 31)


@pytest.mark.django_db
@pytest.mark.usefixtures("_loaded")
def test_every_page_a_visitor_can_follow_from_the_front_page_opens():
    client, seen, ahead, kinds = Client(), set(), ["/"], Counter()
    while ahead:
        path = ahead.pop()
        seen.add(path)
        answer = client.get(path, follow=True)
        assert answer.status_code == 200, path
        if answer["Content-Type"].startswith("text/html"):
            for link in _links(answer.content.decode()):
                kind = resolve(link).url_name
                if link not in seen and link not in ahead and kinds[kind] < OF_EACH_KIND:
                    kinds[kind] += 1
                    ahead.append(link)
    assert {"event", "round", "standings", "board", "leaderboard"} <= set(kinds)


def _links(page: str) -> list[str]:
    """Addresses of our own pages."""
    return [link for link in re.findall(r'href="(/[^"#?]*)"', page) if not link.startswith("/static")]
