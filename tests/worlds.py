"""Rows that all tests of a module find in the database: built once, and gone after the module.

    @pytest.fixture(scope="module")
    def world(django_db_setup, django_db_blocker):
        with built_once(django_db_blocker, lambda: playing("ann bo").pk) as key:
            yield key

Each test then runs in its own transaction, which is rolled back. What it is given are keys and no objects:
an object would keep what one test changed in it for the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from django.core.cache import cache
from django.core.management import call_command
from django.db import connections, transaction
from django.db.utils import load_backend

Keys = TypeVar("Keys")
SQLITE = "django.db.backends.sqlite3"


@contextmanager
def built_once(django_db_blocker: Any, build: Callable[[], Keys]) -> Iterator[Keys]:
    with django_db_blocker.unblock(), transaction.atomic():
        keys = build()
    yield keys
    with django_db_blocker.unblock():
        call_command("flush", verbosity=0, interactive=False)


@contextmanager
def database(path: Path) -> Iterator[None]:
    """The default connection is to this file, whatever the tests around run on."""
    settings = {"ENGINE": SQLITE, "NAME": str(path), "OPTIONS": {"init_command": "PRAGMA synchronous=OFF"}}
    before = connections["default"]
    known = connections.configure_settings({"default": settings})["default"]
    connections["default"] = load_backend(SQLITE).DatabaseWrapper(known, "default")
    cache.clear()
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = before
        cache.clear()
