"""The API through a real server: public reads from the cache, and twenty requests with one key at the same time."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from api.calling import WARGAME
from serving import RunningServer

EVENT = """
from building import playing
from crosstable.accounts.tokens import create_token
tournament = playing('ann bo cy di')
print(tournament.pk, create_token(user=tournament.owner, name='test', scope='write')[1])
"""


@dataclass
class Served:
    """An event being played, and the token of its owner."""

    server: RunningServer
    number: str
    secret: str

    @property
    def event(self) -> str:
        return f"/api/tournaments/{self.number}"

    @property
    def token(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.secret}", "content_type": "application/json"}


@pytest.fixture
def served(house) -> Served:
    return Served(house.server, *house.build(EVENT).split())


def test_a_public_read_comes_from_memory_until_a_result_changes_it(served):
    server, path = served.server, f"{served.event}/standings"
    first = server.get(path)
    etag = first.headers["ETag"]
    assert server.get(path, if_none_match=etag).status == 304
    assert etag.startswith(f'W/"{served.number}-')
    assert "all" not in etag  # the server's own: Django's names the audience
    assert server.get(path, **served.token).body == first.body
    matches = json.loads(server.get(f"{served.event}/rounds/1").body)["matches"]
    score = json.dumps({"player1VP": 60, "player2VP": 40}).encode()
    address = f"{served.event}/matches/{matches[0]['matchId']}/override"
    assert server.post(address, score, **served.token).status == 200
    changed = server.get(path, if_none_match=etag)
    assert changed.status == 200
    assert json.loads(changed.body)["standings"][0]["wins"] == 1


def test_what_one_token_sees_is_kept_for_no_one_else(served):
    server, path = served.server, f"{served.event}/rounds/1"
    assert json.loads(server.get(path, **served.token).body)["matches"][0]["claims"] == []
    assert "X-Crosstable-Revision" not in server.get(path).headers
    assert server.get(path, authorization="Bearer wrong").status == 401
    assert server.ask("HEAD", path).body == b""


def test_the_same_write_twenty_times_at_once_happens_once(served):
    server, body = served.server, json.dumps({**WARGAME, "name": f"Once beside {served.number}"}).encode()

    def write(_: int) -> tuple[int, bytes]:
        answer = server.post("/api/tournaments", body, idempotency_key="one", **served.token)
        return answer.status, answer.body

    with ThreadPoolExecutor(20) as pool:
        answers = set(pool.map(write, range(20)))
    assert [status for status, _ in answers] == [201]
    with server.database as database:
        named = "SELECT count(*) FROM events_tournament WHERE name = ?"
        assert database.execute(named, [f"Once beside {served.number}"]).fetchone() == (1,)
