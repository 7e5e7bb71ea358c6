"""Failure 10: one of two servers dies. Both stand behind nginx with one PostgreSQL, as on a big installation: listeners
of one receive what the other stores; and nothing that was confirmed is lost.
"""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from failures.test_6_kill_during_publish import Database, check_journals, database  # noqa: F401
from failures.test_9_storage import NO_LIMIT, Hall
from nginx import free_port, needs_nginx, running_nginx
from serving import RunningServer, running_server
from waiting import LIMIT, until

BEFORE = """
    upstream crosstable {{ {servers} keepalive 32; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://crosstable; proxy_http_version 1.1; proxy_set_header Connection "";
            proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
        }}
    }}
"""


@contextmanager
def nginx_before(servers: list[RunningServer], home: Path) -> Iterator[SimpleNamespace]:
    """Something that can be asked like a server, and gives each question to one of them."""
    port = free_port()
    upstream = " ".join(f"server 127.0.0.1:{server.port} max_fails=1 fail_timeout=30s;" for server in servers)
    proxy = SimpleNamespace(
        port=port, connect=lambda: http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
    )
    proxy.ask = lambda *words, **headers: RunningServer.ask(proxy, *words, **headers)
    proxy.post = lambda path, body=b"", **headers: proxy.ask("POST", path, body, **headers)
    with running_nginx(home, BEFORE.format(servers=upstream, port=port), port):
        yield proxy


@needs_nginx
def test_two_servers_behind_nginx_lose_nothing_when_one_is_killed(database: Database):  # noqa: F811
    if not database.url:
        pytest.skip("several servers share a PostgreSQL")
    data, env = database.data, {**NO_LIMIT, "DATABASE_URL": database.url, "CROSSTABLE_HOSTS": "127.0.0.1"}
    hall = Hall(data, **env)
    with running_server(data, **env) as doomed, running_server(data.parent / "other", **env) as other:
        listening = other.connect()
        listening.request("GET", f"/t/{hall.slug}/stream?since=0")
        stream = listening.getresponse()
        with nginx_before([doomed, other], data.parent / "nginx") as proxy:
            writer = Thread(target=lambda: [enter_until_told(hall, proxy, match) for match in hall.matches])
            writer.start()
            until(lambda: len(hall.confirmed) >= 4, "four results")
            doomed.kill()
            writer.join()
        assert hall.confirmed == set(hall.matches) == hall.agreed(database)
        ((last,),) = database.ask("SELECT revision FROM events_tournament")
        assert any(line == f"data: {last}\n".encode() for line in iter(stream.readline, b""))
    check_journals(database)


def enter_until_told(hall: Hall, proxy: SimpleNamespace, match: int) -> None:
    """As a desk does: a request without an answer, or with nginx's own error page, is sent again."""
    for _ in range(50):
        with suppress(OSError, http.client.HTTPException):
            if hall.enter(proxy, match).status in (200, 409):
                hall.confirmed.add(match)
                return
