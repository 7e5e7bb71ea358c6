"""`crosstable event export, import` and `backup, restore, move, digest, doctor, tidy`: for administrators."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosstable.cli.say import Data, give_up, say
from crosstable.text import tr, trn

if TYPE_CHECKING:
    from crosstable.accounts.models import User


event_commands = typer.Typer(help=tr("Export or import an event as one file."), no_args_is_help=True)


@event_commands.command(
    "export", help=tr("Write an event with its players, rounds, results, ratings and history to a file.")
)
def export_event(
    slug: Annotated[str, typer.Argument(help=tr("The last part of the event's address: /t/SLUG."))],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=tr("The file to write. Default: SLUG.event.zip."))
    ] = None,
    data: Data = None,
) -> None:
    from crosstable.cli.data import open_existing_data

    open_existing_data(data)
    from crosstable.events.files.eventfile.writing import write_event
    from crosstable.events.models import Tournament

    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        give_up(tr("There is no event at /t/{slug} here. Is --data the right directory?", slug=slug))
    target = output or Path(f"{slug}.event.zip")
    content = write_event(tournament)
    try:
        with target.open("xb") as file:
            file.write(content)
    except FileExistsError:
        give_up(tr("{target} exists already.", target=target))
    except OSError as error:
        give_up(tr("{file} cannot be written: {error}.", file=target, error=error.strerror))
    say(tr("{event} written to {file}", event=tournament.name, file=target))


@event_commands.command(
    "import",
    help=tr("Import an event from a file. Its people are matched with all players of this installation."),
)
def import_event(
    file: Annotated[Path, typer.Argument(help=tr("A file that `crosstable event export` wrote."))],
    owner: Annotated[
        str, typer.Option(help=tr("The account that will own the event. Default: the first administrator."))
    ] = "",
    copy: Annotated[
        bool, typer.Option("--copy", help=tr("Import a copy if the event exists here already."))
    ] = False,
    same_people: Annotated[
        bool,
        typer.Option("--same-people", help=tr("Import even if a FIDE ID is known here under another name.")),
    ] = False,
    data: Data = None,
) -> None:
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
        give_up(tr("{file} cannot be read: {error}.", file=file, error=error.strerror))
    except EventIsHere as refused:
        give_up(f"{refused} (--copy)")
    except OtherName as refused:
        give_up(f"{refused} (--same-people)")
    except Refused as refused:
        give_up(str(refused))
    say(tr("{event} is now at /t/{slug}", event=tournament.name, slug=tournament.slug))


def _owner(name: str) -> User:
    from crosstable.accounts.models import User

    accounts = User.objects.filter(is_active=True)
    wanted = accounts.filter(username__iexact=name) if name else accounts.filter(is_superuser=True)
    user = wanted.order_by("-is_first_administrator", "pk").first()
    if user is None and name:
        give_up(tr("There is no account called {name} here.", name=name))
    if user is None:
        give_up(
            tr("No account can own the event yet: create the system administrator first, or name an --owner.")
        )
    return user


upkeep_commands = typer.Typer()
SIGNS = {"good": (tr("good"), "green"), "look": (tr("warn"), "yellow"), "bad": (tr("bad"), "bold red")}


@upkeep_commands.command(help=tr("Back up the database, even while the server runs, and check the copy."))
def backup(
    file: Annotated[
        Path | None,
        typer.Argument(help=tr("The file to write. Default: a new file in backups/ of the data directory.")),
    ] = None,
    data: Data = None,
) -> None:
    from crosstable.cli.data import refuse_nothing
    from crosstable.upkeep.copies import back_up, copy_name
    from crosstable.upkeep.running import UpkeepFailed

    refuse_nothing(data)
    directory = (data or Path("data")).resolve()
    try:
        target = back_up(directory, file.resolve() if file else copy_name(directory))
    except (UpkeepFailed, OSError, sqlite3.Error) as error:
        give_up(_in_words(error))
    say(tr("Backup written to {file}", file=target))


@upkeep_commands.command(
    help=tr("Replace the database by a backup. The replaced database is kept as a backup, too.")
)
def restore(
    file: Annotated[Path, typer.Argument(help=tr("A file that `crosstable backup` wrote."))],
    data: Data = None,
    yes: Annotated[bool, typer.Option("--yes", help=tr("Do not ask for confirmation."))] = False,
) -> None:
    from crosstable.upkeep.copies import restore as put_back
    from crosstable.upkeep.running import UpkeepFailed

    directory = (data or Path("data")).resolve()
    question = tr("Replace the database of {directory} by {file}?", directory=directory, file=file)
    if not yes and not typer.confirm(question):
        give_up(tr("Nothing was changed."))
    try:
        before = put_back(directory, file.resolve())
    except (UpkeepFailed, OSError, sqlite3.Error) as error:
        give_up(tr("{problem} Nothing was changed.", problem=_in_words(error)))
    say(tr("{file} is the database now.", file=file))
    if before:
        say(tr("The one of before is in {file}", file=before))


@upkeep_commands.command(
    help=tr(
        "Copy all data to an empty database of another kind and compare them. The source does not change."
    )
)
def move(
    target: Annotated[
        str,
        typer.Argument(
            help=tr("An empty database: postgres://user@host/name, or a data directory for SQLite.")
        ),
    ],
    data: Data = None,
) -> None:
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
    say(
        trn(
            "{count:,} row is in {target}; standings, ratings and journals are the same.",
            "{count:,} rows are in {target}; standings, ratings and journals are the same.",
            moved,
            target=there,
        )
    )
    if there.url:
        say(tr("Start the server with DATABASE_URL naming it."))
    else:
        say(tr("Start the server without DATABASE_URL."))


@upkeep_commands.command(
    help=tr("Print a digest of standings, ratings and histories: identical output means identical data.")
)
def digest(data: Data = None) -> None:
    from crosstable.cli.data import open_existing_data

    open_existing_data(data)
    from crosstable.upkeep.moving import digests

    for about, short in digests():
        print(f"{short}  {about}")


@upkeep_commands.command(help=tr("Check the installation. The exit status is 1 if there is a problem."))
def doctor(data: Data = None) -> None:
    from crosstable.cli.data import open_data_unchanged

    open_data_unchanged(data)
    from rich.markup import escape

    from crosstable.upkeep.doctor import Health, examine, worst

    findings = examine()
    sign_width = max(len(str(sign)) for sign, _ in SIGNS.values())
    width = max(9, *(len(str(finding.about)) for finding in findings))
    for finding in findings:
        sign, style = SIGNS[finding.health]
        words = escape(f"{finding.about:{width}} {finding.sentence}")
        say(f"[{style}]{sign:{sign_width}}[/]  {words}", markup=True)
    if worst(findings) is Health.BAD:
        raise typer.Exit(1)


@upkeep_commands.command(help=tr("Delete expired data: old sessions and notifications, abandoned uploads."))
def tidy(
    dry_run: Annotated[bool, typer.Option("--dry-run", help=tr("Only count; delete nothing."))] = False,
    data: Data = None,
) -> None:
    from crosstable.cli.data import open_existing_data

    open_existing_data(data)
    from crosstable.upkeep.housekeeping import tidy as clean

    counted = clean(only_count=dry_run)
    for name, count in counted:
        say(f"{count:7,}  {name}")
    total = sum(count for _, count in counted)
    if dry_run:
        say(
            trn("{count:,} would go. Nothing was deleted.", "{count:,} would go. Nothing was deleted.", total)
        )
    else:
        say(trn("{count:,} deleted.", "{count:,} deleted.", total))


def _in_words(error: Exception) -> str:
    """What the system refuses, without its number for it."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}."
    return str(error)
