"""The queue of writers on SQLite: threads of this process first come, first served; processes by a file lock.

A writer waits no longer than SQLite itself would. After that it proceeds without the queue, and SQLite decides.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from contextlib import suppress
from functools import cache

PATIENCE = 20.0
# Seconds between two attempts to lock the file.
RETRY_AFTER = 0.0005


class WriteQueue:
    def __init__(self, path: str) -> None:
        self._path = path
        self._guard = threading.Lock()
        self._is_held = False
        self._waiting: deque[threading.Event] = deque()
        self._file: int | None = None

    def acquire(self) -> bool:
        """Wait for the lock; return whether it was acquired. Then it must be released."""
        deadline = time.monotonic() + PATIENCE
        if not self._acquire_from_threads(deadline):
            return False
        if self._lock_file(deadline):
            return True
        self._release_to_threads()
        return False

    def release(self) -> None:
        self._unlock_file()
        self._release_to_threads()

    def _acquire_from_threads(self, deadline: float) -> bool:
        with self._guard:
            if not self._is_held:
                self._is_held = True
                return True
            is_next = threading.Event()
            self._waiting.append(is_next)
        if is_next.wait(deadline - time.monotonic()):
            return True
        with self._guard:
            if is_next.is_set():  # released to this thread at this very moment
                return True
            self._waiting.remove(is_next)
        return False

    def _release_to_threads(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_held = False

    def _lock_file(self, deadline: float) -> bool:
        try:
            import fcntl

            # Opened each time: a forked process would share the lock of an open file.
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except (ImportError, OSError):
            return True  # no file locks, or no place for the file: SQLite's own lock must do
        while time.monotonic() < deadline:
            with suppress(BlockingIOError):
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            time.sleep(RETRY_AFTER)
        self._unlock_file()
        return False

    def _unlock_file(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


@cache
def write_queue_of(database: str) -> WriteQueue:
    return WriteQueue(f"{database}-turn")
