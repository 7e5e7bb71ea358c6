"""The database settings of an installation, in Django's format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_database_url

POSTGRES = "django.db.backends.postgresql"
KNOWN = ("postgres:", "postgresql:", "sqlite:")


def database_settings(url: str, directory: Path, threads: int) -> dict[str, Any]:
    """Return the settings for the database at the URL, or, without one, SQLite in the data directory."""
    if not url:
        return _sqlite(directory)
    if not url.startswith(KNOWN):
        raise ValueError(
            "DATABASE_URL is postgres://user@host/name; without it SQLite in the data directory is used"
        )
    settings: dict[str, Any] = dict(dj_database_url.parse(url, conn_health_checks=True))
    if settings["ENGINE"] == POSTGRES:
        # A thread holds a connection only while it serves a request. Some threads also work in the background.
        pool = {"min_size": 1, "max_size": threads + 8, "timeout": 10}
        settings.setdefault("OPTIONS", {}).setdefault("pool", pool)
    return settings


def _sqlite(directory: Path) -> dict[str, Any]:
    return {
        "ENGINE": "crosstable.database",
        "NAME": str(directory / "crosstable.sqlite3"),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # A confirmed result survives a power cut: the log is on the disk before a commit returns. In a transaction
            # our own backend does that (database/base.py), otherwise SQLite, because of FULL. IMMEDIATE takes the write
            # lock at BEGIN, so two writers queue instead of failing half-way.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
        },
    }
