"""Django's SQLite, where whoever wants to write takes their turn.

SQLite lets one write at a time and the others try again and again; when five hundred reports come in ten seconds, some
never have luck and are told "database is locked". Here they queue up before they try.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.sqlite3 import base

from crosstable.sqlite.turns import Turns, turns_at


class DatabaseWrapper(base.DatabaseWrapper):
    _has_turn: Turns | None = None
    # What is begun now only reads: it sees one moment, and nobody who writes waits for it.
    only_reads = False

    def _start_transaction_under_autocommit(self) -> None:
        if self.only_reads:
            self.cursor().execute("BEGIN")
            return
        turns = None if self.is_in_memory_db() else turns_at(str(self.settings_dict["NAME"]))
        if turns is not None and turns.take():
            self._has_turn = turns
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> Any:
        # Should it fail, a rollback follows.
        done = super()._commit()  # type: ignore[misc]
        self._leave()
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

    def _leave(self) -> None:
        if self._has_turn is not None:
            self._has_turn.leave()
            self._has_turn = None
