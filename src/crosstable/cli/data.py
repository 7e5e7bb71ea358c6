"""The data directory: created, checked and migrated before anything else happens.

Django reads the environment when it is first imported, so `open_data` comes before any import of a model.
"""

from __future__ import annotations

import contextlib
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from crosstable.cli.say import give_up, say
from crosstable.text import ENGLISH, Text, active, tr, using
from crosstable.upkeep.copies import back_up, copy_name
from crosstable.upkeep.postgres import why_out_of_reach
from crosstable.upkeep.running import UpkeepFailed
from crosstable.upkeep.sqlite import DATABASE

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.db.migrations.executor import MigrationExecutor
    from django.db.migrations.loader import MigrationLoader


def open_data(directory: Path | None) -> Path:
    """Make the directory, start Django on it and migrate what needs it."""
    return _open(directory, _bring_up_to_date)


def open_existing_data(directory: Path | None) -> Path:
    """For commands that need what is there: a directory without a database is a slip, and stays as it is. So are one
    that does not exist and an empty PostgreSQL."""
    refuse_nothing(directory)
    return _open(directory, _bring_old_up_to_date)


def open_data_unchanged(directory: Path | None) -> Path:
    """The same, also where the disk can only be read; and tables of an earlier version stay as they are, too: servers
    of that version may use them."""
    refuse_nothing(directory)
    return _open(directory, _refuse_empty, is_written=False)


def _open(
    directory: Path | None, prepare: Callable[[MigrationExecutor, Path], None], *, is_written: bool = True
) -> Path:
    directory = (directory or Path("data")).resolve()
    os.umask(
        0o077
    )  # files written here are readable by their owner only, even in a directory others can open
    if is_written:
        _make_writable(directory)
    _make_private(directory)
    os.environ["CROSSTABLE_DATA"] = str(directory)
    start_django()
    _reach(directory, prepare)
    return directory


def refuse_nothing(directory: Path | None) -> None:
    """With a PostgreSQL, too, the directory has the key, which would be created again in a wrong one."""
    wanted = (directory or Path("data")).resolve()
    if os.environ.get("DATABASE_URL"):
        if not wanted.is_dir():
            give_up(tr("There is no directory {path}. Is --data the right directory?", path=wanted))
    elif not (wanted / DATABASE).exists():
        give_up(tr("There is no database in {path}. Is --data the right directory?", path=wanted))


def start_django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crosstable.settings")
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.db import connection
    from django.utils import translation

    try:
        # The texts that models declare are English until a page shows them.
        with using(ENGLISH):
            django.setup()
        if active() is not ENGLISH:
            translation.activate(active().code)  # Django words the problems of a password
        connection.ensure_connection  # noqa: B018 - loads the driver of the database, which may not be there
    except ImproperlyConfigured as error:
        if "psycopg" not in str(error):
            raise
        give_up(
            tr(
                "DATABASE_URL names a PostgreSQL, and its driver is not installed: "
                "pip install 'crosstable[postgres]'"
            )
        )
    except OSError as error:
        give_up(tr("The data directory cannot be used: {error}", error=error))
    except ValueError as error:
        give_up(tr("A setting in the environment is wrong: {error}", error=error))


def _make_writable(directory: Path) -> None:
    probe = directory / f".writable-{os.getpid()}"
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as error:
        give_up(
            tr(
                "The data directory {directory} cannot be written to: {error}. Choose another with --data.",
                directory=directory,
                error=error.strerror,
            )
        )


def _make_private(directory: Path) -> None:
    """A database of before that others could read."""
    for path in (*directory.glob(f"{DATABASE}*"), directory / "secret.key", directory / "vapid.pem"):
        with contextlib.suppress(OSError):
            path.chmod(path.stat().st_mode & 0o700)


def _reach(directory: Path, prepare: Callable[[MigrationExecutor, Path], None]) -> None:
    from django.core.exceptions import ImproperlyConfigured
    from django.db import Error, connection
    from django.db.migrations.executor import MigrationExecutor

    # While a database cannot be reached its pool logs that ten times; the one line below gives the reason.
    pool = logging.getLogger("psycopg.pool")
    level, pool.level = pool.level, logging.CRITICAL
    try:
        executor = MigrationExecutor(connection)
        _refuse_newer_data(executor.loader, directory)
        prepare(executor, directory)
    except (Error, ImproperlyConfigured) as error:
        if not os.environ.get("DATABASE_URL"):
            _make_writable(directory)  # SQLite only reports that it cannot open its file
        give_up(_why_unusable(error, directory))
    finally:
        pool.setLevel(level)


def _why_unusable(error: Exception, directory: Path) -> Text:
    from crosstable.database.storage_errors import is_damage

    if not (url := os.environ.get("DATABASE_URL")):
        problem = tr("The database in {directory} cannot be used: {error}", directory=directory, error=error)
        if not is_damage(error):
            return problem
        return tr(
            "{problem}. Put the last backup in its place: crosstable restore FILE",
            problem=problem,
        )
    if why := why_out_of_reach(url):
        return tr(
            "The database at DATABASE_URL cannot be reached: {why}. Does it run there, and is the address right?",
            why=why,
        )
    return tr("The database at DATABASE_URL cannot be used: {error}", error=error)


def _bring_up_to_date(executor: MigrationExecutor, directory: Path) -> None:
    from django.core.management import call_command

    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if executor.loader.applied_migrations:
        _keep_copy(directory)
    call_command("migrate", verbosity=0, interactive=False)


def _bring_old_up_to_date(executor: MigrationExecutor, directory: Path) -> None:
    _refuse_empty(executor, directory)
    _bring_up_to_date(executor, directory)


def _refuse_empty(executor: MigrationExecutor, directory: Path) -> None:
    if executor.loader.applied_migrations:
        return
    if os.environ.get("DATABASE_URL"):
        give_up(
            tr(
                "The database at DATABASE_URL is empty. Is it the right one? crosstable serve makes the tables."
            )
        )
    give_up(
        tr(
            "The database in {directory} is empty. Is it the right one? crosstable serve makes the tables.",
            directory=directory,
        )
    )


def _refuse_newer_data(loader: MigrationLoader, directory: Path) -> None:
    unknown = sorted(set(loader.applied_migrations) - set(loader.disk_migrations))
    unknown = [(app, name) for app, name in unknown if app in loader.migrated_apps]
    if unknown:
        app, name = unknown[-1]
        give_up(
            tr(
                "The data in {directory} was written by a newer version of Crosstable ({migration} is unknown to "
                "this one). Upgrade Crosstable, or choose another --data directory.",
                directory=directory,
                migration=f"{app}.{name}",
            )
        )


def _keep_copy(directory: Path) -> None:
    """An upgrade that changes the tables leaves the previous database next to them."""
    if (directory / DATABASE).exists() and not os.environ.get("DATABASE_URL"):
        try:
            copy = back_up(directory, copy_name(directory, "before-upgrade"))
        except (UpkeepFailed, OSError) as error:
            give_up(
                tr(
                    "The database needs an upgrade, and no copy of it could be made first: {error}",
                    error=error,
                )
            )
        say(tr("Upgrading the database; a copy from before is in {file}", file=copy))
