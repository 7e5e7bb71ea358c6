"""Slots for heavy work, shared by every process of the installation.

A slot is a locked file in the data directory, so a limit holds for all workers together and a process that dies
releases its slot. A few callers wait for a slot; all others are refused immediately, so waiting never blocks every
request thread.
"""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from crosstable.accounts.errors import Refused
from crosstable.text import tr

# Seconds between two attempts to get a slot, and how long background work keeps trying.
LOOK = 0.02
BACKGROUND_PATIENCE = 300.0


class Busy(Refused):
    """All slots are taken, and so is every place in the queue."""

    code = "busy"
    http_status = 503
    work: str
    retry_after: int = 5

    def sentence(self) -> str:
        return tr(
            "The server is busy with {work}. Try again in {retry_after} seconds.",
            work=self.work,
            retry_after=self.retry_after,
        )


@dataclass(frozen=True)
class Slots:
    """`at_once` callers work, `waiting` more queue for up to `patience` seconds; `work` names the work in a refusal."""

    name: str
    work: str
    at_once: int
    waiting: int
    patience: float

    @contextmanager
    def taken(self, *, in_background: bool = False) -> Iterator[None]:
        """Hold one slot. A background thread may wait longer than a request. Raises Busy."""
        with ExitStack() as held:
            if not _locked(held, self.name, self.at_once):
                self._wait(held, in_background)
            yield

    def _wait(self, held: ExitStack, in_background: bool) -> None:
        with ExitStack() as queued:
            if not in_background and not _locked(queued, f"{self.name}-waiting", self.waiting):
                raise Busy(self.work)
            deadline = time.monotonic() + (BACKGROUND_PATIENCE if in_background else self.patience)
            while not _locked(held, self.name, self.at_once):
                if time.monotonic() >= deadline:
                    raise Busy(self.work)
                time.sleep(LOOK)


def _locked(held: ExitStack, name: str, places: int) -> bool:
    return any(_lock(held, f"{name}-{place}") for place in range(places))


def _lock(held: ExitStack, name: str) -> bool:
    """Lock one file until `held` exits. Without file locks, or disk space for the file, nothing is limited."""
    try:
        import fcntl

        # Opened each time: forked processes would share the lock of an open file.
        file = os.open(_folder() / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except (ImportError, OSError):
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return False
    held.callback(os.close, file)
    return True


def _folder() -> Path:
    folder = Path(settings.DATA_DIR) / "slots"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
