"""`crosstable event export` and `crosstable event import`: a whole event as one file, without a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosstable.cli.options import Data
from crosstable.cli.say import give_up, say

if TYPE_CHECKING:
    from crosstable.accounts.models import User

event_commands = typer.Typer(help="A whole event as one file.", no_args_is_help=True)


@event_commands.command("export")
def export_event(
    slug: Annotated[str, typer.Argument(help="The last part of the event's address: /t/SLUG.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where to; otherwise SLUG.event.zip here.")
    ] = None,
    data: Data = None,
) -> None:
    """Write an event with its players, rounds, results, ratings and journal to a file."""
    from crosstable.cli.data import look_at_data

    look_at_data(data)
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
        str, typer.Option(help="The account that will own the event; otherwise the first administrator's.")
    ] = "",
    copy: Annotated[bool, typer.Option("--copy", help="Also when the event is here already.")] = False,
    same_people: Annotated[
        bool,
        typer.Option("--same-people", help="Also when a FIDE ID is known here under another name."),
    ] = False,
    data: Data = None,
) -> None:
    """Read an event from a file. People are recognised in the whole directory."""
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
        give_up("Nobody could own the event yet: create the system administrator first, or name an --owner.")
    return user
