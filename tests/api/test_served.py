"""The API through the front door of a real server: public reads from memory, and twenty at once with one key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from api.calling import WARGAME
from serving import QUICK, RunningServer, prepare, running_server

SECRET = "ct_" + "x" * 43
EVENT = f"""
from building import playing
from crosstable.accounts.tokens import _digest, create_token
tournament = playing('ann bo cy di')
token, _ = create_token(user=tournament.owner, name='test', scope='write')
type(token).objects.update(digest=_digest('{SECRET}'))
"""
TOKEN = {"authorization": f"Bearer {SECRET}", "content_type": "application/json"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    data: Path = tmp_path_factory.mktemp("api") / "data"
    prepare(data, EVENT, **QUICK)
    with running_server(data, **QUICK) as server:
        yield server


def test_a_public_read_comes_from_memory_until_a_result_changes_it(server):
    path = "/api/tournaments/1/standings"
    first = server.get(path)
    etag = first.headers["ETag"]
    assert server.get(path, if_none_match=etag).status == 304
    assert etag.startswith('W/"1-')
    assert "all" not in etag  # the front door's own: Django's says for whose eyes it is
    assert server.get(path, **TOKEN).body == first.body
    matches = json.loads(server.get("/api/tournaments/1/rounds/1").body)["matches"]
    score = json.dumps({"player1VP": 60, "player2VP": 40}).encode()
    address = f"/api/tournaments/1/matches/{matches[0]['matchId']}/override"
    assert server.post(address, score, **TOKEN).status == 200
    changed = server.get(path, if_none_match=etag)
    assert changed.status == 200
    assert json.loads(changed.body)["standings"][0]["wins"] == 1


def test_what_one_token_sees_is_kept_for_nobody_else(server):
    path = "/api/tournaments/1/rounds/1"
    assert json.loads(server.get(path, **TOKEN).body)["matches"][0]["claims"] == []
    assert "X-Crosstable-Revision" not in server.get(path).headers
    assert server.get(path, authorization="Bearer wrong").status == 401
    assert server.ask("HEAD", path).body == b""


def test_the_same_write_twenty_times_at_once_happens_once(server):
    body = json.dumps(WARGAME).encode()

    def write(_: int) -> tuple[int, bytes]:
        answer = server.post("/api/tournaments", body, idempotency_key="one", **TOKEN)
        return answer.status, answer.body

    with ThreadPoolExecutor(20) as pool:
        answers = set(pool.map(write, range(20)))
    assert [status for status, _ in answers] == [201]
    with server.database as database:
        assert database.execute("SELECT count(*) FROM events_tournament").fetchone() == (2,)
