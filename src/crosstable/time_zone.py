"""The time zone of this machine, as the name of a zone. Django needs a name: an offset knows no summer time."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from zoneinfo import ZoneInfo

LOCALTIME = Path("/etc/localtime")
TIMEZONE = Path("/etc/timezone")


def machine_time_zone(
    environment: Mapping[str, str] = os.environ, localtime: Path = LOCALTIME, timezone: Path = TIMEZONE
) -> str:
    """From TZ, from the zone file that /etc/localtime leads to, or from /etc/timezone; UTC where none is a name."""
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
