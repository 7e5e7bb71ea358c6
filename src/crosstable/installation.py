"""The secret key and the time zone of this installation, for settings.py.

The key is created once and stored in a file that only its owner can read. The time zone is the computer's, as a name:
Django needs one, since an offset has no summer time.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from zoneinfo import ZoneInfo


def kept_key(path: Path, make: Callable[[], bytes]) -> bytes:
    """Return the stored key, or create it atomically; the first of two processes wins. A file left empty by a power cut
    is replaced."""
    if key := _read(path):
        return key
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # mode 0600
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
    except FileExistsError:  # another process created the key first; use that one
        pass
    except OSError:  # no hard links on this file system (FAT)
        draft.replace(path)


def _keep_name(directory: Path) -> None:
    """Sync the directory: a new file survives a power cut only once its directory is on the disk."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


LOCALTIME = Path("/etc/localtime")
TIMEZONE = Path("/etc/timezone")


def machine_time_zone(
    environment: Mapping[str, str] = os.environ, localtime: Path = LOCALTIME, timezone: Path = TIMEZONE
) -> str:
    """Return the time zone from TZ, the target of /etc/localtime or /etc/timezone; UTC if none of them is a name."""
    return next(filter(_is_zone, _candidates(environment, localtime, timezone)), "UTC")


def _candidates(environment: Mapping[str, str], localtime: Path, timezone: Path) -> Iterator[str]:
    yield environment.get("TZ", "").lstrip(":").rpartition("zoneinfo/")[2]
    yield os.path.realpath(localtime).rpartition("zoneinfo/")[2]
    yield timezone.read_text().strip() if timezone.is_file() else ""


def _is_zone(name: str) -> bool:
    try:
        return bool(name) and bool(ZoneInfo(name))
    except (ValueError, OSError, LookupError):
        return False
