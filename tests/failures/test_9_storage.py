"""Failure 9: what the data lie on fails. The disk is full, or read only, or a page of the file is damaged; PostgreSQL
is restarted under load; the clock jumps. Each is reported in a sentence, and nothing that was confirmed is lost.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest
from django.utils import timezone

from building import play_round, playing, start_next
from crosstable.accounts import limits
from crosstable.database.storage_errors import AWAY, DAMAGED, FULL, READ_ONLY
from crosstable.events.models import JournalEntry
from crosstable.events.queries.standings.ranking import ranking
from failures.test_6_kill_during_publish import POSTGRES, Database, check_journals, database  # noqa: F401
from house import OWN
from serving import QUICK, Response, RunningServer, Visitor, crosstable, prepare, running_server
from waiting import until

PLAYERS = " ".join(f"p{n}" for n in range(40))
HALL = f"""
import json
from building import playing, user
from crosstable.accounts.tokens import create_token
from crosstable.events.models import Match
hall = playing("{PLAYERS}", name="Hall")
matches = list(Match.objects.filter(round__tournament=hall).order_by("pk").values_list("pk", flat=True))
tokens = [create_token(user=user("olga"), name=scope, scope=scope)[1] for scope in ("write", "read")]
print(json.dumps([hall.pk, hall.slug, matches, *tokens]))
"""
# How the PostgreSQL of DATABASE_URL is restarted; .ci/postgres knows.
RESTART = os.environ.get("CROSSTABLE_TEST_PG_RESTART", "")
UNWRITABLE = "cannot be written to: Read-only file system."
NO_LIMIT = {**QUICK, "CROSSTABLE_API_RATE": "0"}


class Hall:
    """An event of 40 in its first round, and an organiser who enters results."""

    def __init__(self, data: Path, **env: str) -> None:
        self.tournament, self.slug, self.matches, self.token, unused = json.loads(prepare(data, HALL, **env))
        self.reader = f"Bearer {unused}"
        self.confirmed: set[int] = set()

    def enter(self, server: RunningServer, match: int) -> Response:
        path = f"/api/tournaments/{self.tournament}/matches/{match}/override"
        headers = {"authorization": f"Bearer {self.token}", "content_type": "application/json"}
        answer = server.post(path, b'{"player1VP": 60, "player2VP": 40}', **headers)
        if answer.status == 200:
            self.confirmed.add(match)
        return answer

    def agreed(self, stored: Database) -> set[int]:
        return {match for (match,) in stored.ask("SELECT id FROM events_match WHERE state = 'agreed'")}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """12 MB, and no more."""
    (tmp_path / "disk").mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(tmp_path / "disk")]
    if os.getuid() or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("a small disk can be mounted by root alone")
    yield tmp_path / "disk"
    subprocess.run(["umount", "--lazy", str(tmp_path / "disk")], check=True)


def fill(disk: Path) -> Path:
    rest = disk / "holiday-pictures"
    with rest.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return rest


def test_on_a_full_disk_nothing_is_taken_and_nothing_lost_and_with_room_again_it_goes_on(small_disk):
    data = small_disk / "data"
    hall, stored = Hall(data, **OWN), Database(data, "")
    with running_server(data, **OWN) as server:
        assert hall.enter(server, hall.matches[0]).status == 200
        rest = fill(small_disk)
        refused = [hall.enter(server, match) for match in hall.matches[1:]][-1]
        answer = json.loads(refused.body)
        assert (refused.status, answer["code"], answer["detail"]) == (503, "storage", FULL)
        assert server.get(f"/t/{hall.slug}/standings").status == 200  # those who read, read on
        assert server.get("/api/me", authorization=hall.reader).status == 200
        assert hall.agreed(stored) == hall.confirmed
        rest.unlink()
        assert {hall.enter(server, match).status for match in hall.matches} <= {200, 409}
        assert hall.agreed(stored) == hall.confirmed == set(hall.matches)
    check_journals(stored)


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("doctor",)])
def test_a_server_on_a_read_only_disk_does_not_start_and_what_stopped_there_is_ill(small_disk, command):
    prepare(small_disk / "data", "", **OWN)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    done = crosstable(*command, "--data", small_disk / "data", **OWN)
    assert (done.returncode, done.stderr) == (
        1,
        f"Error: The data directory {small_disk / 'data'} cannot be written to: Read-only file system."
        " Choose another with --data.\n",
    )


@pytest.fixture
def failing_disk(tmp_path: Path) -> Iterator[Path]:
    """A separate disk, as the kernel sees it; `break_down` does to it what the kernel does at the first error."""
    image, disk = tmp_path / "disk.img", tmp_path / "disk"
    disk.mkdir()
    with image.open("wb") as file:
        file.truncate(24_000_000)
    commands = (["mkfs.ext4", "-q", str(image)], ["mount", "-o", "loop", str(image), str(disk)])
    if os.getuid() or not shutil.which("mkfs.ext4"):
        pytest.skip("a disk can be made by root alone, and with mkfs.ext4")
    if any(subprocess.run(command, check=False, capture_output=True).returncode for command in commands):
        pytest.skip("no loop device here: a disk cannot be mounted")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def break_down(disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,abort", str(disk)], check=True)


def mend(disk: Path) -> None:
    subprocess.run(["umount", str(disk)], check=True)
    subprocess.run(["mount", "-o", "loop", str(disk.with_name("disk.img")), str(disk)], check=True)


def test_a_disk_that_turns_read_only_under_the_server_is_told_and_nothing_confirmed_is_lost(failing_disk):
    data = failing_disk / "data"
    hall, stored = Hall(data, **OWN), Database(data, "")
    with running_server(data, **OWN) as server:
        assert {hall.enter(server, match).status for match in hall.matches[:5]} == {200}
        break_down(failing_disk)
        refused = [hall.enter(server, match) for match in hall.matches[5:8]]
        assert [(r.status, json.loads(r.body)["detail"]) for r in refused] == [(503, READ_ONLY)] * 3
        page = server.get(f"/t/{hall.slug}/standings")
        assert page.status == 200 or READ_ONLY in page.body.decode()
    mend(failing_disk)
    assert hall.agreed(stored) == hall.confirmed == set(hall.matches[:5])
    with running_server(data, **OWN) as server:
        assert {hall.enter(server, match).status for match in hall.matches[5:]} == {200}
    check_journals(stored)


def test_on_a_disk_that_can_only_be_read_health_says_so_and_a_copy_can_be_saved_elsewhere(
    failing_disk, tmp_path
):
    data, copy = failing_disk / "data", tmp_path / "copy.sqlite3"
    prepare(data, "from building import administrator\nadministrator()", **OWN)
    with running_server(data, **OWN) as server:
        root = Visitor(server)
        root.sign_in("root")
        assert root.get("/administration/health").status == 200
        break_down(failing_disk)
        page = root.get("/administration/health")
        assert (page.status, UNWRITABLE in page.body.decode()) == (200, True)
        done = crosstable("doctor", "--data", data, **OWN)
        assert (done.returncode, done.stdout.count(UNWRITABLE), done.stderr) == (1, 1, "")
        saved = crosstable("backup", copy, "--data", data, **OWN)
        assert (saved.returncode, saved.stdout) == (0, f"Backup written to {copy}\n")


def test_a_damaged_page_is_told_on_screen_and_by_the_doctor_and_a_backup_helps(tmp_path):
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    hall = Hall(data, **OWN)
    assert crosstable("backup", copy, "--data", data, **OWN).returncode == 0
    damage(data, "events_match")
    with running_server(data, **OWN) as server:
        refused = hall.enter(server, hall.matches[0])
        assert (refused.status, json.loads(refused.body)["detail"]) == (503, DAMAGED)
        page = server.get(f"/t/{hall.slug}/standings")
        assert (page.status, DAMAGED in page.body.decode()) == (503, True)
    ill = crosstable("doctor", "--data", data, **OWN)
    assert (ill.returncode, ill.stdout.count("The database is damaged")) == (1, 1)
    damage(data, "django_migrations")
    worse = crosstable("doctor", "--data", data, **OWN)
    way_out = "malformed. Put the last backup in its place: crosstable restore FILE\n"
    assert (worse.returncode, worse.stderr.endswith(way_out)) == (1, True)
    back = crosstable("restore", copy, "--yes", "--data", data, **OWN)
    assert (back.stderr, back.returncode) == ("", 0)
    assert len(list((data / "backups").glob("before-restore-*.damaged"))) == 1
    with running_server(data, **OWN) as server:
        assert hall.enter(server, hall.matches[0]).status == 200


def damage(data: Path, table: str) -> None:
    """The first page of a table."""
    path = data / "crosstable.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        question = (
            "SELECT (rootpage - 1) * page_size, page_size FROM sqlite_master, pragma_page_size WHERE name = ?"
        )
        start, size = file.execute(question, [table]).fetchone()
    with path.open("r+b") as raw:
        raw.seek(start)
        raw.write(b"scratch!" * (size // 8))


@pytest.mark.skipif(not RESTART, reason="no command restarts PostgreSQL; .ci/postgres runs this one")
def test_a_postgresql_restarted_under_load_loses_nothing_that_was_confirmed(database: Database):  # noqa: F811
    if not database.url:
        pytest.skip("SQLite is no server")
    env = {**NO_LIMIT, "DATABASE_URL": database.url}
    hall = Hall(database.data, **env)
    answers: list[Response] = []
    with running_server(database.data, **env) as server:
        writer = Thread(target=lambda: [enter_until_told(hall, server, m, answers) for m in hall.matches])
        writer.start()
        until(lambda: len(hall.confirmed) >= 3, "three results")
        subprocess.run(RESTART, shell=True, check=True, capture_output=True)
        writer.join()
        assert "Traceback" not in server.get("/").body.decode()
    assert hall.agreed(database) == set(hall.matches) >= hall.confirmed
    check_journals(database)
    assert {answer.status for answer in answers} <= {200, 409, 503}
    assert {json.loads(answer.body)["detail"] for answer in answers if answer.status == 503} <= {AWAY}


def enter_until_told(hall: Hall, server: RunningServer, match: int, answers: list[Response]) -> None:
    """As a desk does: again, until an answer confirms that the result is stored (409: by an earlier try)."""
    for _ in range(200):
        answers.append(hall.enter(server, match))
        if answers[-1].status != 503:
            return


@pytest.mark.django_db
def test_a_clock_that_jumps_breaks_no_event_and_locks_no_one_out(monkeypatch):
    tournament, now = playing("ann bo cy dee", total_rounds=3), timezone.now()
    for jump in (timedelta(days=400), timedelta(days=-400)):
        monkeypatch.setattr(timezone, "now", lambda jump=jump: now + jump)
        limits.note("sign in", "ann")
        play_round(tournament)
        start_next(tournament)
    numbers = (
        JournalEntry.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True)
    )
    tournament.refresh_from_db()
    assert list(numbers) == list(range(1, tournament.revision + 1))
    assert len(ranking(tournament).rows) == 4
    assert limits.times("sign in", "ann") == 1  # the one of now; the one from the future counts no more
