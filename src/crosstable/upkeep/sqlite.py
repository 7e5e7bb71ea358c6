"""A consistent backup of the SQLite database, also while the server runs, and restoring it: sqlite3's online backup."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from crosstable.text import tr
from crosstable.upkeep.running import UpkeepFailed

DATABASE = "crosstable.sqlite3"
BESIDE = ("-wal", "-shm")


def back_up(directory: Path, target: Path) -> Path:
    """Copy the directory's database to the target (relative ones are inside it). Never overwrites."""
    source, target = directory / DATABASE, directory / target
    if not source.exists():
        raise UpkeepFailed(tr("There is no database in {directory}.", directory=directory))
    make_empty(target)
    try:
        _copy(source, target)
    except BaseException:
        target.unlink()
        raise
    return target


def restore(directory: Path, source: Path) -> None:
    """Replace the database with a backup, which is copied completely before the old one is deleted."""
    count_events(source)
    fresh = directory / f".{DATABASE}.restoring"
    fresh.unlink(missing_ok=True)
    shutil.copyfile(source, fresh)
    fresh.chmod(0o600)
    with fresh.open("rb") as file:
        os.fsync(file.fileno())
    # The log belongs to the old database; SQLite would write it into the new one.
    for end in BESIDE:
        (directory / f"{DATABASE}{end}").unlink(missing_ok=True)
    fresh.replace(directory / DATABASE)


def keep_as_it_is(directory: Path, target: Path) -> Path:
    """Copy the database byte by byte, with its log."""
    target = directory / target
    make_empty(target)
    shutil.copyfile(directory / DATABASE, target)
    if (log := directory / f"{DATABASE}-wal").exists():
        shutil.copyfile(log, target.with_name(f"{target.name}-wal"))
    return target


def count_events(copy: Path) -> int:
    """Open the backup as the program would. Raises UpkeepFailed if it is not a complete database of ours."""
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as database:
            if database.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise UpkeepFailed(tr("{copy} is damaged: SQLite's check does not pass.", copy=copy))
            return int(database.execute("SELECT count(*) FROM events_tournament").fetchone()[0])
    except sqlite3.Error as error:
        raise UpkeepFailed(
            tr("{copy} is not a database of Crosstable: {error}.", copy=copy, error=error)
        ) from error


def make_empty(target: Path) -> None:
    """Create an empty file that only its owner can read. Never overwrites."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise UpkeepFailed(tr("{target} exists already.", target=target)) from None


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source, timeout=20)) as here, closing(sqlite3.connect(target)) as there:
        # All pages in one step: one snapshot, never restarted by a writer.
        here.backup(there, pages=-1)
        there.execute("PRAGMA journal_mode=DELETE")  # the copy is one file, without a log
        if there.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise UpkeepFailed(tr("The copy does not pass SQLite's check; the database may be damaged."))
