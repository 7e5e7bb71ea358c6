"""What to tell people when the database cannot do its work: which way it is broken decides what helps."""

from __future__ import annotations

from django.db import DatabaseError, InterfaceError

FULL = "The disk of the server is full. Nothing was saved. Whoever runs the server must make room; then send it again."
READ_ONLY = (
    "The server cannot write to its disk. Nothing was saved. Whoever runs it: crosstable doctor says why."
)
DAMAGED = (
    "The database of the server is damaged. Nothing was saved. Whoever runs the server must put a backup in its place:"
    " crosstable doctor says how."
)
BUSY = "Too many are writing at once. Nothing was saved; try again in a moment."
AWAY = (
    "The database does not answer just now. Try again in a moment; if you were saving something, look first whether it"
    " is there."
)
# What SQLite and PostgreSQL call it.
SIGNS = (
    (FULL, ("disk is full", "no space left", "could not extend file")),
    (READ_ONLY, ("readonly database", "read-only transaction", "disk i/o error", "unable to open database")),
    (DAMAGED, ("malformed", "not a database", "invalid page", "could not read block")),
    (BUSY, ("database is locked", "couldn't get a connection", "too many clients")),
    (AWAY, ("connection", "server closed", "terminating", "starting up", "shutting down", "consuming input")),
)


def storage_words(error: BaseException | None) -> str | None:
    """None where it is no fault of the storage but a mistake of ours."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    said = str(error).lower()
    return next((words for words, signs in SIGNS if any(sign in said for sign in signs)), None)


def is_damage(error: BaseException) -> bool:
    return storage_words(error) == DAMAGED
