"""Whether a server uses a data directory: servers share a lock on a file in it, a restore needs it exclusively.

`UpkeepFailed` is the error of the whole package, in words for the person at the terminal.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from crosstable.text import tr


class UpkeepFailed(Exception):
    """Describes the problem and what to do about it."""


NAME = "serving.lock"


@contextlib.contextmanager
def serving(directory: Path) -> Iterator[None]:
    """Hold the lock while a server runs. The system releases it however the server ends."""
    with _locked(directory, shared=True) as is_held:
        if not is_held:
            raise UpkeepFailed(
                tr("A backup is being restored into {directory}: wait for it to end.", directory=directory)
            )
        yield


@contextlib.contextmanager
def alone(directory: Path) -> Iterator[None]:
    with _locked(directory, shared=False) as is_held:
        if not is_held:
            raise UpkeepFailed(
                tr("A server is running with the data in {directory}: stop it first.", directory=directory)
            )
        yield


def is_served(directory: Path) -> bool:
    """Whether a server uses the directory; works on a read-only disk, too."""
    with contextlib.suppress(FileNotFoundError), (directory / NAME).open() as file:
        return not _lock(file, shared=False)
    return False


@contextlib.contextmanager
def working(directory: Path) -> Iterator[None]:
    """Hold a lock file while this process serves requests. A killed process leaves an unlocked file; if the disk takes
    no file, the worker runs anyway."""
    path = directory / f"worker-{os.getpid()}.lock"
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            stack.enter_context(_held(path))
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                path.unlink()


def count_workers(directory: Path) -> int:
    """Count the processes that serve requests, and delete files of killed ones. 0 if files cannot be locked."""
    return sum(map(_is_working, directory.glob("worker-*.lock")))


def _held(path: Path) -> IO[str]:
    """Open and lock the file. A concurrent count may delete it before it is locked: then create it again."""
    while True:
        file = path.open("a")
        _lock(file, shared=False, wait=True)
        if path.exists():
            return file
        file.close()


def _is_working(path: Path) -> bool:
    with contextlib.suppress(OSError), path.open() as file:
        if not _lock(file, shared=False):
            return True
        if os.path.samestat(os.fstat(file.fileno()), path.stat()):  # not a newer file of its worker
            path.unlink()
    return False


@contextlib.contextmanager
def _locked(directory: Path, *, shared: bool) -> Iterator[bool]:
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (directory / NAME).open("a") as file:
        yield _lock(file, shared)


def _lock(file: IO[str], shared: bool, wait: bool = False) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows: an open database cannot be replaced there anyway
        return True
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True
