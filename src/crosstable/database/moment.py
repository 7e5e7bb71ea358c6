"""Reading many rows as they are at one moment, while others write and do not wait."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

ONE_PICTURE = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


@contextmanager
def one_moment() -> Iterator[None]:
    """Only for reading. Inside a transaction its rows are what there is to see."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _only_reading(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(ONE_PICTURE)
            yield


@contextmanager
def _only_reading() -> Iterator[None]:
    """See `crosstable.database.base`."""
    connection.only_reads = True  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.only_reads = False  # type: ignore[attr-defined]
