"""Backups of this installation's database, SQLite or PostgreSQL: their location and names."""

import os
import sqlite3
from datetime import datetime, timedelta
from pathlib import Path

from crosstable.text import tr
from crosstable.upkeep import postgres, sqlite
from crosstable.upkeep.running import UpkeepFailed, alone

FOLDER = "backups"
STAMP = "%Y%m%d-%H%M%S"
ENDINGS = {".sqlite3", ".dump"}


def database_url() -> str:
    return os.environ.get("DATABASE_URL", "")


def copy_name(directory: Path, prefix: str = "crosstable") -> Path:
    """Return an unused name. A second backup within a second is named for the next one: names stay dates."""
    at = datetime.now()
    while any((directory / FOLDER).glob(f"{prefix}-{at:{STAMP}}.*")):
        at += timedelta(seconds=1)
    ending = "dump" if database_url() else "sqlite3"
    return Path(FOLDER) / f"{prefix}-{at:{STAMP}}.{ending}"


def newest_copy(directory: Path) -> datetime | None:
    """Return the time of the newest backup. Files stored as damaged do not count."""
    copies = [path for path in (directory / FOLDER).glob("*-*.*") if path.suffix in ENDINGS]
    return max((datetime.fromtimestamp(path.stat().st_mtime) for path in copies), default=None)


def back_up(directory: Path, target: Path) -> Path:
    """Write a backup to the target (relative: inside the directory), open and check it. Raises UpkeepFailed,
    OSError."""
    if url := database_url():
        return postgres.back_up(url, directory / target)
    return sqlite.back_up(directory, target)


def restore(directory: Path, source: Path) -> Path | None:
    """Replace the database with the backup; return a backup of the previous database, if there was one."""
    if not source.is_file():
        raise UpkeepFailed(tr("The file {source} does not exist.", source=source))
    _check(source)
    with alone(directory):
        url = database_url()
        before = _back_up_previous(directory) if url or (directory / sqlite.DATABASE).exists() else None
        if url:
            postgres.restore(url, source)
        else:
            sqlite.restore(directory, source)
    return before


def _back_up_previous(directory: Path) -> Path:
    """Back up the previous database. A damaged file cannot be opened and checked; it is stored unchanged, for later
    repair."""
    target = copy_name(directory, "before-restore")
    try:
        return back_up(directory, target)
    except (UpkeepFailed, sqlite3.DatabaseError):
        if database_url():
            raise
        return sqlite.keep_as_it_is(directory, target.with_suffix(".damaged"))


def _check(source: Path) -> None:
    if database_url():
        postgres.check(source)
    else:
        sqlite.count_events(source)
