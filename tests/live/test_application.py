"""The server as visitors use it: a real process, real sockets, a real SQLite file."""

from __future__ import annotations

import gzip
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from serving import SOURCE, RunningServer, ask_django, running_server
from waiting import LIMIT, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    data: Path = tmp_path_factory.mktemp("server") / "data"
    site = {"DJANGO_SETTINGS_MODULE": "live_site.settings", "CROSSTABLE_THREADS": "50"}
    with running_server(data, **site) as server:
        server.post("/make/draft/draft")
        yield server


@pytest.fixture
def slug(server: RunningServer, request: pytest.FixtureRequest) -> str:
    name = request.node.name.replace("_", "-")[:140]
    assert server.post(f"/make/{name}/in-progress").body == b"made"
    return name


def renders(server: RunningServer) -> int:
    return int(server.get("/times-rendered").body)


def revision_shown(server: RunningServer, slug: str) -> bytes:
    return server.get(f"/t/{slug}/page").body.partition(b", revision ")[2].partition(b"<")[0]


def commit_elsewhere(server: RunningServer, slug: str) -> None:
    with closing(server.database) as database, database:
        database.execute("UPDATE events_tournament SET revision = revision + 1 WHERE slug = ?", [slug])


def test_health_is_answered(server):
    response = server.get("/healthz")
    assert (response.status, response.body) == (200, b"ok")


def test_a_public_page_is_made_once_and_is_what_django_would_send(server, slug):
    before = renders(server)
    first, second = server.get(f"/t/{slug}/page"), server.get(f"/t/{slug}/page")
    assert renders(server) == before + 1
    django = server.get(f"/t/{slug}/page", **ask_django(server.data))
    assert first.body == second.body == django.body
    assert {"X-Crosstable-Revision"}.isdisjoint(set(first.headers) | set(django.headers))
    kept = {name.lower(): value for name, value in second.headers.items()}
    for name, value in django.headers.items():
        if name.lower() not in {"date", "vary", "x-request-id"}:
            assert kept[name.lower()] == value
    assert (kept["cache-control"], kept["vary"]) == ("no-cache", "accept-encoding, cookie")


def test_a_browser_that_has_the_page_is_told_so_in_a_line(server, slug):
    page = server.get(f"/t/{slug}/page")
    again = server.get(f"/t/{slug}/page", if_none_match=page.headers["ETag"])
    assert (again.status, again.body, again.headers["ETag"]) == (304, b"", page.headers["ETag"])
    server.post(f"/change/{slug}")
    assert server.get(f"/t/{slug}/page", if_none_match=page.headers["ETag"]).status == 200


def test_the_page_is_compressed_for_those_who_take_it(server, slug):
    plain = server.get(f"/t/{slug}/page")
    packed = server.get(f"/t/{slug}/page", accept_encoding="br, gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 3


def test_head_has_the_headers_and_no_body(server, slug):
    page, head = server.get(f"/t/{slug}/page"), server.ask("HEAD", f"/t/{slug}/page")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["Content-Length"] == str(len(page.body))


def test_after_a_commit_in_this_process_no_one_gets_the_old_page(server, slug):
    for revision in range(30):
        assert revision_shown(server, slug) == str(revision).encode()
        assert revision_shown(server, slug) == str(revision).encode()
        server.post(f"/change/{slug}")


def test_another_process_s_commit_is_seen_by_itself(server, slug):
    assert revision_shown(server, slug) == b"0"
    commit_elsewhere(server, slug)
    until(lambda: revision_shown(server, slug) == b"1", "that the page follows")


def test_a_signed_in_visitor_is_always_answered_by_django(server, slug):
    cookies = server.post("/sign-in").headers.get_all("Set-Cookie")
    cookie = "; ".join(cookie.partition(";")[0] for cookie in cookies)
    assert server.get(f"/t/{slug}/page").body.startswith(b"<p>AnonymousUser reads")
    before = renders(server)
    mine = [server.get(f"/t/{slug}/page", cookie=cookie) for _ in range(2)]
    assert renders(server) == before + 2
    assert all(page.body.startswith(b"<p>olga reads") and "ETag" not in page.headers for page in mine)
    assert server.get(f"/t/{slug}/page").body.startswith(b"<p>AnonymousUser reads")


def test_a_signed_in_visitor_may_ask_for_what_everyone_sees(server, slug):
    cookies = server.post("/sign-in").headers.get_all("Set-Cookie")
    # Three seconds later: until then a visitor who wrote something is not answered from the cache.
    cookie = "; ".join(c.partition(";")[0] for c in cookies if not c.startswith("just-wrote="))
    before = renders(server)
    pages = [
        server.get(f"/t/{slug}/page?as=visitor", **who)
        for who in ({"cookie": cookie}, {}, {"cookie": cookie})
    ]
    assert renders(server) == before + 1
    assert {page.body.partition(b" reads")[0] for page in pages} == {b"<p>AnonymousUser"}
    assert "Set-Cookie" not in server.get(f"/t/{slug}/form?as=visitor", cookie=cookie).headers


@pytest.mark.parametrize("kind", ["form", "private", "by-agent"])
def test_what_differs_between_visitors_is_never_kept(server, kind):
    server.post(f"/make/never-{kind}/in-progress")
    before = renders(server)
    for _ in range(2):
        response = server.get(f"/t/never-{kind}/{kind}")
        assert "ETag" not in response.headers
        assert "X-Crosstable-Revision" not in response.headers
    assert renders(server) == before + 2


def test_a_form_s_token_is_not_kept_from_a_visitor_who_has_the_cookie(server, slug):
    cookie = server.get(f"/t/{slug}/form").headers["Set-Cookie"].partition(";")[0]
    pages = [server.get(f"/t/{slug}/form", cookie=cookie) for _ in range(2)]
    assert pages[0].body != pages[1].body
    assert all("ETag" not in page.headers for page in pages)


def test_a_crowd_that_asks_at_once_makes_django_work_once(server, slug):
    before = renders(server)
    with ThreadPoolExecutor(20) as crowd:
        pages = list(crowd.map(lambda _: server.get(f"/t/{slug}/slow").body, range(20)))
    assert len(set(pages)) == 1
    assert renders(server) == before + 1


def test_a_stream_tells_every_new_revision_no_matter_who_made_it(server, slug):
    with closing(server.connect()) as connection:
        connection.request("GET", f"/t/{slug}/stream")
        stream = connection.getresponse()
        assert stream.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert next_revision(stream) == 0
        server.post(f"/change/{slug}")
        assert next_revision(stream) == 1
        commit_elsewhere(server, slug)
        assert next_revision(stream) == 2


def test_a_stream_is_silent_for_one_who_has_seen_the_revision(server, slug):
    with closing(server.connect()) as connection:
        connection.request("GET", f"/t/{slug}/stream?since=0")
        stream = connection.getresponse()
        server.post(f"/change/{slug}")
        assert next_revision(stream) == 1


@pytest.mark.parametrize("unseen", ["draft", "no-such-event"])
def test_a_draft_has_no_stream(server, unseen):
    assert server.get(f"/t/{unseen}/stream").status == 404


def test_the_database_is_opened_as_promised(server):
    assert json.loads(server.get("/pragmas").body) == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 20000,
    }


def test_fifty_parallel_writers_all_succeed(server):
    names = [f"writer-{n}" for n in range(200)]
    with ThreadPoolExecutor(50) as writers:
        answers = list(writers.map(lambda name: server.post(f"/enter/{name}").body, names))
    assert answers == [b"entered"] * 200
    with closing(server.database) as database:
        rows = database.execute("SELECT name FROM accounts_player WHERE name LIKE 'writer-%'")
        assert sorted(name for (name,) in rows) == sorted(names)


def test_static_files_have_lasting_addresses_and_come_compressed(server):
    address = server.get("/address-of/outbox.js").body.decode()
    assert re.fullmatch(r"/static/[0-9a-f]{12}/outbox.js", address)
    file = server.get(address, accept_encoding="gzip")
    source = SOURCE / "crosstable/web/static/outbox.js"
    assert gzip.decompress(file.body) == source.read_bytes()
    assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert file.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert server.get(address, if_none_match=file.headers["ETag"]).status == 304
    assert server.get("/static/outbox.js").body == source.read_bytes()


def next_revision(stream) -> int:
    """The number of the next `revision` event; blank lines, retry and heartbeats are passed over."""
    end = time.monotonic() + LIMIT  # heartbeats never end
    while not (line := stream.readline()).startswith(b"event: revision"):
        assert line, "the stream ended"
        assert time.monotonic() < end
    return int(stream.readline().removeprefix(b"data: "))
