"""A real server with two threads, and visitors who want to stop it. Another visitor still gets an answer.

On loopback 127.0.0.1 and 127.0.0.2 are two addresses, so one can be the flood and the other a phone.
"""

from __future__ import annotations

import http.client
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from serving import RunningServer, ask_django, running_server
from waiting import LIMIT, until

SITE = {
    "DJANGO_SETTINGS_MODULE": "live_site.settings",
    "CROSSTABLE_THREADS": "2",
    "CROSSTABLE_STREAMS": "25",
}
FLOOD, PHONE = "127.0.0.1", "127.0.0.2"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    data: Path = tmp_path_factory.mktemp("hostile") / "data"
    with running_server(data, **SITE) as server:
        assert server.post("/make/open/in-progress").body == b"made"
        yield server


def ask(server: RunningServer, path: str, address: str = PHONE, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(
        "127.0.0.1", server.port, timeout=LIMIT, source_address=(address, 0)
    )
    with closing(connection):
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def say(server: RunningServer, address: str, request: bytes) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT, source_address=(address, 0))
    opened.sendall(request)
    return opened


def status(opened: socket.socket) -> bytes:
    return opened.recv(12)[9:]


def times_rendered(server: RunningServer) -> int:
    return int(ask(server, "/times-rendered")[1])


def test_bodies_that_stall_hold_no_thread(server):
    half = b"POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2400000\r\n\r\n" + b"x" * 1_200_000
    with ExitStack() as stalled:
        for _ in range(8):
            stalled.enter_context(closing(say(server, FLOOD, half)))
        assert ask(server, "/times-rendered", **ask_django(server.data))[0] == 200


def test_a_body_beyond_all_reason_is_refused_before_it_is_sent(server):
    head = b"POST /change/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999999\r\n\r\n"
    with closing(say(server, FLOOD, head)) as opened:
        assert status(opened) == b"413"


def test_a_body_of_a_program_that_is_too_big_is_refused_as_a_problem(server):
    head = b"POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999999\r\n\r\n"
    with closing(say(server, FLOOD, head)) as opened:
        answer = b""
        while more := opened.recv(5000):  # to the end: head and body may come in two pieces
            answer += more
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"content-type: application/problem+json" in answer
    assert answer.endswith(b'"code": "too-large"}')


def test_headers_of_3_mb_are_refused(server):
    with closing(
        say(server, FLOOD, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 3_000_000)
    ) as opened:
        assert status(opened) == b"431"


def test_random_parameters_are_answered_from_memory(server):
    page = ask(server, "/t/open/page")
    before = times_rendered(server)
    assert {ask(server, f"/t/open/page?x={n}&_={n * n}", FLOOD) for n in range(30)} == {page}
    assert times_rendered(server) == before


def test_many_ports_and_spellings_of_the_host_are_answered_from_memory(server):
    page = ask(server, "/t/open/page")
    before = times_rendered(server)
    hosts = [f"{name}:{port}" for port in range(20) for name in ("localhost", "LOCALHOST", "127.0.0.1.")]
    assert {ask(server, "/t/open/page", FLOOD, host=host) for host in hosts} == {page}
    assert times_rendered(server) == before


def test_anyone_who_sends_many_requests_waits_behind_them_alone(server):
    answered: list[int] = []

    def slow(_: int) -> None:
        ask(server, "/t/open/slow", FLOOD, **ask_django(server.data))
        answered.append(1)

    with ThreadPoolExecutor(30) as flood:
        for n in range(30):
            flood.submit(slow, n)
        while len(answered) < 2:  # by now the others wait
            assert ask(server, "/healthz")[0] == 200
        assert ask(server, "/t/open/slow", **ask_django(server.data))[0] == 200
        assert len(answered) < 15


def stream(server: RunningServer, address: str, cookie: str = "") -> socket.socket:
    head = f"GET /t/open/stream HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
    return say(server, address, head.encode())


def test_one_address_may_have_every_stream_until_another_wants_one(server):
    with ExitStack() as held:
        flood = [held.enter_context(closing(stream(server, FLOOD))) for _ in range(26)]
        assert [status(opened) for opened in flood] == [b"200"] * 25 + [b"503"]
        phone = held.enter_context(closing(stream(server, PHONE)))
        assert status(phone) == b"200"
        heard = b""
        while not heard.endswith(b"\r\n0\r\n\r\n"):  # the oldest has ended
            heard += flood[0].recv(10_000)


def session(server: RunningServer) -> str:
    """The cookie of one more browser in which olga has signed in."""
    cookies = server.post("/sign-in").headers.get_all("Set-Cookie")
    return next(cookie.partition(";")[0] for cookie in cookies if cookie.startswith("sessionid="))


def test_one_person_has_a_few_streams_in_all_browsers_together(server):
    browsers = [session(server) for _ in range(3)]
    with ExitStack() as held:
        tabs = [held.enter_context(closing(stream(server, PHONE, browsers[n % 3]))) for n in range(21)]
        assert Counter(status(tab) for tab in tabs) == {b"200": 20, b"503": 1}
        assert status(held.enter_context(closing(stream(server, PHONE)))) == b"200"


def test_a_made_up_session_message_or_token_gets_the_page_from_memory(server):
    page = ask(server, "/t/open/page")
    before = times_rendered(server)
    cookies = [f"sessionid={n:032d}; just-wrote=1; messages=x{n}" for n in range(30)]
    assert {ask(server, "/t/open/page", FLOOD, cookie=cookie) for cookie in cookies} == {page}
    assert ask(server, "/t/open/page", FLOOD, authorization="Bearer x") == page
    assert times_rendered(server) == before


def test_a_session_that_has_ended_gets_the_page_from_memory(server):
    cookie = session(server)
    assert ask(server, "/t/open/page", cookie=cookie)[1].startswith(b"<p>olga reads")
    with closing(server.database) as database, database:
        database.execute("DELETE FROM django_session")

    def is_from_memory() -> bool:
        before = times_rendered(server)
        shown = ask(server, "/t/open/page", cookie=cookie)[1]
        return shown.startswith(b"<p>AnonymousUser reads") and times_rendered(server) == before

    until(is_from_memory, "a page from memory")


def test_in_a_trusted_network_made_up_sessions_take_no_stream_from_anyone(tmp_path):
    with running_server(tmp_path / "data", **SITE | {"CROSSTABLE_TRUSTED": "127.0.0.0/8"}) as server:
        server.post("/make/open/in-progress")
        people = [session(server) for _ in range(3)]
        with ExitStack() as held:
            flood = [
                held.enter_context(closing(stream(server, FLOOD, f"sessionid={n:032d}"))) for n in range(25)
            ]
            assert [status(opened) for opened in flood] == [b"200"] * 25
            phones = [held.enter_context(closing(stream(server, f"127.0.0.{n}"))) for n in range(2, 7)]
            tabs = [held.enter_context(closing(stream(server, FLOOD, cookie))) for cookie in people]
            assert [status(opened) for opened in phones + tabs] == [b"200"] * 8


@pytest.mark.parametrize("since", ["9" * 5000, "-1", "x", "%D9%A3"])
def test_a_stream_since_nonsense_begins_now(server, since):
    head = f"GET /t/open/stream?since={since} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with closing(say(server, PHONE, head.encode())) as opened:
        heard = b""
        while b"event: revision\ndata: 0\n" not in heard:
            heard += (more := opened.recv(10_000))
            assert more, heard
