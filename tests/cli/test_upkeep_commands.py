"""`crosstable backup`, `restore`, `doctor`, `tidy` and `admin reset-password` at a real terminal."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing

import pytest

from serving import crosstable, running_server, start_with_tables

CREATE = ("admin", "create", "ada", "--email", "ada@example.org", "--password", "correct horse")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    directory = tmp_path_factory.mktemp("upkeep") / "data"
    start_with_tables(directory)
    assert crosstable(*CREATE, "--data", directory).returncode == 0
    return directory


def test_a_copy_is_made_restored_and_the_doctor_is_content(data, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    assert crosstable("backup", copy, "--data", data).returncode == 0
    back = crosstable("restore", copy, "--yes", "--data", data)
    assert back.stdout.splitlines()[0] == f"{copy} is the database now."
    seen = crosstable("doctor", "--data", data)
    assert (seen.returncode, "Tables    Up to date" in seen.stdout) == (0, True)
    counted = crosstable("tidy", "--dry-run", "--data", data)
    assert counted.stdout.splitlines()[-1] == "0 would go. Nothing was deleted."
    assert crosstable("tidy", "--data", data).stdout.splitlines()[-1] == "0 deleted."


def test_a_copy_that_cannot_be_written_is_refused_in_words(data, tmp_path):
    (tmp_path / "file").touch()
    done = crosstable("backup", tmp_path / "file" / "copy.sqlite3", "--data", data)
    assert (done.returncode, done.stderr) == (1, f"Error: {tmp_path / 'file'}: File exists.\n")
    done = crosstable("backup", "/proc/copy.sqlite3", "--data", data)
    assert (done.returncode, done.stderr) == (1, "Error: /proc/copy.sqlite3: No such file or directory.\n")


def test_a_password_is_reset_and_a_weak_one_refused(data):
    reset = ("admin", "reset-password", "ADA", "--data", data, "--password")
    done = crosstable(*reset, "another long one")
    assert done.stdout == "ada has a new password, and is signed out everywhere.\n"
    assert crosstable(*reset, "short").returncode == 1


@pytest.mark.parametrize(
    "command",
    [("doctor",), ("tidy",), ("token", "create", "ada"), ("event", "export", "x"), ("backup",),
     ("admin", "reset-password", "ada", "--password", "another long one")],
)  # fmt: skip
def test_commands_that_only_read_make_no_data_directory(tmp_path, command):
    wrong = tmp_path / "typo"
    done = crosstable(*command, "--data", wrong)
    assert (done.returncode, done.stderr) == (
        1,
        f"Error: There is no database in {wrong}. Is --data the right directory?\n",
    )
    done = crosstable(*command, "--data", wrong, DATABASE_URL="postgres://nobody@127.0.0.1:9/none")
    assert (done.returncode, done.stderr) == (
        1,
        f"Error: There is no directory {wrong}. Is --data the right directory?\n",
    )
    assert not wrong.exists()


def test_an_empty_database_is_a_slip_too_and_stays_empty(tmp_path):
    (tmp_path / "crosstable.sqlite3").touch()
    for command in ("doctor", "digest", "tidy"):
        done = crosstable(command, "--data", tmp_path)
        assert (done.returncode, done.stderr) == (
            1,
            f"Error: The database in {tmp_path} is empty. Is it the right one? crosstable serve makes the tables.\n",
        )
    with closing(sqlite3.connect(tmp_path / "crosstable.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_the_doctor_says_which_changes_of_the_tables_wait_and_makes_none(data, tmp_path):
    crosstable("backup", tmp_path / "crosstable.sqlite3", "--data", data)
    question = "SELECT count(*) FROM django_migrations"
    with closing(sqlite3.connect(tmp_path / "crosstable.sqlite3")) as database:
        database.execute("DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations)")
        database.commit()
        before = database.execute(question).fetchone()
        done = crosstable("doctor", "--data", tmp_path)
        assert database.execute(question).fetchone() == before
    assert (
        "warn  Tables    Migrations are pending (1). The next start of the server applies them."
        in done.stdout
    )


def test_copies_lie_where_no_one_else_looks(data):
    assert crosstable("backup", "--data", data).returncode == 0
    copies = [data / "backups", *(data / "backups").iterdir()]
    assert [path.stat().st_mode & 0o077 for path in copies] == [0] * len(copies)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (
            "postgres://nobody@127.0.0.1:9/none",
            'The database at DATABASE_URL cannot be reached: connection failed: connection to server at "127.0.0.1",'
            " port 9 failed: Connection refused. Does it run there, and is the address right?",
        ),
        (
            "mysql://nobody@127.0.0.1/none",
            "A setting in the environment is wrong: DATABASE_URL is postgres://user@host/name; without it SQLite in the"
            " data directory is used",
        ),
    ],
)
def test_a_database_that_cannot_be_had_is_one_line_that_says_why(tmp_path, address, words):
    done = crosstable("doctor", "--data", tmp_path, DATABASE_URL=address)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"Error: {words}\n")


def test_a_name_of_the_server_no_one_told_it_gets_one_line_in_the_log(data):
    with running_server(data) as server:
        assert server.get("/", Host="chess.example.org:8443").status == 400
        assert server.stop() == 0
    logged = [line for line in server.output.splitlines() if "chess.example.org" in line]
    lines = [line.rpartition(" [")[0] for line in logged]  # the number of the request comes last
    assert lines == [
        "A visitor asked for chess.example.org, which is no name of this server. If it is yours, start the server with"
        " CROSSTABLE_HOSTS=chess.example.org (names separated by spaces)."
    ]
    assert "Traceback" not in server.output
    with running_server(data, CROSSTABLE_HOSTS="chess.example.org 127.0.0.1") as server:
        assert server.get("/", Host="chess.example.org:8443").status == 200


def test_without_its_driver_a_postgresql_is_refused_in_one_line(tmp_path):
    (tmp_path / "psycopg.py").write_text("raise ImportError('not here')")
    (tmp_path / "psycopg2.py").write_text("raise ImportError('not here')")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    address = "postgres://nobody@127.0.0.1:1/none"
    done = crosstable("doctor", "--data", tmp_path, DATABASE_URL=address, PYTHONPATH=path)
    assert done.stderr == (
        "Error: DATABASE_URL names a PostgreSQL, and its driver is not installed: pip install 'crosstable[postgres]'\n"
    )
