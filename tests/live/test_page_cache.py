"""Pages in memory, apart from any server."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from crosstable.live.bridge import Answer, stamp_of
from crosstable.live.cache import Page, PageCache, Stamp, make_page, matches, size_of, takes_gzip
from crosstable.live.hub import Hub
from crosstable.live.visitors import Key, anonymous_visit


def key(path: str) -> Key:
    return Key(False, b"", path, b"", "")


def page(text: str = "x" * 1000) -> Page:
    return make_page(text.encode(), [(b"content-type", b"image/png")], "1-1")


def test_a_page_is_fresh_until_the_hub_hears_of_a_later_revision():
    hub = Hub()
    cache = PageCache(hub, 10**6)
    kept = page()
    cache.store(key("/a"), Stamp(7, 3), kept)
    assert cache.fresh(key("/a")) is kept
    hub.tell(7, 2)
    hub.tell(8, 4)
    assert cache.fresh(key("/a")) is kept
    hub.tell(7, 4)
    assert cache.fresh(key("/a")) is None


def test_a_page_made_before_a_commit_that_was_told_already_is_never_fresh():
    hub = Hub()
    hub.tell(7, 4)
    cache = PageCache(hub, 10**6)
    cache.store(key("/a"), Stamp(7, 3), page())
    assert cache.fresh(key("/a")) is None


class Burst(Hub):
    """Listeners received revision 4 a moment ago and receive nothing else for now."""

    def announced(self, tournament_id: int) -> int:
        return 4


def test_while_results_pour_in_a_page_may_be_a_second_old_but_not_older_than_what_people_were_told(
    monkeypatch,
):
    hub = Burst()
    hub.tell(7, 6)
    cache = PageCache(hub, 10**6)
    kept = page()
    cache.store(key("/told-of-later"), Stamp(7, 3), page())
    cache.store(key("/a"), Stamp(7, 4), kept)
    cache.store(key("/b"), Stamp(7, 5), kept)
    shown = [cache.fresh(key(path)) for path in ("/told-of-later", "/a", "/b")]
    assert shown == [None, kept, kept]
    later = time.monotonic() + 1.1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert [cache.fresh(key(path)) for path in ("/a", "/b")] == [None, None]


def test_a_page_is_rendered_again_after_a_minute(monkeypatch):
    cache = PageCache(Hub(), 10**6)
    cache.store(key("/a"), Stamp(7, 3), page())
    later = time.monotonic() + 61
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert cache.fresh(key("/a")) is None


def test_a_deleted_tournament_s_pages_are_not_served():
    hub = Hub()
    cache = PageCache(hub, 10**6)
    cache.store(key("/a"), Stamp(7, 3), page())
    hub.forget(7)
    assert cache.fresh(key("/a")) is None


def test_the_least_recently_asked_for_leaves_when_memory_is_full():
    hub = Hub()
    size = page().size + size_of(key("/a"))
    cache = PageCache(hub, 3 * size)
    for path in ("/a", "/b", "/c"):
        cache.store(key(path), Stamp(1, 1), page())
    cache.fresh(key("/a"))
    cache.store(key("/d"), Stamp(1, 1), page())
    assert [path for path in ("/a", "/b", "/c", "/d") if cache.fresh(key(path))] == ["/a", "/c", "/d"]
    assert cache.bytes == 3 * size
    assert cache.tournaments() == {1}


def test_a_page_larger_than_the_memory_is_not_kept():
    cache = PageCache(Hub(), 2500)
    cache.store(key("/a"), Stamp(1, 1), page())
    assert (len(cache), cache.bytes) == (0, 0)


@pytest.mark.parametrize(
    ("sent", "same"),
    [
        (None, False),
        (b'W/"1-2"', True),
        (b'"1-2"', True),
        (b'"0-0", W/"1-2"', True),
        (b"*", True),
        (b'"1-20"', False),
    ],
)
def test_an_etag_matches_weakly(sent, same):
    assert matches(sent, b'W/"1-2"') is same


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        (b"gzip", True),
        (b"br, GZIP;q=0.5", True),
        (b"*", True),
        (b"gzip;q=0", False),
        (b"br", False),
        (b"", False),
    ],
)
def test_gzip_is_sent_only_where_it_is_taken(accepted, takes):
    assert takes_gzip(accepted) is takes


def request(method: str = "GET", **headers: str) -> dict:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"method": method, "scheme": "http", "path": "/", "query_string": b"", "headers": named}


@pytest.mark.parametrize(
    "personal",
    [
        request("POST"),
        request(cookie="sessionid=abc"),
        request(cookie="a=b; sessionid =abc"),
        request(cookie="messages=abc"),
        request(cookie="just-wrote=1"),
        {**request(authorization="Bearer abc"), "path": "/api/tournaments"},
        {**request(), "headers": [(b"cookie", b"sessionid=abc"), (b"cookie", b"a=b")]},
    ],
)
def test_a_request_that_could_tell_who_asks_is_not_anonymous(personal):
    assert anonymous_visit(personal) is None


@pytest.mark.parametrize(
    "headers",
    [{"cookie": "theme=sessionid"}, {"cookie": "xsessionid=1; my-messages=2"}, {"authorization": "none"}],
)
def test_what_only_looks_like_a_person_is_anonymous_on_a_page(headers):
    assert anonymous_visit(request(host="localhost", **headers)) is not None


def test_pages_are_cached_by_scheme(settings):
    settings.BEHIND_TLS = True
    visits = [
        request(host="localhost"),
        request(host="localhost", x_forwarded_proto="https"),
    ]
    assert len({anonymous_visit(visit).key for visit in visits}) == 2


def of_hosts(path: str, *hosts: str) -> set[tuple[bytes, bool]]:
    """The host in the key, and whether what is made may be kept."""
    scopes = [{**request(host=host), "path": path, "server": ("127.0.0.1", 3005)} for host in hosts]
    visits = [anonymous_visit(scope) for scope in scopes]
    return {(visit.key.host, visit.may_keep) for visit in visits}


def test_one_page_is_good_for_every_name_and_port_of_the_server():
    ports = [f"localhost:{port}" for port in range(500)]
    for path in ("/", "/t/open/standings", "/s/token", "/leaderboard"):
        assert of_hosts(path, "127.0.0.1", "LocalHost", "localhost.:80", *ports) == {(b"", True)}


@pytest.mark.parametrize("path", ["/b/4821", "/t/open/board", "/t/open/screens/names", "/s/token/qr"])
def test_a_page_that_shows_the_address_is_kept_for_those_that_were_set_up_and_no_others(path, settings):
    settings.ALLOWED_HOSTS = ["localhost", "Club.example", ".example.org"]
    settings.PUBLIC_URL = "https://club.example:8443"
    ours = ["localhost", "localhost:3005", "club.example", "club.example:3005", "club.example:8443"]
    assert of_hosts(path, *ours) == {(host.encode(), True) for host in ours}
    others = [
        "localhost:8443",
        "LOCALHOST",
        "localhost.",
        "localhost:03005",
        "a.example.org",
        "club.example:1",
    ]
    assert of_hosts(path, *others) == {(host.encode(), False) for host in others}


@pytest.mark.parametrize("host", ["elsewhere.example", "localhost:x", "localhost,localhost", "", "a" * 256])
def test_a_name_that_is_not_ours_is_left_to_django(host, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    assert anonymous_visit(request(host=host)) is None


def test_anyone_who_is_behind_no_proxy_cannot_choose_the_scheme():
    visits = [request(host="localhost", x_forwarded_proto=scheme) for scheme in ("https", "http", "x" * 9000)]
    assert {anonymous_visit(visit).key for visit in visits} == {
        anonymous_visit(request(host="localhost")).key
    }


def asked(path: str, query: str) -> tuple[bytes, bool]:
    visit = anonymous_visit({**request(host="localhost"), "path": path, "query_string": query.encode()})
    return visit.key.query, visit.may_keep


@pytest.mark.parametrize(
    ("path", "query", "known"),
    [
        ("/t/open/standings", "round=2", "round=2"),
        ("/t/open/standings", "x=873264&round=1&utm=1&round=2&as=visitor", "round=2"),
        ("/t/open", "873264", ""),
        ("/t/open/stages/1/schedule", "x&by=team", "by=team"),
        ("/s/token", "_=1", ""),
        ("/b/4821", "_=1", ""),
        ("/t/open/control/journal", "kind=result", "kind=result"),
        ("/t/open/me", "kind=result", "kind=result"),
        ("/t/open/men", "kind=result", ""),
        ("/api/tournaments/1/standings", "rounds=1", "rounds=1"),
        ("/login", "next=/t/open", "next=/t/open"),
        ("/leaderboard", "x=1&page=2&game=chess", "game=chess&page=2"),
        ("/", "873264", ""),
        ("/clubs/new", "q=1&x=1", "q=1"),
        ("/clubs/harbour/members", "x=1", "x=1"),
    ],
)
def test_parameters_that_make_no_other_page_are_left_out(path, query, known, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    assert asked(path, query) == (known.encode(), True)


@pytest.mark.parametrize(
    ("path", "query"),
    [("/t/" + "x" * 300, ""), ("/t/open", "round=" + "9" * 200), ("/api/x", "y" * 201)],
)
def test_what_is_too_long_to_be_a_key_is_not_kept(path, query):
    assert asked(path, query)[1] is False


def test_nothing_of_a_long_header_is_remembered(settings):
    settings.LANGUAGES = [*settings.LANGUAGES, ("de", "Deutsch")]
    tracemalloc.start()
    try:
        for n in range(200):
            long = f"{n}" + "x" * 15_000
            anonymous_visit(
                request(
                    host="localhost", cookie=f"django_language={long}; theme={long}", accept_language=long
                )
            )
        assert tracemalloc.get_traced_memory()[0] < 1_000_000
    finally:
        tracemalloc.stop()


def test_the_pages_of_an_earlier_revision_give_their_room_back():
    hub = Hub()
    cache = PageCache(hub, 10**6)
    for path in ("/a", "/b"):
        cache.store(key(path), Stamp(7, 3), page())
    cache.store(key("/other"), Stamp(8, 1), page())
    hub.tell(7, 4)
    cache.store(key("/a"), Stamp(7, 4), page())
    assert (len(cache), cache.bytes) == (2, 2 * page().size + size_of(key("/a")) + size_of(key("/other")))
    hub.tell(8, 2)
    cache.fresh(key("/other"))
    assert (len(cache), cache.tournaments()) == (1, {7})


def answered(status: int = 200, **headers: str) -> Answer:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Answer(status, named)


def test_only_a_marked_page_without_cookies_is_kept():
    assert stamp_of(answered(x_crosstable_revision="7:3", vary="Cookie, Accept-Language")) == Stamp(7, 3)
    assert stamp_of(answered()) is None
    assert stamp_of(answered(404, x_crosstable_revision="7:3")) is None
    assert stamp_of(answered(x_crosstable_revision="7:3", set_cookie="a=b")) is None
    assert stamp_of(answered(x_crosstable_revision="7:3", vary="User-Agent")) is None
    assert stamp_of(answered(x_crosstable_revision="nonsense")) is None
