"""`crosstable event export, import` and `backup, restore, move, digest, doctor, tidy`: for administrators."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosstable.cli.say import Data, give_up, say

if TYPE_CHECKING:
    from crosstable.accounts.models import User


event_commands = typer.Typer(help="Export or import an event as one file.", no_args_is_help=True)


@event_commands.command("export")
def export_event(
    slug: Annotated[str, typer.Argument(help="The last part of the event's address: /t/SLUG.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file to write. Default: SLUG.event.zip.")
    ] = None,
    data: Data = None,
) -> None:
    """Write an event with its players, rounds, results, ratings and history to a file."""
    from crosstable.cli.data import open_existing_data

    open_existing_data(data)
    from crosstable.events.files.eventfile.writing import write_event
    from crosstable.events.models import Tournament

    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        give_up(f"There is no event at /t/{slug} here. Is --data the right directory?")
    target = output or Path(f"{slug}.event.zip")
    content = write_event(tournament)
    try:
        with target.open("xb") as file:
            file.write(content)
    except FileExistsError:
        give_up(f"{target} exists already.")
    except OSError as error:
        give_up(f"{target} cannot be written: {error.strerror}.")
    say(f"{tournament.name} written to {target}")


@event_commands.command("import")
def import_event(
    file: Annotated[Path, typer.Argument(help="A file that `crosstable event export` wrote.")],
    owner: Annotated[
        str, typer.Option(help="The account that will own the event. Default: the first administrator.")
    ] = "",
    copy: Annotated[
        bool, typer.Option("--copy", help="Import a copy if the event exists here already.")
    ] = False,
    same_people: Annotated[
        bool,
        typer.Option("--same-people", help="Import even if a FIDE ID is known here under another name."),
    ] = False,
    data: Data = None,
) -> None:
    """Import an event from a file. Its people are matched with all players of this installation."""
    from crosstable.cli.data import open_data

    open_data(data)
    from crosstable.events.actions.event.event_files import import_event as take
    from crosstable.events.errors import EventIsHere, OtherName, Refused

    try:
        tournament = take(
            data=file.read_bytes(),
            by=_owner(owner),
            as_copy=copy,
            everywhere=True,
            confirmed=[OtherName.code] if same_people else (),
        )
    except OSError as error:
        give_up(f"{file} cannot be read: {error.strerror}.")
    except EventIsHere as refused:
        give_up(f"{refused} (--copy)")
    except OtherName as refused:
        give_up(f"{refused} (--same-people)")
    except Refused as refused:
        give_up(str(refused))
    say(f"{tournament.name} is now at /t/{tournament.slug}")


def _owner(name: str) -> User:
    from crosstable.accounts.models import User

    accounts = User.objects.filter(is_active=True)
    wanted = accounts.filter(username__iexact=name) if name else accounts.filter(is_superuser=True)
    user = wanted.order_by("-is_first_administrator", "pk").first()
    if user is None and name:
        give_up(f"There is no account called {name} here.")
    if user is None:
        give_up(
            "No account can own the event yet: create the system administrator first, or name an --owner."
        )
    return user


upkeep_commands = typer.Typer()
SIGNS = {"good": "[green]good[/]", "look": "[yellow]warn[/]", "bad": "[bold red]bad [/]"}


@upkeep_commands.command()
def backup(
    file: Annotated[
        Path | None,
        typer.Argument(help="The file to write. Default: a new file in backups/ of the data directory."),
    ] = None,
    data: Data = None,
) -> None:
    """Back up the database, even while the server runs, and check the copy."""
    from crosstable.cli.data import refuse_nothing
    from crosstable.upkeep.copies import back_up, copy_name
    from crosstable.upkeep.running import UpkeepFailed

    refuse_nothing(data)
    directory = (data or Path("data")).resolve()
    try:
        target = back_up(directory, file.resolve() if file else copy_name(directory))
    except (UpkeepFailed, OSError, sqlite3.Error) as error:
        give_up(_in_words(error))
    say(f"Backup written to {target}")


@upkeep_commands.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `crosstable backup` wrote.")],
    data: Data = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Replace the database by a backup. The replaced database is kept as a backup, too."""
    from crosstable.upkeep.copies import restore as put_back
    from crosstable.upkeep.running import UpkeepFailed

    directory = (data or Path("data")).resolve()
    if not yes and not typer.confirm(f"Replace the database of {directory} by {file}?"):
        give_up("Nothing was changed.")
    try:
        before = put_back(directory, file.resolve())
    except (UpkeepFailed, OSError, sqlite3.Error) as error:
        give_up(f"{_in_words(error)} Nothing was changed.")
    say(f"{file} is the database now.")
    if before:
        say(f"The one of before is in {before}")


@upkeep_commands.command()
def move(
    target: Annotated[
        str,
        typer.Argument(help="An empty database: postgres://user@host/name, or a data directory for SQLite."),
    ],
    data: Data = None,
) -> None:
    """Copy all data to an empty database of another kind and compare them. The source does not change."""
    from crosstable.cli.data import open_existing_data

    directory = open_existing_data(data)
    from crosstable.upkeep.moving import Target
    from crosstable.upkeep.moving import move as move_everything
    from crosstable.upkeep.running import UpkeepFailed, alone

    try:
        there = Target.named(target)
        with alone(directory):
            moved = move_everything(there, say)
    except (UpkeepFailed, OSError) as error:
        give_up(str(error))
    say(f"{moved:,} rows are in {there}; standings, ratings and journals are the same.")
    say(
        "Start the server with DATABASE_URL naming it."
        if there.url
        else "Start the server without DATABASE_URL."
    )


@upkeep_commands.command()
def digest(data: Data = None) -> None:
    """Print a digest of standings, ratings and histories: identical output means identical data."""
    from crosstable.cli.data import open_existing_data

    open_existing_data(data)
    from crosstable.upkeep.moving import digests

    for about, short in digests():
        print(f"{short}  {about}")


@upkeep_commands.command()
def doctor(data: Data = None) -> None:
    """Check the installation. The exit status is 1 if there is a problem."""
    from crosstable.cli.data import open_data_unchanged

    open_data_unchanged(data)
    from crosstable.upkeep.doctor import Health, examine, worst

    findings = examine()
    for finding in findings:
        say(f"{SIGNS[finding.health]}  {finding.about:9} {finding.sentence}")
    if worst(findings) is Health.BAD:
        raise typer.Exit(1)


@upkeep_commands.command()
def tidy(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count; delete nothing.")] = False,
    data: Data = None,
) -> None:
    """Delete expired data: old sessions and notifications, abandoned uploads."""
    from crosstable.cli.data import open_existing_data

    open_existing_data(data)
    from crosstable.upkeep.housekeeping import tidy as clean

    counted = clean(only_count=dry_run)
    for name, count in counted:
        say(f"{count:7,}  {name}")
    total = sum(count for _, count in counted)
    say(f"{total:,} would go. Nothing was deleted." if dry_run else f"{total:,} deleted.")


def _in_words(error: Exception) -> str:
    """What the system refuses, without its number for it."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}."
    return str(error)
