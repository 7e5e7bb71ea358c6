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
from crosstable.text import tr
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


def is_well(findings: list[Finding]) -> bool:
    return all(finding.health is not Health.BAD for finding in findings)


def _version() -> Iterator[Finding]:
    sentence = f"Crosstable {version('crosstable')}, Python {sys.version.split()[0]}"
    yield Finding("Version", Health.GOOD, sentence)


def _database() -> Iterator[Finding]:
    try:
        connection.ensure_connection()
        yield Finding("Database", Health.GOOD, _database_words())
        yield from _damage()
        yield from _migrations()
    except DatabaseError as error:
        if is_damage(error):
            yield _damaged(error)
        else:
            yield Finding("Database", Health.BAD, f"It does not answer: {error}".strip())


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
    way_out = "Stop the server and put the last backup in its place: crosstable restore FILE"
    return Finding("Database", Health.BAD, f"It is damaged ({answer}). {way_out}")


def _migrations() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if waiting:
        sentence = tr(
            "Migrations are pending ({waiting}). The next start of the server applies them.",
            waiting=waiting,
        )
        yield Finding("Tables", Health.LOOK, sentence)
    else:
        yield Finding("Tables", Health.GOOD, "As this version wants them")


def _disk() -> Iterator[Finding]:
    directory = Path(settings.DATA_DIR)
    free = shutil.disk_usage(directory).free / MB
    health = Health.BAD if free < 100 else Health.LOOK if free < 1000 else Health.GOOD
    todo = "" if health is Health.GOOD else tr(" Free some space: with a full disk, no results can be saved.")
    yield Finding("Disk", health, f"{free:,.0f} MB free for {directory}.{todo}")
    probe = directory / ".doctor"
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        yield Finding("Disk", Health.BAD, f"{directory} cannot be written to: {error.strerror}.")


def _clock() -> Iterator[Finding]:
    """Check the clock: times on every page and the order of ratings depend on it."""
    try:
        newest = JournalEntry.objects.order_by("-at").values_list("at", flat=True).first()
    except DatabaseError:
        return
    ahead = newest - timezone.now() if newest else timedelta(0)
    if ahead > timedelta(minutes=1):
        sentence: str = tr(
            "The newest history entry is {value:,.0f} minutes in the future.",
            value=ahead.total_seconds() / 60,
        )
        yield Finding("Clock", Health.BAD, f"{sentence} Set the clock of this machine.")
    else:
        sentence = f"{timezone.localtime():%Y-%m-%d %H:%M:%S} in {timezone.get_current_timezone_name()}"
        yield Finding("Clock", Health.GOOD, sentence)


def _key() -> Iterator[Finding]:
    path = Path(settings.DATA_DIR) / "secret.key"
    if len(settings.SECRET_KEY) < 32:
        yield Finding("Key", Health.BAD, "The secret key is short: at least 32 characters, by chance.")
    elif path.exists() and path.stat().st_mode & 0o077:
        yield Finding("Key", Health.BAD, f"Others can read {path}: chmod 600.")
    else:
        yield Finding("Key", Health.GOOD, "Long, and readable only by this account")


def _mail() -> Iterator[Finding]:
    if not mail.is_sent():
        sentence = tr(
            "Written to {email_file_path}, not sent: no one receives a password link.",
            email_file_path=settings.EMAIL_FILE_PATH,
        )
        yield Finding("Mail", Health.LOOK, sentence)
        return
    try:
        with get_connection(fail_silently=False):
            pass
        yield Finding("Mail", Health.GOOD, f"{settings.EMAIL_HOST} answers")
    except (OSError, smtplib.SMTPException) as error:
        yield Finding("Mail", Health.BAD, f"{settings.EMAIL_HOST} does not answer: {error}")


def _backup() -> Iterator[Finding]:
    folder = Path(settings.DATA_DIR) / FOLDER
    newest = newest_copy(Path(settings.DATA_DIR))
    if connection.vendor == "postgresql" and not has_tools():
        yield Finding(
            "Backup", Health.LOOK, "pg_dump is not installed here, so there are no automatic backups."
        )
    elif newest is None:
        yield Finding("Backup", Health.LOOK, f"There is none in {folder}: crosstable backup{_switched_off()}")
    else:
        age = datetime.now() - newest
        health = Health.LOOK if age > timedelta(days=2) else Health.GOOD
        yield Finding("Backup", health, f"The last one is {_age(age)} old, in {folder}{_switched_off()}")


def _switched_off() -> str:
    return "" if settings.AUTOMATIC_BACKUPS else ". Automatic backups are off: CROSSTABLE_BACKUPS is 0"


def _age(age: timedelta) -> str:
    hours = age.total_seconds() / 3600
    return (
        f"{hours / 24:.0f} days"
        if hours >= 48
        else f"{hours:.0f} hours"
        if hours >= 2
        else "less than 2 hours"
    )


def _server() -> Iterator[Finding]:
    directory = Path(settings.DATA_DIR)
    if not is_served(directory):
        yield Finding("Server", Health.GOOD, "Not running with this data")
        return
    count = count_workers(directory)
    workers = f", {count} {'worker' if count == 1 else 'workers'}" if count else ""
    yield Finding("Server", Health.GOOD, f"Running with this data{workers}")


def _address() -> Iterator[Finding]:
    if settings.BEHIND_TLS and not settings.PROXIES:
        sentence = tr(
            "CROSSTABLE_PROXIES is empty: every visitor looks like the proxy, and shares its limits."
        )
        yield Finding("Address", Health.LOOK, sentence)
    else:
        yield Finding(
            "Address", Health.GOOD, f"{settings.PUBLIC_URL}, answers to {' '.join(settings.ALLOWED_HOSTS)}"
        )


def _openid() -> Iterator[Finding]:
    if not settings.OIDC_ISSUER:
        return
    try:
        yield Finding("Log-in", Health.GOOD, f"{provider(refresh=True).issuer} describes itself")
    except LogInFailed:
        sentence = tr(
            "The description of {oidc_issuer} cannot be read, or is of another issuer.",
            oidc_issuer=settings.OIDC_ISSUER,
        )
        yield Finding("Log-in", Health.BAD, f"{sentence} Look at CROSSTABLE_OIDC_ISSUER and at the network.")


LOOKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _version, _database, _disk, _clock, _key, _mail, _backup, _server, _address, _openid,
)  # fmt: skip
