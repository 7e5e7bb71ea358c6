"""The product's public pages through the front door."""

from __future__ import annotations

import pytest

from serving import RunningServer, Visitor

PAGES = ["", "/standings", "/board", "/rounds/1"]


@pytest.fixture
def server(house) -> RunningServer:
    return house.server


@pytest.fixture
def event(house) -> str:
    """The address of an event being played."""
    return "/t/" + house.build("from building import playing\nprint(playing('ann bob cat dan').slug)").strip()


@pytest.mark.parametrize("page", PAGES)
def test_a_public_page_comes_from_memory_and_is_what_django_would_send(server, event, page):
    first = server.get(f"{event}{page}")
    assert (first.status, first.headers["Cache-Control"]) == (200, "no-cache")
    assert server.get(f"{event}{page}", if_none_match=first.headers["ETag"]).status == 304
    django = server.get(f"{event}{page}", authorization="none")
    assert django.body == first.body
    assert "ETag" not in django.headers
    assert b"csrf" not in first.body


@pytest.mark.parametrize("page", PAGES)
def test_a_result_is_on_the_page_with_the_next_request(server, event, page):
    before = server.get(f"{event}{page}").headers["ETag"]
    organiser = Visitor(server)
    organiser.sign_in("olga")
    address = organiser.get(f"{event}/control/tables/1").headers["Location"]
    match = organiser.get(address).body
    version = match.partition(b'name="version" value="')[2].partition(b'"')[0].decode()
    saved = organiser.post(address, first_vp=60, second_vp=10, version=version, reason="test")
    assert saved.status == 302
    assert server.get(f"{event}{page}", if_none_match=before).status == 200
