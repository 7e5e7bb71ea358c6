"""`crosstable backup`, `restore`, `doctor`, `tidy` and `admin reset-password` at a real terminal."""

from __future__ import annotations

import os

import pytest

from cli.test_serve import crosstable

CREATE = ("admin", "create", "ada", "--email", "ada@example.org", "--password", "correct horse")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    directory = tmp_path_factory.mktemp("upkeep") / "data"
    assert crosstable(*CREATE, "--data", directory).returncode == 0
    return directory


def test_a_copy_is_made_restored_and_the_doctor_is_content(data, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    assert crosstable("backup", copy, "--data", data).returncode == 0
    back = crosstable("restore", copy, "--yes", "--data", data)
    assert back.stdout.splitlines()[0] == f"{copy} is the database now."
    seen = crosstable("doctor", "--data", data)
    assert (seen.returncode, "Tables    As this version wants them" in seen.stdout) == (0, True)
    assert crosstable("tidy", "--dry-run", "--data", data).returncode == 0


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
    said = crosstable(*command, "--data", wrong)
    assert (said.returncode, said.stderr.startswith(f"Error: There is no database in {wrong}.")) == (1, True)
    assert not wrong.exists()


def test_a_name_of_the_server_nobody_told_it_gets_one_line_in_the_log(data):
    from serving import running_server

    with running_server(data) as server:
        assert server.get("/", Host="chess.example.org").status == 400
        assert server.stop() == 0
    said = [line for line in server.output.splitlines() if "chess.example.org" in line]
    lines = [line.rpartition(" [")[0] for line in said]  # the number of the request comes last
    assert lines == [
        "Somebody asked for chess.example.org, which is no name of this server. If it is yours, start the server with"
        " CROSSTABLE_HOSTS=chess.example.org (names separated by spaces)."
    ]
    assert "Traceback" not in server.output


def test_without_its_driver_a_postgresql_is_refused_in_one_line(tmp_path):
    (tmp_path / "psycopg.py").write_text("raise ImportError('not here')")
    (tmp_path / "psycopg2.py").write_text("raise ImportError('not here')")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    said = crosstable("doctor", DATABASE_URL="postgres://nobody@127.0.0.1:1/none", PYTHONPATH=path)
    assert said.stderr == (
        "Error: DATABASE_URL names a PostgreSQL, and its driver is not installed: pip install 'crosstable[postgres]'\n"
    )
