"""Failure 6, the server's part: `kill -9` while rounds are being published and results entered, again and again.

What somebody was told is done, is done; whatever was under way is done entirely or not at all; and the server
starts again as if nothing had happened. (The phones' part is in test_6_network_down.py.)
"""

from __future__ import annotations

import http.client
import json
import random
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from serving import QUICK, RunningServer, prepare, running_server
from waiting import LIMIT

KILLS = 5
PREPARED = """
import json
from building import event, playing, user
from crosstable.accounts.tokens import create_token
from crosstable.events.actions.rounds import rounds
from crosstable.events.models import Match, Status
drafts = []
for n in range(16):
    tournament = event("ann bo cy", Status.IN_PROGRESS, name=f"Draft {n}")
    rounds.pair_next_round(tournament=tournament, by=tournament.owner, mission="The Ritual")
    drafts.append(tournament.pk)
hall = playing(" ".join(f"p{n}" for n in range(40)), name="Hall")
matches = list(Match.objects.filter(round__tournament=hall).values_list("pk", flat=True))
_, secret = create_token(user=user("olga"), name="test", scope="write")
print(json.dumps({"drafts": drafts, "hall": hall.pk, "matches": matches, "token": secret}))
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
    told: threading.Condition = field(default_factory=threading.Condition)

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
        with self.told:
            change()
            self.told.notify_all()

    def wait_for(self, count: int) -> None:
        with self.told:
            assert self.told.wait_for(lambda: self.confirmed >= count, timeout=LIMIT)


def test_nothing_confirmed_is_lost_and_nothing_is_half_done(tmp_path: Path):
    data, moments = tmp_path / "data", random.Random(6)
    made = json.loads(prepare(data, PREPARED, **QUICK))
    desk = Desk(made["token"], made["hall"], made["drafts"], made["matches"])
    kills = 0
    while kills < KILLS and not desk.is_done:
        with running_server(data, **QUICK) as server:
            work_until_killed(desk, server, moments)
            kills += 1
        check(data, desk)
    with running_server(data, **QUICK) as server:
        for tournament in desk.to_publish:
            desk.publish(server, tournament)
        for match in desk.to_enter:
            desk.enter(server, match)
        check(data, desk)
    assert (kills, desk.to_publish, desk.to_enter) == (KILLS, [], [])


def work_until_killed(desk: Desk, server: RunningServer, moments: random.Random) -> None:
    """Four at work at once. The plug is pulled when some of it is confirmed, a moment into the next."""
    enough = desk.confirmed + moments.randint(1, 4)
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


def check(data: Path, desk: Desk) -> None:
    """The database as another program sees it."""
    with closing(sqlite3.connect(data / "crosstable.sqlite3", timeout=LIMIT)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        public = published_rounds(database)
        stored = agreed_results(database, desk.hall)
        check_journals(database)
    assert desk.published <= public
    assert desk.entered.items() <= stored.items()
    desk.to_publish = [tournament for tournament in desk.to_publish if tournament not in public]
    desk.to_enter = [match for match in desk.to_enter if match not in stored]


def published_rounds(database: sqlite3.Connection) -> set[int]:
    """Status, time and journal say the same about every round, and its pairings are all there."""
    rows = database.execute(
        """SELECT r.tournament_id, r.status = 'published', r.published_at IS NOT NULL,
                  (SELECT count(*) FROM events_journalentry j
                   WHERE j.tournament_id = r.tournament_id AND j.verb = 'round.published'),
                  (SELECT count(*) FROM events_match m WHERE m.round_id = r.id)
           FROM events_round r JOIN events_tournament t ON t.id = r.tournament_id WHERE t.name LIKE 'Draft %'"""
    ).fetchall()
    assert {row[1:] for row in rows} <= {(1, 1, 1, 2), (0, 0, 0, 2)}
    return {tournament for tournament, is_public, *_ in rows if is_public}


def agreed_results(database: sqlite3.Connection, hall: int) -> dict[int, tuple[int, int]]:
    """A result is there with both scores and its entry in the journal, or not at all."""
    rows = database.execute(
        """SELECT m.id, json_extract(m.score, '$[0]'), json_extract(m.score, '$[1]')
FROM events_match m JOIN events_round r ON r.id = m.round_id
           WHERE r.tournament_id = ? AND m.state = 'agreed' AND m.result != '' AND m.decided_at IS NOT NULL""",
        [hall],
    ).fetchall()
    journaled = database.execute(
        "SELECT count(*) FROM events_journalentry WHERE tournament_id = ? AND verb = 'result.entered'", [hall]
    ).fetchone()
    assert journaled == (len(rows),)
    return {match: (first, second) for match, first, second in rows}


def check_journals(database: sqlite3.Connection) -> None:
    """One entry for every revision, of every event."""
    rows = database.execute(
        """SELECT t.revision, count(j.id), min(j.number), max(j.number) FROM events_tournament t
           JOIN events_journalentry j ON j.tournament_id = t.id GROUP BY t.id"""
    ).fetchall()
    assert all((count, low, high) == (revision, 1, revision) for revision, count, low, high in rows)
