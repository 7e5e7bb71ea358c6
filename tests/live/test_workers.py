"""Several processes behind one address: they share what must be, are replaced when they die, and end together."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPResponse
from pathlib import Path

import pytest

from crosstable.upkeep.running import count_workers
from serving import QUICK, RunningServer, environment, prepare, running_server
from waiting import LIMIT, until

EVENT = """
from building import event
from crosstable.events.models import Status
print(event("ann bo cy di", Status.REGISTRATION, name="Workers").slug)
"""
NEXT = """
from crosstable.events.actions.event.tournaments import advance
from crosstable.events.models import Tournament
t = Tournament.objects.get()
advance(tournament=t, by=t.owner)
"""
# The signal comes to the first process when the two have just parted, and the worker is slow to begin.
TOLD_WHILE_PARTING = """
import os, signal, time
from crosstable.live.workers import Supervisor
os.register_at_fork(
    after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM), after_in_child=lambda: time.sleep(0.5)
)
Supervisor([lambda: time.sleep(600)]).run()
"""


@pytest.fixture
def three(tmp_path) -> Iterator[RunningServer]:
    prepare(tmp_path / "data", EVENT, **QUICK)
    with running_server(tmp_path / "data", "--workers", "3", **QUICK) as server:
        until(lambda: len(children(server)) == 4, "three that answer, and one that renders pages")
        yield server


def children(server: RunningServer) -> set[int]:
    pid = server.process.pid
    return {int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def is_there(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def page_renderer(server: RunningServer) -> int:
    """The one that gives way to the others."""
    return max(children(server), key=lambda pid: os.getpriority(os.PRIO_PROCESS, pid))


def test_a_worker_that_dies_is_replaced_and_the_others_go_on(three):
    before = children(three)
    os.kill(min(before), signal.SIGKILL)
    assert three.get("/").status == 200
    until(lambda: len(children(three)) == 4 and min(before) not in children(three), "another worker")
    assert before & children(three) == before - {min(before)}
    until(lambda: count_workers(three.data) == 3, "three that answer, as the doctor counts them")
    assert three.get("/healthz").body == b"ok"


def test_pages_are_made_also_while_no_one_is_there_to_make_them(three):
    until(
        lambda: os.getpriority(os.PRIO_PROCESS, page_renderer(three)) > os.getpriority(os.PRIO_PROCESS, 0),
        "one",
    )
    gone = page_renderer(three)
    os.kill(gone, signal.SIGKILL)
    assert [three.get("/t/workers").status for _ in range(6)] == [200] * 6
    until(lambda: len(children(three)) == 4 and gone not in children(three), "another one")


def test_told_to_stop_all_of_them_stop(three):
    before = children(three)
    assert three.stop() == 0
    assert [pid for pid in before if is_there(pid)] == []


def test_a_worker_that_has_only_just_been_made_hears_that_it_must_stop():
    command = [sys.executable, "-c", TOLD_WHILE_PARTING]
    assert subprocess.run(command, env=environment(**QUICK), timeout=LIMIT).returncode == 0


def test_when_the_first_process_is_killed_none_is_left(three):
    before = children(three)
    three.kill()
    until(lambda: not any(map(is_there, before)), "the end of the workers")


def test_a_change_reaches_the_streams_and_pages_of_every_worker(three):
    with ExitStack() as stack:
        streams = [_stream(three, stack) for _ in range(12)]  # whichever worker accepts them
        assert len({_revision(stream) for stream in streams}) == 1
        prepare(three.data, NEXT, **QUICK)
        revision = str(_stored_revision(three))
        assert {_revision(stream) for stream in streams} == {revision}
    pages = {three.get("/t/workers").body.count(b"Check-in") > 0 for _ in range(12)}
    assert pages == {True}


def _stream(server: RunningServer, stack: ExitStack) -> HTTPResponse:
    connection = stack.enter_context(closing(server.connect()))
    connection.request("GET", "/t/workers/stream")
    return connection.getresponse()


def _revision(stream: HTTPResponse) -> str:
    """The next one told; other lines are the time and empty ones."""
    while True:
        name, _, value = stream.readline().decode().strip().partition(": ")
        if name == "id":
            return value


def _stored_revision(server: RunningServer) -> int:
    with server.database as database:
        return int(database.execute("SELECT revision FROM events_tournament").fetchone()[0])
