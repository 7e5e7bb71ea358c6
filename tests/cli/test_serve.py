"""`crosstable serve` from an empty directory to its address, and what it says when it cannot."""

from __future__ import annotations

import re
import shutil
import socket
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

from serving import FROM_NOTHING, crosstable, empty_tables, running_server, start_with_tables


def test_an_empty_directory_becomes_an_installation_with_a_set_up_link(tmp_path):
    data = tmp_path / "new" / "data"
    data.parent.mkdir()
    tokyo = {"CROSSTABLE_TIME_ZONE": "", "TZ": "Asia/Tokyo"}
    with running_server(data, **FROM_NOTHING, **tokyo) as server:
        assert server.get("/healthz").body == b"ok"
        assert "Times are shown in Asia/Tokyo." in server.output
        first = re.findall(r"/setup/\S+", server.output)
        assert readable_by_others(data) == []
        key = (data / "secret.key").read_text()
        assert server.stop() == 0
    with running_server(data) as server:
        assert re.findall(r"/setup/\S+", server.output) == first
        assert (data / "secret.key").read_text() == key
        made = crosstable(
            *("admin", "create", "ada", "--email", "ada@example.org", "--password", "correct horse"),
            *("--data", data),
            TZ="UTC",
        )
        assert (made.returncode, made.stdout) == (
            0,
            "System administrator ada created.\nTimes are shown in UTC.\n",
        )
        copied = crosstable("backup", tmp_path / "copy.sqlite3", CROSSTABLE_DATA=str(data))
        assert (copied.returncode, copied.stdout) == (0, f"Backup written to {tmp_path / 'copy.sqlite3'}\n")
    with running_server(data) as server:
        assert "/setup/" not in server.output
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy:
        assert copy.execute("SELECT username, is_superuser FROM accounts_user").fetchall() == [("ada", 1)]


def test_no_one_else_reads_the_data_also_in_a_directory_that_was_there(tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    shutil.copyfile(empty_tables(), data / "crosstable.sqlite3")
    (data / "crosstable.sqlite3").chmod(0o644)
    assert readable_by_others(data) == ["data", "crosstable.sqlite3"]
    with running_server(data) as server:
        assert server.get("/healthz").body == b"ok"
        assert readable_by_others(data) == ["data"]


def readable_by_others(data: Path) -> list[str]:
    return [
        path.name for path in (data, *sorted(data.iterdir())) if stat.S_IMODE(path.stat().st_mode) & 0o077
    ]


def test_the_demo_keeps_to_its_own_directory(demo):
    """It was made where the environment named another one, and a database."""
    with closing(sqlite3.connect(demo / "crosstable.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM events_tournament").fetchone() != (0,)
    assert not (demo.parent / "real").exists()


def test_in_a_venue_the_machine_answers_to_its_own_addresses_only(tmp_path):
    from crosstable.cli.serving import own_addresses

    start_with_tables(tmp_path / "data")
    with running_server(tmp_path / "data", "--host", "0.0.0.0") as server:
        for address in own_addresses():
            assert f"http://{address}:{server.port}\n" in server.output
        name = socket.gethostname().lower()
        assert server.get("/nowhere", host=f"{name}:{server.port}").status == 404
        assert server.get("/nowhere", host="evil.example").status == 400


def test_a_port_in_use_is_said_in_a_line(tmp_path):
    start_with_tables(tmp_path / "data")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = crosstable("serve", "--port", port, "--data", tmp_path / "data")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"Error: Port {port} is in use already. Stop what uses it, or choose another with --port.\n"
    )


def test_a_data_directory_that_cannot_be_written_is_said_in_a_line(tmp_path):
    (tmp_path / "file").write_text("not a directory")
    data = tmp_path / "file" / "data"
    refused = crosstable("serve", "--port", "0", "--data", data)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"Error: The data directory {data} cannot be written to: Not a directory."
        " Choose another with --data.\n"
    )


def test_a_file_that_is_no_database_is_said_in_a_line(tmp_path):
    (tmp_path / "crosstable.sqlite3").write_text("these are not the pages you are looking for" * 50)
    refused = crosstable("serve", "--port", "0", "--data", tmp_path)
    assert (refused.returncode, refused.stderr) == (
        1,
        f"Error: The database in {tmp_path} cannot be used: file is not a database. "
        "Put the last backup in its place: crosstable restore FILE\n",
    )


def test_data_of_a_newer_version_is_left_alone(tmp_path):
    start_with_tables(tmp_path)
    with closing(sqlite3.connect(tmp_path / "crosstable.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('events', '9999_future', '2030-01-01')"
        )
    refused = crosstable("serve", "--port", "0", "--data", tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"Error: The data in {tmp_path} was written by a newer version of Crosstable (events.9999_future is"
        " unknown to this one). Upgrade Crosstable, or choose another --data directory.\n"
    )


def test_an_upgrade_of_the_tables_keeps_a_copy_from_before(tmp_path):
    ada = (
        "admin",
        "create",
        "ada",
        "--email",
        "a@example.org",
        "--password",
        "correct horse",
        "--data",
        tmp_path,
    )
    bob = (
        "admin",
        "create",
        "bob",
        "--email",
        "b@example.org",
        "--password",
        "correct horse",
        "--data",
        tmp_path,
    )
    start_with_tables(tmp_path)
    assert crosstable(*ada).returncode == 0
    with closing(sqlite3.connect(tmp_path / "crosstable.sqlite3")) as database, database:
        database.execute("DROP TABLE django_session")
        database.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    upgraded = crosstable(*bob)
    (copy,) = (tmp_path / "backups").iterdir()
    assert upgraded.stdout == (
        f"Upgrading the database; a copy from before is in {copy}\nSystem administrator bob created.\n"
    )
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT username FROM accounts_user").fetchall() == [("ada",)]


def test_a_wrong_administrator_is_refused_field_by_field(tmp_path):
    start_with_tables(tmp_path)
    refused = crosstable(
        "admin", "create", "ada", "--email", "nowhere", "--password", "qzx", "--data", tmp_path
    )
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        "Error: email: Enter a valid email address."
        " password: This password is too short. It must contain at least 8 characters.\n"
    )


def test_a_backup_overwrites_nothing_and_needs_a_database(tmp_path):
    empty = crosstable("backup", "--data", tmp_path)
    message = f"Error: There is no database in {tmp_path}. Is --data the right directory?\n"
    assert (empty.returncode, empty.stderr) == (1, message)
    with closing(sqlite3.connect(tmp_path / "crosstable.sqlite3")) as database:
        database.execute("CREATE TABLE t (x)")
    (tmp_path / "taken").touch()
    refused = crosstable("backup", tmp_path / "taken", "--data", tmp_path)
    assert (refused.returncode, refused.stderr) == (1, f"Error: {tmp_path / 'taken'} exists already.\n")
    kept = crosstable("backup", "--data", tmp_path)
    assert kept.returncode == 0
    assert len(list((tmp_path / "backups").glob("crosstable-*.sqlite3"))) == 1


def test_a_backup_of_a_postgresql_that_does_not_answer_says_so_and_leaves_nothing(tmp_path):
    refused = crosstable("backup", "--data", tmp_path, DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert refused.returncode == 1
    assert refused.stderr.startswith(("Error: pg_dump stopped: ", "Error: pg_dump is not installed here."))
    assert list(tmp_path.glob("backups/*")) == []
