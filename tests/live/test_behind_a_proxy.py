"""Whose word for the visitor's address is taken, and what https brings with it."""

from __future__ import annotations

import http.client
import re
from contextlib import closing

from serving import RunningServer, running_server
from waiting import LIMIT

SITE = {"DJANGO_SETTINGS_MODULE": "live_site.settings"}
SAID = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}


def ask(server: RunningServer, address: str) -> tuple[bytes, str | None]:
    connection = http.client.HTTPConnection(
        "127.0.0.1", server.port, timeout=LIMIT, source_address=(address, 0)
    )
    with closing(connection):
        connection.request("GET", "/address", headers=SAID)
        answer = connection.getresponse()
        return answer.read(), answer.headers["Strict-Transport-Security"]


def test_without_a_proxy_no_one_says_where_a_visitor_comes_from(tmp_path):
    with running_server(tmp_path / "data", **SITE) as server:
        assert ask(server, "127.0.0.1") == (b"127.0.0.1 http", None)


def test_a_proxy_is_believed_and_no_one_else_and_https_is_for_good(tmp_path):
    behind = {
        "CROSSTABLE_TLS": "1",
        "CROSSTABLE_PROXIES": "127.0.0.1",
        "CROSSTABLE_HOSTS": "club.example 127.0.0.1",
    }
    with running_server(tmp_path / "data", **SITE, **behind) as server:
        assert re.findall(r"\S+(?=/setup/)", server.output) == ["https://club.example"]
        assert ask(server, "127.0.0.1") == (b"203.0.113.9 https", "max-age=31536000")
        assert ask(server, "127.0.0.2")[0].split() == [b"127.0.0.2", b"https"]
