"""Read many rows in one state of the database, without blocking writers."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

READ_SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Read in one snapshot. Inside a transaction the reads are simply part of it."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        connection.only_reads = True  # type: ignore[attr-defined]  # database/base.py reads it
        try:
            with transaction.atomic():
                yield
        finally:
            connection.only_reads = False  # type: ignore[attr-defined]
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(READ_SNAPSHOT)
            yield
