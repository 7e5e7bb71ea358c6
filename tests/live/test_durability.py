"""Bad luck: the server is killed, or stopped with streams open."""

from __future__ import annotations

import contextlib
import http.client
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count

from serving import RunningServer, running_server
from waiting import until

SITE = {"DJANGO_SETTINGS_MODULE": "live_site.settings"}


def test_kill_9_in_the_middle_of_writing_loses_nothing_that_was_acknowledged(tmp_path):
    acknowledged: set[str] = set()
    with running_server(tmp_path / "data", **SITE) as server, ThreadPoolExecutor(8) as writers:
        for writer in range(8):
            writers.submit(write_until_it_breaks, server, writer, acknowledged)
        until(lambda: len(acknowledged) > 150, "150 entries")
        server.kill()
    with running_server(tmp_path / "data", **SITE) as server, closing(server.database) as database:
        assert server.get("/healthz").body == b"ok"
        stored = {name for (name,) in database.execute("SELECT name FROM accounts_player")}
        assert acknowledged - stored == set()
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_ctrl_c_ends_open_streams_and_the_server_at_once(tmp_path):
    with running_server(tmp_path / "data", **SITE) as server:
        server.post("/make/event/in-progress")
        streams = [open_stream(server) for _ in range(5)]
        assert server.stop() == 0
        assert "graceful shutdown exceeded" not in server.output  # the shutdown did not wait for the streams
        assert [stream.read() for stream in streams] == [b""] * 5
        assert server.output.endswith("Stopped.\n")
        assert "Traceback" not in server.output


def test_a_visitor_who_leaves_a_stream_is_forgotten(tmp_path):
    with running_server(tmp_path / "data", **SITE) as server:
        server.post("/make/event/in-progress")
        for _ in range(20):
            open_stream(server).close()
        server.post("/change/event")
        assert server.get("/healthz").body == b"ok"
        assert "Traceback" not in server.output


def open_stream(server: RunningServer) -> http.client.HTTPResponse:
    connection = server.connect()
    connection.request("GET", "/t/event/stream?since=0")
    stream = connection.getresponse()
    begin = [stream.readline() for _ in range(5)]
    assert (begin[:3], begin[4]) == ([b"retry: 2000\n", b"\n", b"event: time\n"], b"\n")
    return stream


def write_until_it_breaks(server: RunningServer, writer: int, acknowledged: set[str]) -> None:
    with contextlib.suppress(OSError, http.client.HTTPException):
        for number in count():
            name = f"entry-{writer}-{number}"
            if server.post(f"/enter/{name}").body == b"entered":
                acknowledged.add(name)
