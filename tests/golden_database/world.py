"""A database kept from an earlier version, opened as a copy, brought up to date, at the moment it was taken."""

from __future__ import annotations

import logging
import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from functools import cache
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
def opened(world: str) -> Iterator[None]:
    """Everything inside reads and writes a copy, and thinks it is that day."""
    with TemporaryDirectory() as folder, at(NOW[world]), silent():
        path = Path(folder) / "golden.sqlite3"
        path.write_bytes(up_to_date(world))
        with database(path):
            yield


@cache
def up_to_date(world: str) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "golden.sqlite3"
        path.write_bytes(lzma.decompress(packed(world).read_bytes()))
        with database(path):
            call_command("migrate", verbosity=0, interactive=False)
        return path.read_bytes()


@contextmanager
def silent() -> Iterator[None]:
    """Pages that are refused on purpose are not written down."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def packed(world: str) -> Path:
    return FILES / f"database-0014-{world}.xz"


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
