"""The same commands with a real PostgreSQL: a copy, and the way back in one transaction."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from serving import crosstable

pytestmark = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"),
    reason="DATABASE_URL names no PostgreSQL; .ci/postgres runs this one",
)
CREATE = ("admin", "create", "ada", "--email", "ada@example.org", "--password", "correct horse")
NAMES = "SELECT username FROM accounts_user ORDER BY username"


@pytest.fixture
def url() -> Iterator[str]:
    import psycopg

    server = os.environ["DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE crosstable_copies")
        yield server.rpartition("/")[0] + "/crosstable_copies"
        connection.execute("DROP DATABASE crosstable_copies WITH (FORCE)")


def ask(url: str, question: str) -> list[tuple[object, ...]]:
    import psycopg

    with psycopg.connect(url) as connection:
        answer = connection.execute(question)
        return answer.fetchall() if answer.description else []


def test_a_copy_of_a_postgresql_is_restored_whole_and_not_while_it_is_used(url, tmp_path):
    import psycopg

    data, copy = tmp_path / "data", tmp_path / "copy.dump"
    assert crosstable(*CREATE, "--data", data, DATABASE_URL=url).stderr == ""
    assert crosstable("backup", copy, "--data", data, DATABASE_URL=url).stderr == ""
    ask(url, "UPDATE accounts_user SET username = 'eve'")
    with psycopg.connect(url):
        busy = crosstable("restore", copy, "--yes", "--data", data, DATABASE_URL=url)
        assert "other connections use the database: stop the servers first." in busy.stderr
        assert ask(url, NAMES) == [("eve",)]
    assert crosstable("restore", copy, "--yes", "--data", data, DATABASE_URL=url).stderr == ""
    assert ask(url, NAMES) == [("ada",)]
    (tmp_path / "wrong").write_bytes(b"no dump")
    wrong = crosstable("restore", tmp_path / "wrong", "--yes", "--data", data, DATABASE_URL=url)
    assert wrong.stderr.startswith(
        f"Error: {tmp_path / 'wrong'} is not a whole copy of a PostgreSQL: pg_restore stopped: "
    )
    assert (wrong.returncode, wrong.stderr.endswith(". Nothing was changed.\n")) == (1, True)
    assert ask(url, NAMES) == [("ada",)]


def test_the_doctor_looks_at_a_postgresql(url, tmp_path):
    crosstable(*CREATE, "--data", tmp_path, DATABASE_URL=url)
    seen = crosstable("doctor", "--data", tmp_path, DATABASE_URL=url)
    assert (seen.returncode, "Database  PostgreSQL" in seen.stdout) == (0, True)
