"""A public page asks the database the same number of questions for two players and for sixty."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from building import user
from crosstable.accounts.models import Player
from crosstable.events.models import Entry, Status
from web.crowd import crowd

pytestmark = pytest.mark.django_db

PAGES = [
    "/t/{slug}",
    "/t/{slug}/standings",
    "/t/{slug}/standings?round=1",
    "/t/{slug}/rounds/1",
    "/t/{slug}/rounds/2",
    "/t/{slug}/board",
    "/t/{slug}/board/1",
    "/t/{slug}/lists",
]


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("visitor", [None, "olga", "ann"])
def test_a_page_of_an_event_costs_the_same_for_few_and_for_many(client, page, visitor):
    few, many = crowd(2, slug="few"), crowd(61, slug="many")
    if visitor:
        client.force_login(user(visitor))
    assert queries(client, page.format(slug=few.slug)) == queries(client, page.format(slug=many.slug))


def test_a_public_page_of_an_event_asks_few_questions(client):
    crowd(30)
    counts = {page: queries(client, page.format(slug="northern")) for page in PAGES}
    assert max(counts.values()) <= 8


def test_the_front_page_costs_the_same_for_one_event_and_for_many(client):
    for status in (Status.REGISTRATION, Status.IN_PROGRESS, Status.COMPLETE):
        crowd(2, slug=f"one-{status}", status=status)
    one = queries(client, "/")
    for status in (Status.REGISTRATION, Status.IN_PROGRESS, Status.COMPLETE):
        for n in range(4):
            crowd(4, slug=f"{status}-{n}", status=status)
    assert queries(client, "/") == one


def test_the_leaderboard_costs_the_same_for_few_and_for_many(client):
    crowd(2, slug="few")
    few = queries(client, "/leaderboard")
    crowd(44, slug="many")
    assert queries(client, "/leaderboard") == few


def test_a_profile_costs_the_same_for_one_event_and_for_many(client):
    """Places of finished events come from five queries for all of them together."""
    once = crowd(4, slug="once", status=Status.COMPLETE).entries.first().player
    one = queries(client, f"/players/{once.pk}")
    often = Player.objects.create(name="often")
    for n in range(5):
        entry = crowd(20, slug=f"often-{n}", status=Status.COMPLETE).entries.first()
        entry.player.rating_changes.update(player=often)
        Entry.objects.filter(pk=entry.pk).update(player=often)
    cache.clear()
    assert queries(client, f"/players/{often.pk}") == one


def test_places_of_finished_events_are_calculated_once(client):
    player = crowd(8, status=Status.COMPLETE).entries.first().player
    first = queries(client, f"/players/{player.pk}")
    assert queries(client, f"/players/{player.pk}") == first - 5
