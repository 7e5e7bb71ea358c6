"""Backups of a PostgreSQL database with its own tools, which must be at least as new as the server."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import dj_database_url

from crosstable.text import tr
from crosstable.upkeep.running import UpkeepFailed
from crosstable.upkeep.sqlite import make_empty

EVENTS = re.compile(r"TABLE DATA \S+ events_tournament ")
# Options of the URL after its `?`, which the tools read from the environment.
SECURITY = ("sslmode", "sslrootcert", "sslcert", "sslkey")


class ToolStopped(UpkeepFailed):
    """A tool is installed but failed."""


def back_up(url: str, target: Path) -> Path:
    """Write the database to the target, and open the result. Never overwrites."""
    make_empty(target)
    try:
        _run("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", f"--file={target}")
        check(target)
    except BaseException:
        target.unlink()
        raise
    return target


def restore(url: str, source: Path) -> None:
    """Restore in one transaction: completely or not at all."""
    check(source)
    refuse_company(url)
    database = _environment(url)["PGDATABASE"]
    _run(
        *("pg_restore", url, "--clean", "--if-exists", "--no-owner", "--no-privileges"),
        *("--single-transaction", "--exit-on-error", f"--dbname={database}", str(source)),
    )


def check(copy: Path) -> None:
    """Check the backup. Raises UpkeepFailed if pg_restore cannot open it, or it holds no events."""
    try:
        is_ours = EVENTS.search(_run("pg_restore", "", "--list", str(copy)))
    except ToolStopped as error:
        raise UpkeepFailed(
            tr("{copy} is not a whole copy of a PostgreSQL: {error}.", copy=copy, error=error)
        ) from error
    if not is_ours:
        raise UpkeepFailed(tr("{copy} is not a copy of a database of Crosstable.", copy=copy))


def why_out_of_reach(url: str) -> str:
    """Return the first line of the server's or network's error; empty if it can be reached."""
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as error:
        return next(iter(str(error).splitlines()), "it did not say why").rstrip(".")
    return ""


def has_tools() -> bool:
    return shutil.which("pg_dump") is not None and shutil.which("pg_restore") is not None


def refuse_company(url: str) -> None:
    import psycopg

    question = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with psycopg.connect(url) as connection:
        row = connection.execute(question).fetchone()
    if row and row[0]:
        raise UpkeepFailed(
            tr("{count} other connections use the database: stop the servers first.", count=row[0])
        )


def _run(tool: str, url: str, *words: str) -> str:
    program = shutil.which(tool)
    if program is None:
        raise UpkeepFailed(
            tr("{tool} is not installed here. On Debian: apt-get install postgresql-client", tool=tool)
        )
    done = subprocess.run(  # noqa: S603 - a tool of PostgreSQL with our own words
        [program, *words], capture_output=True, text=True, env=os.environ | _environment(url), check=False
    )
    if done.returncode != 0:
        raise ToolStopped(f"{tool} stopped: {done.stderr.strip() or 'it did not say why'}")
    return done.stdout


def _environment(url: str) -> dict[str, str]:
    """Return the connection settings as environment variables: arguments are visible to every user of the computer."""
    if not url:
        return {}
    parsed = dj_database_url.parse(url)
    named = {
        "PGHOST": parsed.get("HOST"),
        "PGPORT": parsed.get("PORT"),
        "PGUSER": parsed.get("USER"),
        "PGPASSWORD": parsed.get("PASSWORD"),
        "PGDATABASE": parsed.get("NAME"),
        **{f"PG{name.upper()}": parsed.get("OPTIONS", {}).get(name) for name in SECURITY},
    }
    return {name: str(value) for name, value in named.items() if value}
