"""Failure 6, the server's part: `kill -9` while rounds are being published and results entered, again and again.

What was confirmed is stored; what was under way is done entirely or not at all; and the server
starts again as if nothing had happened. (The phones' part is in test_6_network_down.py.)
"""

from __future__ import annotations

import http.client
import json
import os
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import pytest

from serving import QUICK, RunningServer, prepare, running_server
from waiting import LIMIT

# The suite keeps a few; `make kills KILLS=100` pulls the plug as often as you like.
KILLS = int(os.environ.get("CROSSTABLE_KILLS", "3"))
WORK_FOR = min(KILLS, 10)
POSTGRES = os.environ.get("DATABASE_URL", "")
NO_LIMIT = {**QUICK, "CROSSTABLE_API_RATE": "0"}
PREPARED = f"""
import json
from building import event, playing, user
from crosstable.accounts.tokens import create_token
from crosstable.events.actions.rounds import rounds
from crosstable.events.models import Match, Status
drafts = []
for n in range({4 * WORK_FOR + 1}):  # with four results, more than they can finish before the plug is pulled
    tournament = event("ann bo cy", Status.IN_PROGRESS, name=f"Draft {{n}}")
    rounds.pair_next_round(tournament=tournament, by=tournament.owner, mission="The Ritual")
    drafts.append(tournament.pk)
hall = playing(" ".join(f"p{{n}}" for n in range({8 * WORK_FOR})), name="Hall")
matches = list(Match.objects.filter(round__tournament=hall).values_list("pk", flat=True))
_, secret = create_token(user=user("olga"), name="test", scope="write")
print(json.dumps({{"drafts": drafts, "hall": hall.pk, "matches": matches, "token": secret}}))
"""


@dataclass
class Desk:
    """The organisers: what is left to do, and what they were told is done."""

    token: str
    hall: int
    to_publish: list[int]
    to_enter: list[int]
    published: set[int] = field(default_factory=set)
    entered: dict[int, tuple[int, int]] = field(default_factory=dict)
    changed: threading.Condition = field(default_factory=threading.Condition)

    @property
    def confirmed(self) -> int:
        return len(self.published) + len(self.entered)

    @property
    def is_done(self) -> bool:
        return not self.to_publish and not self.to_enter

    def publish(self, server: RunningServer, tournament: int) -> None:
        if self._post(server, f"/api/tournaments/{tournament}/rounds/1/publish", {}) == 200:
            self._note(lambda: self.published.add(tournament))

    def enter(self, server: RunningServer, match: int) -> None:
        score = (50 + match % 50, 40)
        body = {"player1VP": score[0], "player2VP": score[1]}
        if self._post(server, f"/api/tournaments/{self.hall}/matches/{match}/override", body) == 200:
            self._note(lambda: self.entered.update({match: score}))

    def _post(self, server: RunningServer, path: str, body: dict[str, int]) -> int:
        """The status of the answer; 0 when the server was gone before there was one."""
        headers = {"authorization": f"Bearer {self.token}", "content_type": "application/json"}
        with suppress(OSError, http.client.HTTPException):
            return server.post(path, json.dumps(body).encode(), **headers).status
        return 0

    def _note(self, change) -> None:
        with self.changed:
            change()
            self.changed.notify_all()

    def wait_for(self, count: int) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: self.confirmed >= count, timeout=LIMIT)


@dataclass
class Database:
    """As another program sees it: the file of SQLite, or a PostgreSQL."""

    data: Path
    url: str

    def ask(self, question: str, *values: object) -> list[tuple]:
        if not self.url:
            with closing(sqlite3.connect(self.data / "crosstable.sqlite3", timeout=LIMIT)) as database:
                return database.execute(question, values).fetchall()
        import psycopg

        with psycopg.connect(self.url) as database:
            return database.execute(question.replace("?", "%s").encode(), values or None).fetchall()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, tmp_path: Path) -> Iterator[Database]:
    if request.param == "sqlite":
        yield Database(tmp_path / "data", "")
        return
    if not POSTGRES.startswith("postgres"):
        pytest.skip("DATABASE_URL names no PostgreSQL; .ci/postgres runs this one")
    import psycopg

    with psycopg.connect(POSTGRES, autocommit=True) as server:
        server.execute("CREATE DATABASE crosstable_killed")
    yield Database(tmp_path / "data", POSTGRES.rpartition("/")[0] + "/crosstable_killed")
    with psycopg.connect(POSTGRES, autocommit=True) as server:
        server.execute("DROP DATABASE crosstable_killed WITH (FORCE)")


def test_nothing_confirmed_is_lost_and_nothing_is_half_done(database: Database):
    moments, env = random.Random(6), {**NO_LIMIT, "DATABASE_URL": database.url}
    desk, confirmed = new_desk(database, env), 0
    for kills in range(1, KILLS + 1):
        if desk.is_done:
            confirmed, desk = confirmed + desk.confirmed, new_desk(database, env)
        with running_server(database.data, **env) as server:
            work_until_killed(desk, server, moments)
        check(database, desk)
        count = confirmed + desk.confirmed
        print(f"{kills} times killed, {count} writes confirmed, none lost or half done", flush=True)
    with running_server(database.data, **env) as server:
        for tournament in desk.to_publish:
            desk.publish(server, tournament)
        for match in desk.to_enter:
            desk.enter(server, match)
        check(database, desk)
    assert (desk.to_publish, desk.to_enter) == ([], [])


def new_desk(database: Database, env: dict[str, str]) -> Desk:
    made = json.loads(prepare(database.data, PREPARED, **env))
    return Desk(made["token"], made["hall"], made["drafts"], made["matches"])


def work_until_killed(desk: Desk, server: RunningServer, moments: random.Random) -> None:
    """Four work in parallel. The plug is pulled when some of it is confirmed, a moment into the next."""
    left = len(desk.to_publish) + len(desk.to_enter)
    enough = desk.confirmed + min(moments.randint(1, 4), left)
    with ThreadPoolExecutor(4) as hands:
        for tournament, match in zip_longest(desk.to_publish, desk.to_enter):
            if tournament is not None:
                hands.submit(desk.publish, server, tournament)
            if match is not None:
                hands.submit(desk.enter, server, match)
        desk.wait_for(enough)
        time.sleep(moments.uniform(0, 0.02))
        server.kill()
        hands.shutdown(cancel_futures=True)


def check(database: Database, desk: Desk) -> None:
    if not database.url:
        assert database.ask("PRAGMA integrity_check") == [("ok",)]
        assert database.ask("PRAGMA foreign_key_check") == []
    public = published_rounds(database)
    stored = agreed_results(database, desk.hall)
    check_journals(database)
    assert desk.published <= public
    assert desk.entered.items() <= stored.items()
    desk.to_publish = [tournament for tournament in desk.to_publish if tournament not in public]
    desk.to_enter = [match for match in desk.to_enter if match not in stored]


def published_rounds(database: Database) -> set[int]:
    """Status, time and journal say the same about every round, and its pairings are all there."""
    rows = database.ask(
        """SELECT r.tournament_id, r.status = 'published', r.published_at IS NOT NULL,
                  (SELECT count(*) FROM events_journalentry j
                   WHERE j.tournament_id = r.tournament_id AND j.verb = 'round.published'),
                  (SELECT count(*) FROM events_match m WHERE m.round_id = r.id)
           FROM events_round r JOIN events_tournament t ON t.id = r.tournament_id WHERE t.name <> 'Hall'"""
    )
    assert {row[1:] for row in rows} <= {(1, 1, 1, 2), (0, 0, 0, 2)}
    return {tournament for tournament, is_public, *_ in rows if is_public}


def agreed_results(database: Database, hall: int) -> dict[int, tuple[int, int]]:
    """A result is there with both scores and its entry in the journal, or not at all."""
    rows = database.ask(
        """SELECT m.id, m.score FROM events_match m JOIN events_round r ON r.id = m.round_id
           WHERE r.tournament_id = ? AND m.state = 'agreed' AND m.result <> '' AND m.decided_at IS NOT NULL""",
        hall,
    )
    journaled = database.ask(
        "SELECT count(*) FROM events_journalentry WHERE tournament_id = ? AND verb = 'result.entered'", hall
    )
    assert journaled == [(len(rows),)]
    scores = {match: json.loads(score) if isinstance(score, str) else score for match, score in rows}
    return {match: (score[0], score[1]) for match, score in scores.items()}


def check_journals(database: Database) -> None:
    """One entry for every revision, of every event."""
    rows = database.ask(
        """SELECT t.revision, count(j.id), min(j.number), max(j.number) FROM events_tournament t
           JOIN events_journalentry j ON j.tournament_id = t.id GROUP BY t.id"""
    )
    assert all((count, low, high) == (revision, 1, revision) for revision, count, low, high in rows)
