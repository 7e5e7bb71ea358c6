"""Backups of the database, automatic and by command, and the restore."""

from __future__ import annotations

import os
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from crosstable.upkeep import copies, sqlite
from crosstable.upkeep.copies import FOLDER, newest_copy
from crosstable.upkeep.housekeeping import CopyKeeper, automatic_copies, make_copy, superfluous
from crosstable.upkeep.postgres import ToolStopped, back_up
from crosstable.upkeep.running import UpkeepFailed, alone, count_workers, is_served, serving, working

NOW = datetime(2026, 11, 16, 20, 0)


@pytest.fixture(autouse=True)
def no_postgres(monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)


def installation(directory: Path, *events: str) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(directory / sqlite.DATABASE)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE IF NOT EXISTS events_tournament (name TEXT)")
        database.executemany("INSERT INTO events_tournament VALUES (?)", [(name,) for name in events])
        database.commit()
    return directory


def events_in(directory: Path) -> list[str]:
    with closing(sqlite3.connect(directory / sqlite.DATABASE)) as database:
        return [name for (name,) in database.execute("SELECT name FROM events_tournament ORDER BY rowid")]


def test_a_restored_copy_is_the_database_and_the_one_of_before_is_kept(tmp_path):
    here = installation(tmp_path / "data", "Spring")
    copy = copies.back_up(here, Path("copy.sqlite3"))
    installation(here, "Summer")
    before = copies.restore(here, copy)
    assert events_in(here) == ["Spring"]
    assert before is not None and sqlite.count_events(before) == 2


def test_copies_made_within_one_second_are_all_kept(tmp_path):
    here = installation(tmp_path / "data", "Spring")
    copy = copies.back_up(here, Path("copy.sqlite3"))
    kept = [copies.restore(here, copy) for _ in range(4)]
    made = [make_copy(here) for _ in range(4)]
    assert len({*kept, *made}) == 8
    assert list(automatic_copies(here).values()) == made[::-1]


def test_a_copy_goes_into_an_empty_directory(tmp_path):
    copy = copies.back_up(installation(tmp_path / "old", "Spring"), tmp_path / "copy.sqlite3")
    (tmp_path / "new").mkdir()
    assert copies.restore(tmp_path / "new", copy) is None
    assert events_in(tmp_path / "new") == ["Spring"]


def test_nothing_is_restored_while_a_server_runs(tmp_path):
    here = installation(tmp_path / "data", "Spring")
    copy = copies.back_up(here, Path("copy.sqlite3"))
    with serving(here), pytest.raises(UpkeepFailed, match="stop it first"):
        copies.restore(here, copy)
    with alone(here), pytest.raises(UpkeepFailed, match="wait for it to end"), serving(here):
        pass


def test_several_servers_share_a_directory(tmp_path):
    with serving(tmp_path), serving(tmp_path):
        assert is_served(tmp_path)
    assert not is_served(tmp_path)


def test_a_worker_is_counted_also_when_someone_counts_while_it_begins(tmp_path):
    is_over = threading.Event()

    def keep_counting() -> None:
        while not is_over.is_set():
            count_workers(tmp_path)

    with ThreadPoolExecutor(2) as others:
        for _ in range(2):
            others.submit(keep_counting)
        counts = []
        for _ in range(300):
            with working(tmp_path):
                counts.append(count_workers(tmp_path))
        is_over.set()
    assert counts == [1] * 300
    assert count_workers(tmp_path) == 0


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(5000)])
def test_what_is_no_copy_is_refused_and_nothing_changes(tmp_path, content):
    here = installation(tmp_path / "data", "Spring")
    (tmp_path / "wrong").write_bytes(content)
    with pytest.raises(UpkeepFailed, match=r"is not a database of Crosstable|is damaged"):
        copies.restore(here, tmp_path / "wrong")
    assert events_in(here) == ["Spring"]
    assert list(here.glob("backups/*")) == []


def test_a_copy_cut_short_is_refused(tmp_path):
    here = installation(tmp_path / "data", *("x" * 900 for _ in range(200)))
    copy = copies.back_up(here, Path("copy.sqlite3"))
    copy.write_bytes(copy.read_bytes()[:-20_000])
    with pytest.raises(UpkeepFailed):
        copies.restore(here, copy)
    assert len(events_in(here)) == 200


def test_the_newest_ten_stay_and_the_last_of_each_of_fourteen_days():
    often = [NOW - timedelta(minutes=15 * n) for n in range(30)]
    daily = [NOW - timedelta(days=n, hours=3) for n in range(1, 20)]
    gone = superfluous([*often, *daily], NOW)
    kept = sorted({*often, *daily} - set(gone), reverse=True)
    assert kept == [*often[:10], *daily[:13]]


def test_copies_people_made_are_never_thrown_away(tmp_path):
    here = installation(tmp_path / "data", "Spring")
    names = [f"automatic-202501{day:02}-120000.sqlite3" for day in range(1, 20)]
    for name in [*names, "crosstable-20200101-000000.sqlite3", "before-upgrade-20200101-000000.sqlite3"]:
        (here / "backups").mkdir(exist_ok=True)
        (here / "backups" / name).touch()
    made = make_copy(here)
    left = sorted(path.name for path in (here / "backups").iterdir())
    assert left == sorted([made.name, *names[-9:], "crosstable-20200101-000000.sqlite3",
                           "before-upgrade-20200101-000000.sqlite3"])  # fmt: skip
    assert sqlite.count_events(made) == 1


def test_a_copy_is_due_after_a_publish_at_most_every_ten_minutes_and_once_a_day(tmp_path):
    here = installation(tmp_path / "data", "Spring")
    keeper = CopyKeeper(here)
    assert keeper.is_due(NOW, False)
    make_copy(here)
    made = next(iter(automatic_copies(here)))
    late = [timedelta(minutes=9), timedelta(minutes=11), timedelta(hours=25)]
    assert [(keeper.is_due(made + by, True), keeper.is_due(made + by, False)) for by in late] == [
        (False, False), (True, False), (True, True),
    ]  # fmt: skip


def test_a_clock_that_was_set_back_stops_no_copies(tmp_path):
    here = installation(tmp_path / "data", "Spring")
    make_copy(here)
    assert CopyKeeper(here).is_due(datetime.now() - timedelta(days=300), False)


def test_the_newest_copy_is_one_that_can_be_restored(tmp_path):
    folder = tmp_path / FOLDER
    folder.mkdir()
    assert newest_copy(tmp_path) is None
    for name, at in (
        ("automatic-20260101-120000.sqlite3", 100),
        ("crosstable-20260102-120000.dump", 200),
        ("before-restore-20260103-120000.damaged", 300),
        ("before-restore-20260103-120000.damaged-wal", 300),
    ):
        (folder / name).touch()
        os.utime(folder / name, (at, at))
    assert newest_copy(tmp_path) == datetime.fromtimestamp(200)


def test_a_copy_of_a_postgresql_is_fetched_as_safely_as_its_address_says(tmp_path, monkeypatch):
    tool = tmp_path / "pg_dump"
    tool.write_text(f"#!/bin/sh\necho $PGHOST $PGSSLMODE $PGSSLROOTCERT > {tmp_path}/asked\nexit 1\n")
    tool.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(ToolStopped):
        back_up(
            "postgres://ada@db.example/club?sslmode=verify-full&sslrootcert=/ca.pem", tmp_path / "copy.dump"
        )
    assert (tmp_path / "asked").read_text() == "db.example verify-full /ca.pem\n"
