"""Whose turn it is to write: the threads of this process in the order they came, the processes by a lock on a file.

Nobody waits longer than SQLite itself would: whoever's turn does not come goes on without, and SQLite decides.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from contextlib import suppress
from functools import cache

PATIENCE = 20.0
# Seconds between two looks at the lock of another process.
LOOK = 0.0005


class WriteQueue:
    def __init__(self, path: str) -> None:
        self._path = path
        self._guard = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Event] = deque()
        self._file: int | None = None

    def take(self) -> bool:
        """Whether the turn came. Then it must be left."""
        deadline = time.monotonic() + PATIENCE
        if not self._take_from_threads(deadline):
            return False
        if self._take_from_processes(deadline):
            return True
        self._leave_to_threads()
        return False

    def leave(self) -> None:
        self._leave_to_processes()
        self._leave_to_threads()

    def _take_from_threads(self, deadline: float) -> bool:
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            turn = threading.Event()
            self._waiting.append(turn)
        if turn.wait(deadline - time.monotonic()):
            return True
        with self._guard:
            if turn.is_set():  # it came in this very moment
                return True
            self._waiting.remove(turn)
        return False

    def _leave_to_threads(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False

    def _take_from_processes(self, deadline: float) -> bool:
        try:
            import fcntl

            # Opened for each turn: a process made by fork would share the lock of an open file.
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except (ImportError, OSError):
            return True  # no such locks here, or no place for the file: SQLite's own must do
        while time.monotonic() < deadline:
            with suppress(BlockingIOError):
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            time.sleep(LOOK)
        self._leave_to_processes()
        return False

    def _leave_to_processes(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


@cache
def write_queue_of(database: str) -> WriteQueue:
    return WriteQueue(f"{database}-turn")
