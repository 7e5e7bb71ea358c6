"""The large pages of an event for logged-in visitors: from the cache, with the visitor's own parts and no others."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from building import entry, playing, settle, start_next, user
from crosstable.database import revision_cache
from crosstable.events.actions.people.entries import drop
from crosstable.events.actions.rounds.rounds import close_round
from crosstable.events.models import Match
from crosstable.web.public import pages

pytestmark = pytest.mark.django_db(transaction=True)
TOKENS = re.compile(r'(name="csrfmiddlewaretoken" value=)"[^"]*"')
PAGES = ["", "/standings", "/standings?round=1", "/rounds/1", "/rounds/2", "/crosstable"]
PEOPLE = ["ann", "bob", "zelda", "olga", None]


@pytest.fixture
def event():
    event = playing("ann bob cat dan")
    settle(event, *(f"{match.first} 60-40" for match in Match.objects.all()))
    close_round(tournament=event, by=event.owner)
    start_next(event)
    drop(entry=entry(event, "dan"), by=event.owner)
    user("zelda")
    event.refresh_from_db()
    return event


def browser(name: str | None) -> Client:
    client = Client()
    if name is not None:
        client.force_login(user(name))
    return client


def shown(name: str | None, event, page: str) -> str:
    response = browser(name).get(f"/t/{event.slug}{page}")
    assert response.status_code == 200
    return TOKENS.sub(r"\1", response.content.decode())


@pytest.mark.parametrize("page", PAGES)
def test_everyone_sees_what_they_would_see_if_the_page_were_made_for_them_alone(event, page, monkeypatch):
    filled = {name: [shown(name, event, page) for _ in range(2)] for name in PEOPLE}
    monkeypatch.setattr(pages, "_may_be_filled", lambda *_: False)
    alone = {name: [shown(name, event, page)] * 2 for name in PEOPLE}
    assert filled == alone
    assert len({pages[0] for pages in alone.values()}) == len(PEOPLE)


def test_the_rows_are_written_once_for_all_who_are_signed_in(event, monkeypatch):
    made: list[object] = []
    make = pages._made
    monkeypatch.setattr(pages, "_made", lambda *given: made.append(given) or make(*given))
    for name in ("ann", "bob", "cat", "zelda", "ann"):
        shown(name, event, "/standings")
    assert len(made) == 1
    settle(event, "ann 50-40")
    shown("ann", event, "/standings")
    assert len(made) == 2


def test_what_is_kept_names_no_one_who_asked(event):
    page = f"/t/{event.slug}/standings"
    client = browser("zelda")
    client.cookies["theme"] = "light"
    client.get(page)
    (pieces,) = [
        snapshot.value for key, snapshot in pages._kept._snapshots.items() if key[:2] == (event.pk, page)
    ]
    text = "".join(pieces)
    assert "zelda" not in text
    assert "csrf" not in text
    assert "data-theme" not in text


def test_a_message_is_shown_once_and_to_the_one_it_is_for(event):
    shown("bob", event, "/standings")
    ann = browser("ann")
    ann.post(reverse("my-act", args=[event.slug, "drop"]))
    ann.cookies.pop("just-wrote")
    first, second = (ann.get(f"/t/{event.slug}/standings").content.decode() for _ in range(2))
    assert ("You have withdrawn" in first, "You have withdrawn" in second) == (True, False)
    assert "You have withdrawn" not in shown("bob", event, "/standings")


def test_the_form_in_one_s_top_bar_works(event):
    client = Client(enforce_csrf_checks=True)
    client.force_login(user("ann"))
    page = client.get(f"/t/{event.slug}/standings").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]*)"', page)[1]
    assert client.post("/logout", {"csrfmiddlewaretoken": token}).status_code == 302
    assert "Log in" in client.get(f"/t/{event.slug}/standings").content.decode()


def test_anyone_who_has_just_written_something_gets_a_page_made_for_them(event, monkeypatch):
    monkeypatch.setattr(
        revision_cache, "LONG", -1.0
    )  # as in an event of a thousand: what is kept may be a second old
    ann = browser("ann")
    page = f"/t/{event.slug}/rounds/2"
    ann.get(page)
    settle(event, "ann 77-11")
    score = re.compile(r"\b77\b")
    assert not score.search(ann.get(page).content.decode())
    ann.cookies["just-wrote"] = "1"
    assert score.search(ann.get(page).content.decode())
