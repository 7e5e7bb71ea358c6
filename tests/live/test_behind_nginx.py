"""deploy/nginx.conf in front of a real server, with other ports and its own certificate: what the server would
have said itself comes through."""

from __future__ import annotations

import http.client
import re
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from crosstable.live.bodies import MOST
from crosstable.live.connections import MOST_HEAD
from nginx import free_port, needs_nginx, running_nginx
from serving import RunningServer, running_server
from waiting import LIMIT

pytestmark = needs_nginx
EXAMPLE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
SITE = {
    "DJANGO_SETTINGS_MODULE": "live_site.settings",
    "CROSSTABLE_TLS": "1",
    "CROSSTABLE_HOSTS": "chess.example.org",
}
CERTIFICATE = (
    "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=chess.example.org -days 2 -keyout {home}/privkey.pem"
)


class Proxy(NamedTuple):
    plain: int
    secure: int
    server: RunningServer

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, str, bytes]:
        """Status, kind and body of what comes back over https."""
        with closing(self.connect()) as connection:
            connection.request(method, path, body, {"Host": "chess.example.org", **headers})
            answer = connection.getresponse()
            return answer.status, answer.headers.get_content_type(), answer.read()

    def connect(self) -> http.client.HTTPSConnection:
        context = ssl._create_unverified_context()
        return http.client.HTTPSConnection("127.0.0.1", self.secure, timeout=LIMIT, context=context)


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    home = tmp_path_factory.mktemp("nginx")
    subprocess.run(
        [*CERTIFICATE.format(home=home).split(), "-out", home / "fullchain.pem"],
        check=True,
        capture_output=True,
    )
    with running_server(home / "data", **SITE) as server:
        ports = {"80": free_port(), "443": free_port(), "3005": server.port}
        example = EXAMPLE.read_text().replace("/etc/letsencrypt/live/chess.example.org", str(home))
        example = re.sub(r"listen \[::\].*", "", example)
        example = re.sub(
            r"(listen |127\.0\.0\.1:)(\d+)", lambda found: f"{found[1]}{ports[found[2]]}", example
        )
        with running_nginx(home / "nginx", example, ports["443"]):
            yield Proxy(ports["80"], ports["443"], server)


def test_http_is_sent_on_to_https(proxy):
    with closing(http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=LIMIT)) as connection:
        connection.request("GET", "/t/open?round=1", headers={"Host": "chess.example.org"})
        answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, "https://chess.example.org/t/open?round=1")


def test_the_server_knows_who_asks_and_that_it_is_https(proxy):
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
    assert proxy.ask("GET", "/address", **forged) == (200, "text/html", b"127.0.0.1 https")


def test_its_numbers_are_not_for_everyone(proxy):
    assert proxy.ask("GET", "/metrics")[0] == 404


def test_headers_are_as_long_as_the_server_takes_and_it_says_so_itself(proxy):
    assert proxy.ask("GET", "/address", **{"X-Long": "x" * (MOST_HEAD - 1000)})[0] == 200
    words = f"The headers of a request have at most {MOST_HEAD} bytes.\n".encode()
    assert proxy.ask("GET", "/address", **{"X-Long": "x" * (MOST_HEAD + 100)}) == (431, "text/plain", words)


def test_so_are_bodies(proxy):
    assert proxy.ask("POST", "/make/large/in-progress", b"x" * (MOST - 1000))[0] == 200
    status, kind, _ = proxy.ask("POST", "/api/x", b"x" * (MOST + 1000))
    assert (status, kind) == (413, "application/problem+json")


def test_a_stream_is_passed_on_as_it_comes(proxy):
    assert proxy.ask("POST", "/make/open/in-progress", b"")[0] == 200
    with closing(proxy.connect()) as connection:
        connection.request("GET", "/t/open/stream?since=0", headers={"Host": "chess.example.org"})
        stream = connection.getresponse()
        for revision in (1, 2):
            assert proxy.ask("POST", "/change/open", b"")[2] == str(revision).encode()
            assert f"data: {revision}\n".encode() in iter(stream.readline, b"")


def test_a_machine_that_logs_in_without_end_is_slowed_down_and_a_hall_of_phones_is_not(proxy):
    def statuses(path: str, count: int) -> set[int]:
        with closing(proxy.connect()) as connection:
            found = set()
            for _ in range(count):
                connection.request("GET", path, headers={"Host": "chess.example.org"})
                answer = connection.getresponse()
                found.add(answer.status)
                answer.read()
            return found

    assert 429 not in statuses("/times-rendered", 400)
    assert 429 in statuses("/login", 400)
