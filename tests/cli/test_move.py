"""`crosstable move`: from one kind of database to the other and back, with everything the demo holds."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from crosstable.upkeep.running import serving
from serving import crosstable, start_with_tables

SERVER = os.environ.get("DATABASE_URL", "")
needs_postgres = pytest.mark.skipif(
    not SERVER.startswith("postgres"), reason="DATABASE_URL names no PostgreSQL; .ci/postgres runs this one"
)
ON_SQLITE = {"DATABASE_URL": ""}
LAST_TABLE = "SELECT seq FROM sqlite_sequence WHERE name = 'events_match'"


@pytest.fixture
def data(demo, tmp_path) -> Path:
    """A copy of the demo, where the newest match was deleted: its number is never given again."""
    shutil.copytree(demo, tmp_path / "data")
    with closing(sqlite3.connect(tmp_path / "data" / "crosstable.sqlite3")) as database:
        database.execute("UPDATE sqlite_sequence SET seq = seq + 7 WHERE name = 'events_match'")
        database.commit()
    return tmp_path / "data"


@pytest.fixture
def url() -> Iterator[str]:
    import psycopg

    with psycopg.connect(SERVER, autocommit=True) as connection:
        connection.execute("CREATE DATABASE crosstable_moved")
        yield SERVER.rpartition("/")[0] + "/crosstable_moved"
        connection.execute("DROP DATABASE crosstable_moved WITH (FORCE)")


def ask(directory: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(directory / "crosstable.sqlite3")) as database:
        return database.execute(question).fetchall()


def rows(directory: Path) -> dict[str, int]:
    tables = ask(directory, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return {str(name): ask(directory, f"SELECT count(*) FROM {name}")[0][0] for (name,) in tables}  # type: ignore[misc]


@needs_postgres
def test_an_installation_goes_to_postgresql_and_back_and_says_the_same(data, url, tmp_path):
    import psycopg

    there = crosstable("move", url, "--data", data, **ON_SQLITE)
    assert (there.stderr, there.returncode) == ("", 0)
    assert there.stdout.splitlines()[-1] == "Start the server with DATABASE_URL naming it."
    digests = crosstable("digest", "--data", data, **ON_SQLITE).stdout
    assert crosstable("digest", "--data", data, DATABASE_URL=url).stdout == digests
    again = crosstable("move", url, "--data", data, **ON_SQLITE)
    assert (again.returncode, "is not empty: it has rows in" in again.stderr) == (1, True)
    with psycopg.connect(url):
        busy = crosstable("move", tmp_path / "back", "--data", data, DATABASE_URL=url)
    assert "other connections use the database: stop the servers first." in busy.stderr
    back = crosstable("move", tmp_path / "back", "--data", data, DATABASE_URL=url)
    assert (back.stderr, back.returncode) == ("", 0)
    assert crosstable("digest", "--data", tmp_path / "back", **ON_SQLITE).stdout == digests
    assert rows(tmp_path / "back") == rows(data)
    assert ask(tmp_path / "back", LAST_TABLE) == ask(data, LAST_TABLE)


def test_a_directory_is_moved_whole_and_compared(data, tmp_path):
    start_with_tables(tmp_path / "new")
    moved = crosstable("move", tmp_path / "new", "--data", data, **ON_SQLITE)
    assert (moved.stderr, moved.returncode) == ("", 0)
    assert "standings, ratings and journals are the same." in moved.stdout
    assert rows(tmp_path / "new") == rows(data)
    assert ask(tmp_path / "new", LAST_TABLE) == ask(data, LAST_TABLE)
    assert not (tmp_path / "new" / "secret.key").exists()


@pytest.mark.parametrize(
    ("target", "sentence"),
    [("mysql://host/name", "neither a postgres:// address nor a data directory"),
     ("postgres://nobody@127.0.0.1:1/none", "The database 127.0.0.1:1/none cannot be opened"),
     ("full", "has tables of another program (recipes). Use an empty database."),
     ("new", "A server is running with the data in")],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line_and_nothing_is_written(tmp_path, target, sentence):
    data, full = tmp_path / "data", tmp_path / "full"
    start_with_tables(data)
    start_with_tables(full)
    with closing(sqlite3.connect(full / "crosstable.sqlite3")) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    where = target if "://" in target else tmp_path / target
    with serving(data) if target == "new" else nullcontext():
        refused = crosstable("move", where, "--data", data, **ON_SQLITE)
    assert (refused.returncode, sentence in refused.stderr, "Traceback" in refused.stderr) == (1, True, False)
    assert not (tmp_path / "new").exists()
    assert rows(full) == {**rows(data), "recipes": 0}
