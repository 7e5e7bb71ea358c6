"""A key of this installation: made once, kept in a file that its owner alone reads, the same after a power cut."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path


def kept_key(path: Path, make: Callable[[], bytes]) -> bytes:
    """Whole or not there, and the first of two processes wins. One that a power cut left empty is made anew."""
    if key := _read(path):
        return key
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # its owner's alone
    with open(descriptor, "wb") as file:
        file.write(make())
        file.flush()
        os.fsync(descriptor)
    draft = Path(name)
    _put(draft, path)
    draft.unlink(missing_ok=True)
    _keep_name(path.parent)
    return _read(path)


def _read(path: Path) -> bytes:
    return path.read_bytes().strip() if path.exists() else b""


def _put(draft: Path, path: Path) -> None:
    if path.exists() and not _read(path):
        path.unlink()
    try:
        os.link(draft, path)
    except FileExistsError:  # somebody else's, made meanwhile
        pass
    except OSError:  # a file has one name only on this disk (FAT)
        draft.replace(path)


def _keep_name(directory: Path) -> None:
    """The name of a new file is on the disk when its directory is."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
