"""Health checks of this installation: one for each problem that has occurred on the day of an event."""

import shutil
import smtplib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from crosstable.accounts import mail
from crosstable.accounts.errors import LogInFailed
from crosstable.accounts.openid.provider import provider
from crosstable.database.storage_errors import is_damage
from crosstable.events.models import JournalEntry
from crosstable.text import tr, trn
from crosstable.upkeep.copies import FOLDER, newest_copy
from crosstable.upkeep.postgres import has_tools
from crosstable.upkeep.running import count_workers, is_served

MB = 1024 * 1024
SIZES = {
    "sqlite": "SELECT sqlite_version(), page_count * page_size FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT current_setting('server_version'), pg_database_size(current_database())",
}


class Health(StrEnum):
    GOOD = "good"
    LOOK = "look"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    about: str
    health: Health
    sentence: str


def examine() -> list[Finding]:
    """Return all findings, the database first: without it little else can be checked."""
    return [finding for look in LOOKS for finding in look()]


def worst(findings: list[Finding]) -> Health:
    return max((finding.health for finding in findings), key=list(Health).index)


def _version() -> Iterator[Finding]:
    sentence = f"Crosstable {version('crosstable')}, Python {sys.version.split()[0]}"
    yield Finding(tr("Version"), Health.GOOD, sentence)


def _database() -> Iterator[Finding]:
    try:
        connection.ensure_connection()
        yield Finding(tr("Database"), Health.GOOD, _database_words())
        yield from _damage()
        yield from _migrations()
    except DatabaseError as error:
        if is_damage(error):
            yield _damaged(error)
        else:
            yield Finding(
                tr("Database"), Health.BAD, tr("The database does not respond: {error}", error=error).strip()
            )


def _database_words() -> str:
    with connection.cursor() as cursor:
        cursor.execute(SIZES[connection.vendor])
        number, size = cursor.fetchone()
    return f"{connection.display_name} {number}, {size / MB:.1f} MB"


def _damage() -> Iterator[Finding]:
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check")
        answer = cursor.fetchone()[0]
    if answer != "ok":
        yield _damaged(answer)


def _damaged(answer: object) -> Finding:
    sentence = tr(
        "The database is damaged ({answer}). Stop the server and restore the last backup: crosstable "
        "restore FILE",
        answer=answer,
    )
    return Finding(tr("Database"), Health.BAD, sentence)


def _migrations() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if waiting:
        sentence = tr(
            "Migrations are pending ({waiting}). The next start of the server applies them.",
            waiting=waiting,
        )
        yield Finding(tr("Tables"), Health.LOOK, sentence)
    else:
        yield Finding(tr("Tables"), Health.GOOD, tr("Up to date"))


def _disk() -> Iterator[Finding]:
    directory = Path(settings.DATA_DIR)
    free = shutil.disk_usage(directory).free / MB
    health = Health.BAD if free < 100 else Health.LOOK if free < 1000 else Health.GOOD
    sentence: str = tr("{free:,.0f} MB free for {directory}.", free=free, directory=directory)
    if health is not Health.GOOD:
        todo = tr("Free some space: with a full disk, no results can be saved.")
        sentence = f"{sentence} {todo}"
    yield Finding(tr("Disk"), health, sentence)
    probe = directory / ".doctor"
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        yield Finding(
            tr("Disk"),
            Health.BAD,
            tr("{directory} cannot be written to: {error}.", directory=directory, error=error.strerror),
        )


def _clock() -> Iterator[Finding]:
    """Check the clock: times on every page and the order of ratings depend on it."""
    try:
        newest = JournalEntry.objects.order_by("-at").values_list("at", flat=True).first()
    except DatabaseError:
        return
    ahead = newest - timezone.now() if newest else timedelta(0)
    if ahead > timedelta(minutes=1):
        sentence: str = tr(
            "The newest history entry is {value:,.0f} minutes in the future. Set the clock of this computer.",
            value=ahead.total_seconds() / 60,
        )
        yield Finding(tr("Clock"), Health.BAD, sentence)
    else:
        sentence = f"{timezone.localtime():%Y-%m-%d %H:%M:%S}, {timezone.get_current_timezone_name()}"
        yield Finding(tr("Clock"), Health.GOOD, sentence)


def _key() -> Iterator[Finding]:
    path = Path(settings.DATA_DIR) / "secret.key"
    if len(settings.SECRET_KEY) < 32:
        yield Finding(
            tr("Key"), Health.BAD, tr("The secret key is too short. Use at least 32 random characters.")
        )
    elif path.exists() and path.stat().st_mode & 0o077:
        yield Finding(tr("Key"), Health.BAD, tr("Others can read {path}. Run: chmod 600 {path}", path=path))
    else:
        yield Finding(tr("Key"), Health.GOOD, tr("Long, and readable only by this account"))


def _mail() -> Iterator[Finding]:
    if not mail.is_sent():
        sentence = tr(
            "Written to {email_file_path}, not sent: no one receives a password link.",
            email_file_path=settings.EMAIL_FILE_PATH,
        )
        yield Finding(tr("Mail"), Health.LOOK, sentence)
        return
    try:
        with get_connection(fail_silently=False):
            pass
        yield Finding(tr("Mail"), Health.GOOD, tr("{host} answers", host=settings.EMAIL_HOST))
    except (OSError, smtplib.SMTPException) as error:
        yield Finding(
            tr("Mail"),
            Health.BAD,
            tr("{host} does not answer: {error}", host=settings.EMAIL_HOST, error=error),
        )


def _backup() -> Iterator[Finding]:
    folder = Path(settings.DATA_DIR) / FOLDER
    newest = newest_copy(Path(settings.DATA_DIR))
    if connection.vendor == "postgresql" and not has_tools():
        yield Finding(
            tr("Backup"), Health.LOOK, tr("pg_dump is not installed here, so there are no automatic backups.")
        )
    elif newest is None:
        yield Finding(
            tr("Backup"),
            Health.LOOK,
            _and_switched_off(
                tr("There is no backup in {folder}. Make one: crosstable backup", folder=folder)
            ),
        )
    else:
        age = datetime.now() - newest
        health = Health.LOOK if age > timedelta(days=2) else Health.GOOD
        yield Finding(
            tr("Backup"),
            health,
            _and_switched_off(tr("Age of the last one: {age}, in {folder}", age=_age(age), folder=folder)),
        )


def _and_switched_off(sentence: str) -> str:
    if settings.AUTOMATIC_BACKUPS:
        return sentence
    return tr("{sentence}. Automatic backups are off: CROSSTABLE_BACKUPS is 0", sentence=sentence)


def _age(age: timedelta) -> str:
    hours = age.total_seconds() / 3600
    if hours >= 48:
        return trn("{count} day", "{count} days", round(hours / 24))
    if hours >= 2:
        return trn("{count} hour", "{count} hours", round(hours))
    return tr("less than 2 hours")


def _server() -> Iterator[Finding]:
    directory = Path(settings.DATA_DIR)
    if not is_served(directory):
        yield Finding(tr("Server"), Health.GOOD, tr("Not running with this data"))
        return
    count = count_workers(directory)
    sentence: str = tr("Running with this data")
    if count:
        sentence = trn(
            "Running with this data, {count} worker", "Running with this data, {count} workers", count
        )
    yield Finding(tr("Server"), Health.GOOD, sentence)


def _address() -> Iterator[Finding]:
    if settings.BEHIND_TLS and not settings.PROXIES:
        sentence = tr(
            "CROSSTABLE_PROXIES is empty: every visitor looks like the proxy, and shares its limits."
        )
        yield Finding(tr("Address"), Health.LOOK, sentence)
    else:
        yield Finding(
            tr("Address"),
            Health.GOOD,
            tr(
                "{address}, answers to {hosts}",
                address=settings.PUBLIC_URL,
                hosts=" ".join(settings.ALLOWED_HOSTS),
            ),
        )


def _openid() -> Iterator[Finding]:
    if not settings.OIDC_ISSUER:
        return
    try:
        yield Finding(
            tr("Log-in"), Health.GOOD, tr("{issuer} describes itself", issuer=provider(refresh=True).issuer)
        )
    except LogInFailed:
        sentence = tr(
            "The description of {oidc_issuer} cannot be read, or is of another issuer. "
            "Check CROSSTABLE_OIDC_ISSUER and the network.",
            oidc_issuer=settings.OIDC_ISSUER,
        )
        yield Finding(tr("Log-in"), Health.BAD, sentence)


LOOKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _version, _database, _disk, _clock, _key, _mail, _backup, _server, _address, _openid,
)  # fmt: skip
