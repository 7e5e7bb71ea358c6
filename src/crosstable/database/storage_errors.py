"""The message for users when the database fails: the kind of failure decides what helps."""

from __future__ import annotations

from django.db import DatabaseError, InterfaceError

from crosstable.text import tr

FULL = tr(
    "The disk of the server is full. Nothing was saved. The administrator must free some "
    "space; then send it again."
)
READ_ONLY = tr(
    "The server cannot write to its disk. Nothing was saved. For the administrator: "
    "crosstable doctor says why."
)
DAMAGED = tr(
    "The database of the server is damaged. Nothing was saved. The administrator must "
    "restore a backup: crosstable doctor says how."
)
BUSY = tr("The server is too busy to save. Nothing was saved; try again in a moment.")
AWAY = tr(
    "The database does not respond at the moment. Try again soon. If you were saving something, first "
    "check whether it was saved."
)
# Parts of the error messages of SQLite and PostgreSQL.
SIGNS = (
    (FULL, ("disk is full", "no space left", "could not extend file")),
    (READ_ONLY, ("readonly database", "read-only transaction", "disk i/o error", "unable to open database")),
    (DAMAGED, ("malformed", "not a database", "invalid page", "could not read block")),
    (BUSY, ("database is locked", "couldn't get a connection", "too many clients")),
    (AWAY, ("connection", "server closed", "terminating", "starting up", "shutting down", "consuming input")),
)


def storage_message(error: BaseException | None) -> str | None:
    """Return the message; None if the storage works and the error is a bug."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    text = str(error).lower()
    return next((message for message, signs in SIGNS if any(sign in text for sign in signs)), None)


def is_damage(error: BaseException) -> bool:
    return storage_message(error) == DAMAGED
