"""The product's public pages through the front door."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from serving import QUICK, RunningServer, Visitor, prepare, running_server

PAGES = ["", "/standings", "/board", "/rounds/1"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    data: Path = tmp_path_factory.mktemp("public") / "data"
    prepare(data, "from building import playing\nplaying('ann bob cat dan', name='Open')", **QUICK)
    with running_server(data, **QUICK) as server:
        yield server


@pytest.mark.parametrize("page", PAGES)
def test_a_public_page_comes_from_memory_and_is_what_django_would_send(server, page):
    first = server.get(f"/t/open{page}")
    assert (first.status, first.headers["Cache-Control"]) == (200, "no-cache")
    assert server.get(f"/t/open{page}", if_none_match=first.headers["ETag"]).status == 304
    django = server.get(f"/t/open{page}", authorization="none")
    assert django.body == first.body
    assert "ETag" not in django.headers
    assert b"csrf" not in first.body


@pytest.mark.parametrize("page", PAGES)
def test_a_result_is_on_the_page_with_the_next_request(server, page):
    before = server.get(f"/t/open{page}").headers["ETag"]
    organiser = Visitor(server)
    organiser.sign_in("olga")
    score = 60 + PAGES.index(page)
    match = organiser.get("/t/open/control/tables/1").body
    version = match.partition(b'name="version" value="')[2].partition(b'"')[0].decode()
    saved = organiser.post(
        "/t/open/control/tables/1", first_vp=score, second_vp=10, version=version, reason="test"
    )
    assert saved.status == 302
    assert server.get(f"/t/open{page}", if_none_match=before).status == 200
