"""Which slots for heavy work are taken."""

import fcntl
from pathlib import Path

from django.conf import settings


def locked_slots(name: str) -> list[str]:
    files = sorted((Path(settings.DATA_DIR) / "slots").glob(f"{name}-*"))
    return [file.name for file in files if _is_locked(file)]


def _is_locked(path: Path) -> bool:
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
