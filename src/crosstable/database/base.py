"""Django's SQLite, where whoever wants to write takes their turn.

SQLite lets one write at a time and the others try again and again; when five hundred reports come in ten seconds, some
never have luck and are told "database is locked". Here they queue up before they try.

A turn is over when everything is written. That it is on the disk as well, which may take as long again, is waited for
after that, before the commit returns: the next writer is at work meanwhile, and those who wait together are served by
the disk together. What is written without a transaction SQLite brings to the disk itself.

Figure: 300 commits of two processes take 0.3 to 1.2 s instead of 2.3, half of them within 1 to 4 ms instead of 9 to 14.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from typing import Any

from django.db.backends.sqlite3 import base, features
from django.db.utils import OperationalError

from crosstable.database.write_queue import WriteQueue, write_queue_of

# The log is written at a commit, and on the disk later (NORMAL) or at once (FULL).
ON_DISK_LATER, ON_DISK_AT_ONCE = "PRAGMA synchronous=NORMAL", "PRAGMA synchronous=FULL"


class DatabaseFeatures(features.DatabaseFeatures):
    # Since version 3.32 (2020) a statement may have 32,766; Django counts on the 999 of before. Fewer statements make
    # a large schedule, and others wait less long for their turn.
    max_query_params = 5_000 if sqlite3.sqlite_version_info >= (3, 32) else 999


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
    _has_turn: WriteQueue | None = None
    # SQLite's log, while it is ours to bring it to the disk.
    _log: int | None = None
    # What is begun now only reads: it sees one moment, and nobody who writes waits for it.
    only_reads = False

    def _start_transaction_under_autocommit(self) -> None:
        if self.only_reads:
            self.cursor().execute("BEGIN")
            return
        turns = None if self.is_in_memory_db() else write_queue_of(str(self.settings_dict["NAME"]))
        if turns is not None and turns.take():
            self._has_turn = turns
        try:
            if self._has_turn is not None:
                self._take_log()
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> Any:
        # Should it fail, a rollback follows.
        done = super()._commit()  # type: ignore[misc]
        self._leave_turn()
        try:
            if self._log is not None:
                os.fsync(self._log)
        except OSError as error:
            raise OperationalError(f"The disk did not take it: {error}") from error
        finally:
            self._leave_log()
        return done

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._leave()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._leave()

    def _take_log(self) -> None:
        """Where there is none, and where the disk need not have it, SQLite sees to it."""
        if os.name == "posix" and ON_DISK_AT_ONCE in self.settings_dict["OPTIONS"].get("init_command", ""):
            with suppress(OSError):
                self._log = os.open(f"{self.settings_dict['NAME']}-wal", os.O_RDWR | os.O_CLOEXEC)
                self.connection.execute(ON_DISK_LATER)

    def _leave(self) -> None:
        self._leave_turn()
        self._leave_log()

    def _leave_turn(self) -> None:
        if self._has_turn is not None:
            self._has_turn.leave()
            self._has_turn = None

    def _leave_log(self) -> None:
        if self._log is not None:
            os.close(self._log)
            self._log = None
            with suppress(sqlite3.Error):  # the connection is closed
                self.connection.execute(ON_DISK_AT_ONCE)
