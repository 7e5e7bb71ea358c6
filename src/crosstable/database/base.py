"""Django's SQLite backend, with a queue for writers. Django requires the name `base`.

SQLite lets one connection write at a time, and the others retry; when five hundred reports arrive in ten seconds, some
never succeed and fail with "database is locked". Here they queue before they try.

The queue is released when everything is written to the log. The fsync of the log, which may take as long again, is
awaited after that, before the commit returns: the next writer works at the same time, and one fsync serves all who
wait. SQLite itself syncs a statement outside a transaction.

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

# At a commit SQLite writes the log; it is synced later (NORMAL) or before the commit returns (FULL).
FSYNC_LATER, FSYNC_AT_COMMIT = "PRAGMA synchronous=NORMAL", "PRAGMA synchronous=FULL"


class DatabaseFeatures(features.DatabaseFeatures):
    # Since version 3.32 (2020) a statement may have 32,766 parameters; Django assumes the former 999. Fewer statements
    # write a large schedule, and other writers wait less.
    max_query_params = 5_000 if sqlite3.sqlite_version_info >= (3, 32) else 999


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
    # The queue, while this connection holds it.
    _held_queue: WriteQueue | None = None
    # SQLite's log, open while this connection has to sync it.
    _log: int | None = None
    # The next transaction only reads: it sees one state of the database and blocks no writer.
    only_reads = False

    def _start_transaction_under_autocommit(self) -> None:
        if self.only_reads:
            self.cursor().execute("BEGIN")
            return
        queue = None if self.is_in_memory_db() else write_queue_of(str(self.settings_dict["NAME"]))
        if queue is not None and queue.acquire():
            self._held_queue = queue
        try:
            if self._held_queue is not None:
                self._open_log()
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._release()
            raise

    def _commit(self) -> Any:
        # If it fails, a rollback follows.
        done = super()._commit()  # type: ignore[misc]
        self._release_queue()
        try:
            if self._log is not None:
                os.fsync(self._log)
        except OSError as error:
            raise OperationalError(f"The disk did not take it: {error}") from error
        finally:
            self._close_log()
        return done

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._release()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._release()

    def _open_log(self) -> None:
        """Take over the fsync from SQLite, if there is a log and the settings ask for one at each commit."""
        if os.name == "posix" and FSYNC_AT_COMMIT in self.settings_dict["OPTIONS"].get("init_command", ""):
            with suppress(OSError):
                self._log = os.open(f"{self.settings_dict['NAME']}-wal", os.O_RDWR | os.O_CLOEXEC)
                self.connection.execute(FSYNC_LATER)

    def _release(self) -> None:
        self._release_queue()
        self._close_log()

    def _release_queue(self) -> None:
        if self._held_queue is not None:
            self._held_queue.release()
            self._held_queue = None

    def _close_log(self) -> None:
        if self._log is not None:
            os.close(self._log)
            self._log = None
            with suppress(sqlite3.Error):  # the connection is closed
                self.connection.execute(FSYNC_AT_COMMIT)
