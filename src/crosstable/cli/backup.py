"""A consistent copy of the SQLite database, also while the server runs: sqlite3's online backup."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path


class BackupFailed(Exception):
    """Says what is wrong, in words for the person at the terminal."""


def back_up(directory: Path, target: Path) -> Path:
    """Copy the directory's database to the target (relative ones are inside it). Never overwrites."""
    source, target = directory / "crosstable.sqlite3", directory / target
    if not source.exists():
        raise BackupFailed(f"There is no database in {directory}.")
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise BackupFailed(f"{target} exists already.") from None
    try:
        _copy(source, target)
    except BaseException:
        target.unlink()
        raise
    return target


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source, timeout=20)) as here, closing(sqlite3.connect(target)) as there:
        # All pages in one step: one snapshot, never restarted by a writer.
        here.backup(there, pages=-1)
        there.execute("PRAGMA journal_mode=DELETE")  # the copy is one file, with no log beside it
        if there.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise BackupFailed("The copy does not pass SQLite's check; the database may be damaged.")
