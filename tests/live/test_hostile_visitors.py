"""A real server with two threads, and visitors who want to stop it. Another visitor is answered all the same.

On loopback 127.0.0.1 and 127.0.0.2 are two addresses, so one can be the flood and the other a phone.
"""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from serving import RunningServer, running_server

SITE = {
    "DJANGO_SETTINGS_MODULE": "front_door_site.settings",
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
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=(address, 0))
    with closing(connection):
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def say(server: RunningServer, address: str, said: bytes) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=(address, 0))
    opened.sendall(said)
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
        assert ask(server, "/times-rendered", authorization="none")[0] == 200


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


def test_whoever_sends_many_requests_waits_behind_them_alone(server):
    answered: list[int] = []

    def slow(_: int) -> None:
        ask(server, "/t/open/slow", FLOOD, authorization="none")
        answered.append(1)

    with ThreadPoolExecutor(30) as flood:
        for n in range(30):
            flood.submit(slow, n)
        while len(answered) < 2:  # by now the others wait
            assert ask(server, "/healthz")[0] == 200
        assert ask(server, "/t/open/slow", authorization="none")[0] == 200
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


def test_one_session_has_a_few_streams(server):
    with ExitStack() as held:
        tabs = [held.enter_context(closing(stream(server, PHONE, "sessionid=abc"))) for _ in range(21)]
        assert [status(tab) for tab in tabs] == [b"200"] * 20 + [b"503"]
        assert status(held.enter_context(closing(stream(server, PHONE, "sessionid=def")))) == b"200"


@pytest.mark.parametrize("since", ["9" * 5000, "-1", "x", "%D9%A3"])
def test_a_stream_since_nonsense_begins_now(server, since):
    head = f"GET /t/open/stream?since={since} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with closing(say(server, PHONE, head.encode())) as opened:
        heard = b""
        while b"event: revision\ndata: 0\n" not in heard:
            heard += (more := opened.recv(10_000))
            assert more, heard
