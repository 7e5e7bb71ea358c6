"""Files of strangers are read by a process of its own: little memory, little time, two at once and no more.

The script gets the file on standard input and answers JSON on standard output. It imports nothing of the product, so
that it starts quickly, and limits itself first. Whoever would be the fourth is told to come back, so that files can
never hold all the threads that answer pages.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from crosstable.events.errors import Refused

# Seconds for one file, by the clock on the wall, and for a place among those being read.
PATIENCE, WAITING = 15, 5.0
AT_ONCE, MOST_WAITING = 2, 1
_places = threading.BoundedSemaphore(AT_ONCE)
_waiting = threading.BoundedSemaphore(MOST_WAITING)


class ReadersBusy(Refused):
    code = "readers-busy"
    http_status = 503
    says = "Other files are being read just now. Try again in a moment."


class Unreadable(Exception):
    """The process ended without an answer: it ran out of time or memory, or the file broke it."""


def read_apart(script: Path, data: bytes, *arguments: object) -> Any:
    """What the script says about the file. Raises Unreadable, ReadersBusy."""
    command = [sys.executable, "-I", str(script), *map(str, arguments)]
    with _place():
        try:
            done = subprocess.run(command, input=data, capture_output=True, timeout=PATIENCE, check=True)
            return json.loads(done.stdout)
        except (subprocess.SubprocessError, ValueError) as error:
            raise Unreadable from error


@contextmanager
def _place() -> Iterator[None]:
    if not _places.acquire(blocking=False):
        _wait()
    try:
        yield
    finally:
        _places.release()


def _wait() -> None:
    if not _waiting.acquire(blocking=False):
        raise ReadersBusy()
    try:
        if not _places.acquire(timeout=WAITING):
            raise ReadersBusy()
    finally:
        _waiting.release()
