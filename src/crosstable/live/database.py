"""The front door's own questions to the database, asked in one thread apart from Django's requests, so that
neither a poll nor a health check ever queues behind a slow page.
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from django.db import close_old_connections, connection

from crosstable.events.models import Status, Tournament

T = TypeVar("T")
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="front-door")


class PublicRevision(NamedTuple):
    tournament_id: int
    revision: int


async def ask(question: Callable[[], T]) -> T:
    """Run the question in the front door's database thread."""
    return await asyncio.get_running_loop().run_in_executor(_thread, _asked, question)


def _asked(question: Callable[[], T]) -> T:
    # A connection that broke (the database restarted) is replaced before and not kept after.
    close_old_connections()
    try:
        return question()
    finally:
        close_old_connections()


def state_of_database() -> object:
    """A value that is another one whenever somebody else has written in between.

    SQLite counts for a connection the commits of all others. PostgreSQL says which transactions that write are over.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA data_version")
            return id(connection.connection), cursor.fetchone()[0]
        cursor.execute("SELECT pg_current_snapshot()::text")
        return cursor.fetchone()[0]


def revisions_of(tournament_ids: Iterable[int]) -> dict[int, int]:
    return dict(Tournament.objects.filter(pk__in=list(tournament_ids)).values_list("pk", "revision"))


def public_tournament(slug: str) -> PublicRevision | None:
    """A draft is nobody's business: it is not found."""
    row = (
        Tournament.objects.filter(slug=slug)
        .exclude(status=Status.DRAFT)
        .values_list("pk", "revision")
        .first()
    )
    return PublicRevision(*row) if row else None


def database_answers() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
