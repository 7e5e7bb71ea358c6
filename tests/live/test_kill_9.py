"""`kill -9` of the server during an event: what people were told is so, is so, and nothing is half done."""

from __future__ import annotations

import contextlib
import http.client
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from serving import QUICK, RunningServer, Visitor, prepare, running_server
from waiting import LIMIT

PLAYERS = "ann bob cat dan eve fay gus hal ida jon kim leo mia ned oda pia"
Results = dict[int, tuple[int, int]]


@pytest.fixture
def slug(tmp_path: Path) -> str:
    """An event of 16 whose first round is being played, in the data directory of the test."""
    lines = f"from building import playing\nprint(playing('{PLAYERS}').slug)"
    return prepare(tmp_path / "data", lines, **QUICK).strip()


def organiser_at(server: RunningServer) -> Visitor:
    organiser = Visitor(server)
    organiser.sign_in("olga")
    return organiser


def enter_result(organiser: Visitor, slug: str, table: int) -> Results:
    """The result the organiser was told is saved."""
    score = (50 + table, 40)
    answer = organiser.post(f"/t/{slug}/control/enter", table=table, first_vp=score[0], second_vp=score[1])
    assert answer.status == 302
    return {table: score}


def results_in(server: RunningServer) -> Results:
    with closing(server.database) as database:
        rows = database.execute(
            """SELECT "table", json_extract(score, '$[0]'), json_extract(score, '$[1]')
            FROM events_match WHERE state = 'agreed'"""
        )
        return {table: (first, second) for table, first, second in rows}


def test_between_two_requests_it_loses_no_confirmed_result(tmp_path, slug):
    told: Results = {}
    with running_server(tmp_path / "data", **QUICK) as server:
        organiser = organiser_at(server)
        for table in (1, 2, 3, 4):
            told |= enter_result(organiser, slug, table)
        server.kill()
    with running_server(tmp_path / "data", **QUICK) as server:
        assert results_in(server) == told
        organiser.server = server
        for table in (5, 6, 7, 8):
            told |= enter_result(organiser, slug, table)
        assert results_in(server) == told
        assert organiser.post(f"/t/{slug}/control/close").status == 302
        assert server.get(f"/t/{slug}/standings").status == 200


def test_in_the_middle_of_requests_each_action_is_whole_or_absent(tmp_path, slug):
    told: Results = {}
    with running_server(tmp_path / "data", **QUICK) as server, ThreadPoolExecutor(8) as desk:
        organiser, third_saved = organiser_at(server), threading.Event()

        def enter(table: int) -> None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                told.update(enter_result(organiser, slug, table))
            if len(told) >= 3:
                third_saved.set()

        for table in range(1, 9):
            desk.submit(enter, table)
        assert third_saved.wait(LIMIT)
        server.kill()
    with running_server(tmp_path / "data", **QUICK) as server, closing(server.database) as database:
        stored = results_in(server)
        assert told.items() <= stored.items()
        (revision,) = database.execute("SELECT revision FROM events_tournament").fetchone()
        numbers = [
            number for (number,) in database.execute("SELECT number FROM events_journalentry ORDER BY number")
        ]
        assert numbers == list(range(1, revision + 1))
