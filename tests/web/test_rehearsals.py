"""The pages of a rehearsal: start it, drive it with and without the script, and end it with one press."""

from __future__ import annotations

import pytest
from django.test import Client

from building import playing
from crosstable.events.models import Tournament
from web.visiting import logged_in, page

pytestmark = pytest.mark.django_db


def test_a_rehearsal_is_started_driven_marked_on_its_pages_and_ended():
    old, olga = playing("ann bo cy di"), logged_in("olga")
    assert "Start rehearsal" in page(olga, f"/t/{old.slug}/control/rehearsal")
    answer = olga.post(f"/t/{old.slug}/control/rehearsal", {"players": "6"})
    copy = Tournament.objects.get(rehearsal_of=old)
    address = f"/t/{copy.slug}/control/rehearsal"
    assert answer.url == address
    assert olga.post(f"{address}/move", {"acts": "10", "alone": "on"}).url == address
    assert olga.post(f"{address}/move").url == f"{address}?organiser=1"
    moved = olga.post(
        f"{address}/move", {"acts": "10", "alone": "on"}, headers={"Accept": "application/json"}
    )
    assert moved.json() == {"waits": "", "finished": False}
    for visitor, where in [
        (olga, address),
        (olga, f"/t/{copy.slug}/control"),
        (Client(), f"/t/{copy.slug}"),
        (Client(), f"/t/{copy.slug}/board"),
    ]:
        shown = page(visitor, where)
        assert "6 invented players, nothing is rated or sent" in shown, where
        assert ("End rehearsal" in shown) is (visitor is olga), where
    overview = page(Client(), f"/t/{copy.slug}")
    assert ("noindex" in overview, "ld+json" in overview, "og:title" in overview) == (True, False, False)
    assert copy.name not in page(Client(), "/")
    ended = olga.post(f"{address}/end", follow=True).content.decode()
    assert "The rehearsal was deleted." in ended
    assert list(Tournament.objects.all()) == [old]
