"""The secret key, the name and the time zone of this installation.

The key is created once and stored in a file that only its owner can read. The time zone is a name, since an offset has
no summer time: the one of CROSSTABLE_TIME_ZONE, else the one an administrator chose, which is a file in the data
directory, else the computer's. The name is found in the same way: CROSSTABLE_NAME, else a file.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError

from crosstable.text import Text, tr


def kept_key(path: Path, make: Callable[[], bytes]) -> bytes:
    """Return the stored key, or create it atomically; the first of two processes wins. A file left empty by a power cut
    is replaced."""
    if key := _read(path):
        return key
    draft = _draft(path, make())
    _put(draft, path)
    draft.unlink(missing_ok=True)
    _keep_name(path.parent)
    return _read(path)


def _draft(path: Path, content: bytes) -> Path:
    """Write the content to a new file next to the path."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # mode 0600
    with open(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(descriptor)
    return Path(name)


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
    return next(filter(is_time_zone, _candidates(environment, localtime, timezone)), "UTC")


def _candidates(environment: Mapping[str, str], localtime: Path, timezone: Path) -> Iterator[str]:
    yield environment.get("TZ", "").lstrip(":").rpartition("zoneinfo/")[2]
    yield os.path.realpath(localtime).rpartition("zoneinfo/")[2]
    yield timezone.read_text().strip() if timezone.is_file() else ""


def is_time_zone(name: str) -> bool:
    try:
        return bool(name) and name not in NOT_ZONES and bool(ZoneInfo(name))
    except (ValueError, OSError, LookupError):
        return False


# Files next to the zones: the computer's own zone, and the one of a computer that was never set up.
NOT_ZONES = {"localtime", "Factory", "posixrules"}
# The first part of a zone’s name, and how the region is called.
REGIONS = {
    "Africa": tr("Africa"),
    "America": tr("America"),
    "Antarctica": tr("Antarctica"),
    "Arctic": tr("Arctic"),
    "Asia": tr("Asia"),
    "Atlantic": tr("Atlantic Ocean"),
    "Australia": tr("Australia"),
    "Europe": tr("Europe"),
    "Indian": tr("Indian Ocean"),
    "Pacific": tr("Pacific Ocean"),
}


@cache
def time_zones() -> Mapping[str, tuple[str, ...]]:
    """Return the zones to choose from by region; other names of the same zones are valid, too."""
    names = sorted(name for name in available_timezones() if name.partition("/")[0] in REGIONS)
    regions = dict.fromkeys(name.partition("/")[0] for name in names)
    return {region: tuple(n for n in names if n.partition("/")[0] == region) for region in regions}


def validate_time_zone(name: str) -> None:
    """Raises ValidationError with a sentence that has an example."""
    if not is_time_zone(name):
        raise ValidationError(no_time_zone(name))


def no_time_zone(name: str) -> Text:
    example = "Europe/Lisbon"
    return tr("“{name}” is not a time zone. Use a name such as {example}.", name=name[:40], example=example)


STORED_ZONE, STORED_NAME = "time-zone", "name"
USUAL_NAME, LONGEST_NAME = "Crosstable", 60


def installation_zone() -> str:
    """Return the name of the installation's zone. All processes follow a change: they look at the file."""
    chosen = "" if settings.HAS_FIXED_TIME_ZONE else stored_time_zone(settings.DATA_DIR)
    return chosen or settings.TIME_ZONE


def installation_name() -> str:
    """Return the name in titles, page footers and emails. All processes follow a change."""
    return settings.INSTALLATION_NAME or _stored(settings.DATA_DIR, STORED_NAME) or USUAL_NAME


def stored_time_zone(directory: Path) -> str:
    """Return the zone an administrator chose; empty if there is none."""
    name = _stored(directory, STORED_ZONE)
    return name if is_time_zone(name) else ""


def _stored(directory: Path, name: str) -> str:
    """Return the content of a small file that is replaced, never edited; empty without one."""
    path = f"{directory}/{name}"
    try:
        status = os.stat(path)
    except OSError:
        return ""
    return _content(path, status.st_mtime_ns, status.st_ino)


@lru_cache(maxsize=8)
def _content(path: str, changed: int, inode: int) -> str:
    return _read(Path(path)).decode(errors="replace")


def store_time_zone(directory: Path, name: str) -> None:
    _store(directory / STORED_ZONE, name)


def store_name(directory: Path, name: str) -> None:
    _store(directory / STORED_NAME, name)


def _store(path: Path, text: str) -> None:
    _draft(path, f"{text}\n".encode()).replace(path)
    _keep_name(path.parent)
