"""Moving from one kind of database to another: every row of every table, all or none, and then compared.

The target creates its tables in a separate process, as a new installation does. The rows are copied in one transaction.
Afterwards both databases are compared row by row and, opened as a server opens them, by digests of their standings,
ratings and journals: two installations with the same digests hold the same. Standings are calculated from the rows, as
for a page; ratings and journals are read as stored.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from crosstable.accounts.models import ClubJournalEntry, Membership, SystemJournalEntry
from crosstable.database.configuration import database_settings
from crosstable.events.models import JournalEntry, PlayerRating, RatingChange, Tournament
from crosstable.events.queries.standings.ranking import ranking
from crosstable.text import ENGLISH, tr, using
from crosstable.upkeep.copies import database_url
from crosstable.upkeep.postgres import refuse_company
from crosstable.upkeep.running import UpkeepFailed
from crosstable.upkeep.sqlite import DATABASE

ENTRY = (
    *("number", "at", "by_id", "by_name", "verb", "subject", "subject_text"),
    *("before", "after", "reason", "undoes_id"),
)
RATINGS = ("pool", "player_id", "value", "games")
CHANGES = ("pool", "player_id", "match_id", "opponent_id", "at", "before", "after")


def digests() -> list[tuple[str, str]]:
    """Return subjects and digests (16 characters), in an order independent of the database and of the language."""
    with using(ENGLISH):
        return list(_digests())


def _digests() -> Iterator[tuple[str, str]]:
    for tournament in Tournament.objects.order_by("pk"):
        yield f"standings of {tournament.slug}", shortened(_standings(tournament))
        journal = JournalEntry.objects.filter(tournament=tournament)
        yield f"journal of {tournament.slug}", shortened(journal.order_by("number").values_list(*ENTRY))
    yield "ratings", shortened(sorted(PlayerRating.objects.values_list(*RATINGS)))
    yield "rating changes", shortened(RatingChange.objects.order_by("pk").values_list(*CHANGES))
    members = Membership.objects.order_by("pk")
    yield "ratings in clubs", shortened(members.values_list("club_id", "player_id", "rating", "games"))
    for model in (ClubJournalEntry, SystemJournalEntry):
        yield model._meta.db_table, shortened(model._default_manager.order_by("pk").values())


def shortened(values: Iterable[Any]) -> str:
    """Return a digest of the values. It ignores the order of dict keys, which a database may change."""
    digest = hashlib.sha256()
    for value in values:
        digest.update(as_text(value))
    return digest.hexdigest()[:16]


def as_text(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, default=_in_words).encode()


def _in_words(value: Any) -> str:
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def _standings(tournament: Tournament) -> Iterator[Any]:
    ranks, names = ranking(tournament), dict(tournament.entries.values_list("pk", "display_name"))
    yield ranks.codes
    for row in ranks.rows:
        yield row.rank, row.entry.id, names.get(row.entry.id), [str(value) for value in row.values]


HERE, THERE = "default", "target"
AT_ONCE = 500
# Django fills these itself when it creates the tables.
MADE_WITH_TABLES = {"django_content_type", "auth_permission", "django_migrations", "sqlite_sequence"}
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Target:
    """The target: PostgreSQL at a URL, or SQLite in a data directory."""

    url: str = ""
    directory: Path = Path()

    @classmethod
    def named(cls, words: str) -> Target:
        if words.startswith(("postgres://", "postgresql://")):
            return cls(url=words)
        if "://" in words:
            raise UpkeepFailed(
                tr("{words} is neither a postgres:// address nor a data directory.", words=words)
            )
        return cls(directory=Path(words).resolve())

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a process that uses the target, with this installation's key, so it creates none."""
        own = {"DATABASE_URL": self.url, "CROSSTABLE_SECRET_KEY": settings.SECRET_KEY}
        if not self.url:
            own["CROSSTABLE_DATA"] = str(self.directory)
        return {**os.environ, "DJANGO_SETTINGS_MODULE": "crosstable.settings", **own}

    def __str__(self) -> str:
        return self.url.rpartition("@")[2] if self.url else str(self.directory / DATABASE)


def move(target: Target, say: Report) -> int:
    """Copy all rows and return their number. Raises UpkeepFailed; then the target has no rows, and the source is
    unchanged."""
    _refuse_company()
    _open(target)
    try:
        _refuse_what_is_not_empty(target)
        say(tr("Making the tables in {target}", target=target))
        done = _run(target, "-m", "django", "migrate", "--verbosity", "0", "--no-input")
        if done.returncode:
            raise UpkeepFailed(
                tr(
                    "The tables cannot be created in {target}: {error}",
                    target=target,
                    error=done.stderr.strip()[-500:],
                )
            )
        moved = _copy_everything(say)
    except Error as error:
        raise UpkeepFailed(
            tr("The data cannot be written to {target}: {error}", target=target, error=str(error).strip())
        ) from error
    say(tr("Comparing every row, then standings, ratings and journals"))
    for model in _models():
        if _sum_of_rows(model, HERE) != _sum_of_rows(model, THERE):
            raise UpkeepFailed(
                tr("{db_table} is not the same there. Do not use the copy.", db_table=model._meta.db_table)
            )
    _compare_digests(target)
    return moved


def _refuse_company() -> None:
    """Refuse if another process uses the database: its writes would not be copied."""
    if url := database_url():
        connections[HERE].close()
        connections[HERE].close_pool()  # type: ignore[attr-defined]
        refuse_company(url)


def _open(target: Target) -> None:
    if not target.url:
        target.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    given = database_settings(target.url, target.directory, threads=1)
    given.get("OPTIONS", {}).pop("pool", None)
    connections.settings[THERE] = connections.configure_settings({HERE: {}, THERE: given})[THERE]
    try:
        connections[THERE].ensure_connection()
    except (Error, ImproperlyConfigured) as error:
        raise UpkeepFailed(
            tr("The database {target} cannot be opened: {error}", target=target, error=str(error).strip())
        ) from error


def _refuse_what_is_not_empty(target: Target) -> None:
    tables = set(connections[THERE].introspection.table_names())
    ours = {model._meta.db_table for model in _models()} | MADE_WITH_TABLES
    if strange := sorted(tables - ours):
        raise UpkeepFailed(
            tr(
                "{target} has tables of another program ({strange}). Use an empty database.",
                target=target,
                strange=strange[0],
            )
        )
    for table in sorted(tables - MADE_WITH_TABLES):
        if _count(table):
            raise UpkeepFailed(
                tr(
                    "{target} is not empty: it has rows in {table}. Use an empty database.",
                    target=target,
                    table=table,
                )
            )


def _count(table: str) -> int:
    with connections[THERE].cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {connections[THERE].ops.quote_name(table)}")
        return int(cursor.fetchone()[0])


def _copy_everything(say: Report) -> int:
    moved = 0
    with transaction.atomic(using=HERE), transaction.atomic(using=THERE):
        _empty_what_came_with_the_tables()
        for model in _models():
            count = _copy(model)
            moved += count
            if count:
                say(f"{count:9,}  {model._meta.db_table}")
        _set_numbers()
        connections[THERE].check_constraints()
    return moved


def _empty_what_came_with_the_tables() -> None:
    with connections[THERE].cursor() as cursor:
        for table in ("auth_permission", "django_content_type"):
            cursor.execute(f"DELETE FROM {table}")


def _copy(model: type[Model]) -> int:
    """Copy the rows unchanged: no field is set to now, no key is renumbered."""
    fields, count = model._meta.concrete_fields, 0
    rows = model._base_manager.using(HERE).order_by("pk").iterator(AT_ONCE)
    most = connections[THERE].ops.bulk_batch_size(fields, [None] * AT_ONCE)
    while some := list(islice(rows, min(AT_ONCE, most))):
        model._base_manager._insert(some, fields=fields, using=THERE, raw=True)  # type: ignore[attr-defined]
        count += len(some)
    return count


def _set_numbers() -> None:
    """Continue the key sequences: the next row gets the key it would have had here, and keys of deleted rows are not
    reused."""
    for model in _models():
        if model._meta.auto_field is not None:
            table, column = model._meta.db_table, str(model._meta.auto_field.column)
            _set_last_number(
                connections[THERE], table, column, _last_number(connections[HERE], table, column)
            )


def _sum_of_rows(model: type[Model], where: str) -> tuple[int, int]:
    """Return the count and a sum of row hashes, independent of the order: databases sort text differently."""
    names = [field.attname for field in model._meta.concrete_fields]
    count = total = 0
    for row in model._base_manager.using(where).values_list(*names).iterator(AT_ONCE):
        count += 1
        total += int.from_bytes(hashlib.sha256(as_text(row)).digest()[:8])
    return count, total


def _compare_digests(target: Target) -> None:
    done = _run(target, "-m", "crosstable", "digest")
    if done.returncode:
        raise UpkeepFailed(
            tr(
                "The database {target} cannot be read: {error}",
                target=target,
                error=done.stderr.strip()[-500:],
            )
        )
    here = [f"{digest}  {about}" for about, digest in digests()]
    there = done.stdout.splitlines()
    if here != there:
        differing = next((line for line in here if line not in there), "something")
        raise UpkeepFailed(
            tr(
                "{partition}: not the same there. Do not use the copy.",
                partition=differing.partition("  ")[2],
            )
        )


def _models() -> list[type[Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _run(target: Target, *words: str) -> subprocess.CompletedProcess[str]:
    connections[THERE].close()
    return subprocess.run(  # noqa: S603 - this program itself
        [sys.executable, *words], env=target.environment, capture_output=True, text=True, check=False
    )


def _last_number(connection: BaseDatabaseWrapper, table: str, column: str) -> int:
    """Return the last key assigned; 0 if there is none."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        else:
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, column])
            cursor.execute(
                f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {cursor.fetchone()[0]}"
            )
        given = cursor.fetchone() or (0,)
        cursor.execute(f"SELECT coalesce(max({column}), 0) FROM {table}")
        return max(int(given[0]), int(cursor.fetchone()[0]))


def _set_last_number(connection: BaseDatabaseWrapper, table: str, column: str, last: int) -> None:
    if not last:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
        else:
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, column, last])
