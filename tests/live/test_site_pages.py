"""Pages about the whole site, from memory: the front page, the leaderboard, players, clubs."""

from __future__ import annotations

import asyncio
from contextlib import closing
from types import SimpleNamespace

import pytest
from django.db import connection

from crosstable.events.site import SITE, raise_site, site_revision
from crosstable.live.hub import Hub, Poller, state_of_database
from serving import QUICK, Response, RunningServer, Visitor, ask_django, prepare, running_server
from waiting import until

PAGES = [
    "/",
    "/leaderboard",
    "/clubs",
    "/clubs/{club}",
    "/players/{player}",
    "/offline",
    "/manifest.webmanifest",
]


@pytest.fixture
def server(house) -> RunningServer:
    return house.server


@pytest.fixture(scope="module")
def names(house) -> dict[str, str]:
    lines = """
from building import build_club, playing
from crosstable.events.models import Entry
event = playing('renata bob cat dan')
print(event.slug, build_club("Harbour pages").slug, event.entries.first().player_id)
"""
    return dict(zip(("slug", "club", "player"), house.build(lines).split(), strict=True))


def kept_page(server: RunningServer, path: str) -> Response | None:
    """Unless the server wrote something (a mail sent, a session ended) between the two requests."""
    page = server.get(path)
    return page if server.get(path, if_none_match=page.headers["ETag"]).status == 304 else None


@pytest.mark.parametrize("address", PAGES)
def test_a_page_of_the_site_comes_from_memory_and_is_what_django_would_send(server, names, address):
    path = address.format(**names)
    first = until(lambda: kept_page(server, path), "a page from memory")
    assert (first.status, first.headers["Cache-Control"]) == (200, "no-cache")
    django = server.get(path, **ask_django(server.data))
    assert django.body == first.body
    assert "ETag" not in django.headers
    assert b"csrf" not in first.body


def test_a_search_is_answered_and_not_kept(server, names):
    assert "ETag" not in server.get("/leaderboard?q=ann").headers
    assert "ETag" in server.get("/leaderboard?game=chess&x=1").headers


def test_a_name_changed_by_another_process_is_on_the_page_a_moment_later(server, names):
    path = f"/players/{names['player']}"
    assert b"Renate" not in server.get(path).body
    with closing(server.database) as database, database:
        database.execute("UPDATE accounts_player SET name = 'Renate' WHERE id = ?", [names["player"]])
    until(lambda: b"Renate" in server.get(path).body, "the new name")


def test_anyone_who_founds_a_club_sees_it_in_every_worker_at_once(tmp_path):
    prepare(
        tmp_path / "data", "from building import administrator, user\nadministrator()\nuser('olga')", **QUICK
    )
    with running_server(tmp_path / "data", "--workers", "3", **QUICK) as server:
        for _ in range(12):
            server.get("/clubs")
        olga = Visitor(server)
        olga.sign_in("olga")
        olga.get("/clubs/new")
        assert olga.post("/clubs/new", name="Quick Club").status == 302
        assert olga.cookies["just-wrote"] == "1"
        cookie = f"just-wrote=1; sessionid={olga.cookies['sessionid']}"
        assert {b"Quick Club" in server.get("/clubs", cookie=cookie).body for _ in range(12)} == {True}
        as_visitor = {b"Quick Club" in server.get("/clubs?as=visitor", cookie=cookie).body for _ in range(12)}
        assert as_visitor == {True}


def test_a_visitor_who_only_reads_is_given_no_cookie(server, names):
    assert "Set-Cookie" not in server.get("/").headers


def test_the_number_of_the_site_rises_and_is_told():
    before, revisions = site_revision(), []
    from crosstable.events.hooks import site_raised

    site_raised.connect(told_one := lambda revision, **_: revisions.append(revision))
    raise_site()
    site_raised.disconnect(told_one)
    assert revisions == [before + 1] == [site_revision()]
    assert SITE == 0


@pytest.mark.django_db(transaction=True)
def test_the_database_says_whether_anyone_else_has_written():
    """Asked on one connection, written on another."""
    from concurrent.futures import ThreadPoolExecutor

    from crosstable.accounts.models import Player

    def write() -> None:
        Player.objects.create(name="Somebody")
        connection.close()

    if connection.vendor == "sqlite" and connection.is_in_memory_db():
        pytest.skip("a database in memory has one connection")
    first = state_of_database()
    assert state_of_database() == first
    with ThreadPoolExecutor(1) as thread:
        thread.submit(write).result()
    assert state_of_database() != first


def test_nothing_is_asked_or_raised_while_no_one_writes(monkeypatch):
    states, asked, clock = iter("aabb"), [], SimpleNamespace(now=0.0)

    async def ask(question):
        return question()

    monkeypatch.setattr("crosstable.live.hub.ask", ask)
    monkeypatch.setattr("crosstable.live.hub.state_of_database", lambda: next(states))
    monkeypatch.setattr("crosstable.live.hub.revisions_of", lambda ids: asked.append(ids) or {7: 3})
    monkeypatch.setattr("crosstable.live.hub.time", SimpleNamespace(monotonic=lambda: clock.now))
    hub = Hub()
    poller = Poller(hub, lambda: {7, 8})
    hub.tell(8, 1)
    before, raised = site_revision(), []
    for clock.now in (100.0, 100.2, 100.3, 101.0):
        asyncio.run(poller.poll_once())
        raised.append(site_revision() - before)
    assert asked == [{7, 8}, {7, 8}]
    assert (hub.revision(7), hub.revision(8)) == (3, None)
    # Written at the first and the third look; the site is not raised again before three quarters of a second are over.
    assert raised == [1, 1, 1, 2]
