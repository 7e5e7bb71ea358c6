"""Whether a server works with a data directory: servers share a lock on a file in it, a restore needs it alone.

`UpkeepFailed` is the error of the whole package, in words for the person at the terminal.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO


class UpkeepFailed(Exception):
    """Says what is wrong and what to do about it."""


NAME = "serving.lock"


@contextlib.contextmanager
def serving(directory: Path) -> Iterator[None]:
    """While a server runs. The system lets go of the lock however the server ends."""
    with _locked(directory, shared=True) as is_held:
        if not is_held:
            raise UpkeepFailed(f"A backup is being restored into {directory}: wait for it to end.")
        yield


@contextlib.contextmanager
def alone(directory: Path) -> Iterator[None]:
    with _locked(directory, shared=False) as is_held:
        if not is_held:
            raise UpkeepFailed(f"A server is running with the data in {directory}: stop it first.")
        yield


def is_served(directory: Path) -> bool:
    """Asked on a disk that can only be read, too."""
    with contextlib.suppress(FileNotFoundError), (directory / NAME).open() as file:
        return not _lock(file, shared=False)
    return False


@contextlib.contextmanager
def working(directory: Path) -> Iterator[None]:
    """While this process answers. Whoever was killed leaves a file that nobody holds; a disk that takes no file does
    not keep a worker from its work."""
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
    """How many processes answer; what the killed left is cleared away. 0 where files cannot be locked."""
    return sum(map(_is_working, directory.glob("worker-*.lock")))


def _held(path: Path) -> IO[str]:
    """Whoever counts may clear it away before it is held: then it is made again."""
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
        if os.path.samestat(os.fstat(file.fileno()), path.stat()):  # and not one made since, by its worker
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
