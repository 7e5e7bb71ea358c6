"""Copies of the database of this installation, whichever it is: where they lie, what they are called."""

import os
import sqlite3
from datetime import datetime, timedelta
from pathlib import Path

from crosstable.upkeep import postgres, sqlite
from crosstable.upkeep.running import UpkeepFailed, alone

FOLDER = "backups"
STAMP = "%Y%m%d-%H%M%S"
ENDINGS = {".sqlite3", ".dump"}


def database_url() -> str:
    return os.environ.get("DATABASE_URL", "")


def copy_name(directory: Path, prefix: str = "crosstable") -> Path:
    """A name no copy has. The second one within a second is called by the next: names stay dates."""
    at = datetime.now()
    while any((directory / FOLDER).glob(f"{prefix}-{at:{STAMP}}.*")):
        at += timedelta(seconds=1)
    ending = "dump" if database_url() else "sqlite3"
    return Path(FOLDER) / f"{prefix}-{at:{STAMP}}.{ending}"


def newest_copy(directory: Path) -> datetime | None:
    """When it was made. What was kept because it is damaged is no copy."""
    copies = [path for path in (directory / FOLDER).glob("*-*.*") if path.suffix in ENDINGS]
    return max((datetime.fromtimestamp(path.stat().st_mtime) for path in copies), default=None)


def back_up(directory: Path, target: Path) -> Path:
    """A copy at the target (relative: inside the directory), opened and checked. Raises UpkeepFailed, OSError."""
    if url := database_url():
        return postgres.back_up(url, directory / target)
    return sqlite.back_up(directory, target)


def restore(directory: Path, source: Path) -> Path | None:
    """Put the copy in the place of the database; a copy of what was there before, if anything was."""
    if not source.is_file():
        raise UpkeepFailed(f"There is no file {source}.")
    _check(source)
    with alone(directory):
        url = database_url()
        before = _kept(directory) if url or (directory / sqlite.DATABASE).exists() else None
        if url:
            postgres.restore(url, source)
        else:
            sqlite.restore(directory, source)
    return before


def _kept(directory: Path) -> Path:
    """What was there. A damaged file cannot be opened and checked; it is kept as it is, for whoever can mend it."""
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
