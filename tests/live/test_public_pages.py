"""The product's public pages, requested from a real server."""

from __future__ import annotations

import pytest

from serving import RunningServer, Visitor, ask_django

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
    django = server.get(f"{event}{page}", **ask_django(server.data))
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


def test_a_page_in_memory_is_shown_under_every_name_of_the_server_and_under_no_other(server, event):
    page = server.get(f"{event}/standings")
    other = server.get(f"{event}/standings", host="localhost:1", if_none_match=page.headers["ETag"])
    assert other.status == 304
    assert server.get(f"{event}/standings", host="elsewhere.example").status == 400


@pytest.mark.parametrize("port", ["", ":{port}", ":8080"])
def test_a_screen_shows_the_address_it_was_opened_by_whatever_others_opened(server, event, port):
    opened = {f"{name}{port.format(port=server.port)}" for name in ("localhost", "127.0.0.1")}
    for host in opened:
        shown = server.get(f"{event}/board", host=host).body.decode()
        assert {h for h in opened if f"{h}{event}" in shown} == {host}
