"""A database kept from an earlier version, opened as a copy, brought up to date, at the moment it was taken."""

from __future__ import annotations

import fcntl
import logging
import lzma
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from django.core.management import call_command

from worlds import database

FILES = Path(__file__).parents[1] / "golden_files"
WORLDS = ("demo", "told")
# Shortly after the last action in them.
NOW = {"demo": datetime(2026, 11, 16, 12, 5, tzinfo=UTC), "told": datetime(2026, 11, 21, 9, 30, tzinfo=UTC)}


@contextmanager
def opened(world: str, shared: Path | None = None) -> Iterator[None]:
    """Everything inside reads and writes a copy, and thinks it is that day."""
    with TemporaryDirectory() as folder, at(NOW[world]), silent():
        path = Path(folder) / "golden.sqlite3"
        shutil.copy(up_to_date(world, shared or Path(folder)), path)
        with database(path):
            yield


def up_to_date(world: str, folder: Path) -> Path:
    """Brought up to date once for all processes that share the folder: it takes as long as ten tests."""
    made, unfinished = folder / f"{world}.sqlite3", folder / f"{world}.unfinished"
    with (folder / f"{world}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            unfinished.write_bytes(lzma.decompress(packed(world).read_bytes()))
            with database(unfinished):
                call_command("migrate", verbosity=0, interactive=False)
            unfinished.rename(made)
    return made


@contextmanager
def silent() -> Iterator[None]:
    """Pages that are refused on purpose are not written down."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def packed(world: str) -> Path:
    return FILES / f"database-{world}.xz"


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    class Fixed(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return moment.astimezone(tz)

    with (
        mock.patch("django.utils.timezone.now", return_value=moment),
        mock.patch("django.contrib.humanize.templatetags.humanize.datetime", Fixed),
    ):
        yield
