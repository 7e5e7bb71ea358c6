"""`crosstable …`: the commands, thin. Django is imported by those that need it, when they run."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from crosstable.cli.pairing import pairing_commands
from crosstable.cli.say import Data, give_up, say
from crosstable.cli.schedule import schedule
from crosstable.cli.upkeep import event_commands, upkeep_commands
from crosstable.text import tr

app = typer.Typer(
    help=tr("Tournament software for organisers, arbiters and players."),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
admin = typer.Typer(help=tr("Manage the accounts of system administrators."), no_args_is_help=True)
app.add_typer(admin, name="admin")
token = typer.Typer(help=tr("Manage tokens for programs that use the API."), no_args_is_help=True)
app.add_typer(token, name="token")
app.add_typer(event_commands, name="event")
app.registered_commands += pairing_commands.registered_commands + upkeep_commands.registered_commands
app.command(help=tr("Schedule a round robin: groups, rounds, time slots, tables and byes, with the checks."))(
    schedule
)

Username = Annotated[str, typer.Argument(help=tr("The username of the account."))]
Host = Annotated[str, typer.Option(help=tr("The address to listen on; 0.0.0.0 accepts the whole network."))]
Port = Annotated[int, typer.Option(min=0, max=65535, help=tr("The port to listen on; 0 means any free one."))]
# The cores this process may use; in a container they are fewer than the computer has.
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
Workers = Annotated[
    int,
    typer.Option(
        min=1,
        max=64,
        envvar="CROSSTABLE_WORKERS",
        show_default=tr("the cores"),
        help=tr("The number of worker processes."),
    ),
]
Password = Annotated[
    str,
    typer.Option(
        prompt=tr("Password"),
        confirmation_prompt=tr("Password"),
        hide_input=True,
        help=tr("At least 8 characters. Without it you are asked, which keeps it out of the shell history."),
    ),
]
DemoData = Annotated[Path, typer.Option("--data", help=tr("The demo's own data directory."))]


def _tell_version(is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version

        typer.echo(f"crosstable {version('crosstable')}")
        raise typer.Exit


@app.callback()
def options(
    asked: Annotated[
        bool,
        typer.Option(
            "--version", callback=_tell_version, is_eager=True, help=tr("Show the version and exit.")
        ),
    ] = False,
) -> None:
    """What holds for every command."""


class TokenScope(StrEnum):
    read = "read"
    write = "write"


TOKEN_MADE = {
    TokenScope.read: tr("Token for {name}, to read. Keep it; it is shown this once."),
    TokenScope.write: tr("Token for {name}, to write. Keep it; it is shown this once."),
}


@app.command(help=tr("Run Crosstable with the data in a directory, which is created if it does not exist."))
def serve(host: Host = "127.0.0.1", port: Port = 3005, data: Data = None, workers: Workers = CORES) -> None:
    from crosstable.cli.serving import run

    run(host, port, data, workers)


@app.command(help=tr("Run Crosstable with example content, separate from your own data."))
def demo(
    host: Host = "127.0.0.1", port: Port = 3005, data: DemoData = Path("demo-data"), workers: Workers = CORES
) -> None:
    from crosstable.cli.serving import run

    os.environ["CROSSTABLE_DEMO"] = "1"
    os.environ.pop("DATABASE_URL", None)  # the demo never touches a real installation
    run(host, port, data, workers, demo=True)


@admin.command(help=tr("Create a system administrator without a browser."))
def create(
    username: Username,
    email: Annotated[str, typer.Option(help=tr("The email address of the account."))],
    password: Password,
    time_zone: Annotated[
        str,
        typer.Option(
            help=tr("The time zone of the installation, such as Europe/Lisbon."),
            show_default=tr("the computer's"),
        ),
    ] = "",
    data: Data = None,
) -> None:
    from crosstable.cli.data import open_data

    open_data(data)
    from django.core.exceptions import ValidationError

    from crosstable.accounts.setup import create_system_administrator
    from crosstable.installation import installation_zone

    try:
        user = create_system_administrator(username, email, password, time_zone=time_zone)
    except ValidationError as error:
        give_up(" ".join(f"{field}: {' '.join(problems)}" for field, problems in error.message_dict.items()))
    say(tr("System administrator {name} created.", name=user.username))
    if user.is_first_administrator or time_zone:
        say(tr("Times are shown in {zone}.", zone=installation_zone()))


@admin.command(
    "reset-password", help=tr("Set a new password for an account. All its sessions and tokens end.")
)
def reset_password(username: Username, password: Password, data: Data = None) -> None:
    from crosstable.cli.data import open_existing_data

    open_existing_data(data)
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    from crosstable.accounts.models import User
    from crosstable.accounts.passwords import set_password

    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        give_up(tr("There is no account called {name} here. Is --data the right directory?", name=username))
    try:
        validate_password(password, user)
    except ValidationError as error:
        give_up(" ".join(error.messages))
    set_password(user=user, password=password)
    say(tr("{name} has a new password, and is signed out everywhere.", name=user.username))


@token.command(
    "create",
    help=tr("Create a token that acts for an account. It is the last word of the output, printed only once."),
)
def create_token(
    username: Username,
    name: Annotated[str, typer.Option(help=tr("What the token is for."))] = "command line",
    scope: Annotated[TokenScope, typer.Option(help=tr("What the token can do."))] = TokenScope.write,
    data: Data = None,
) -> None:
    from crosstable.cli.data import open_existing_data

    open_existing_data(data)
    from crosstable.accounts import tokens
    from crosstable.accounts.errors import AccountRefused
    from crosstable.accounts.models import User

    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        give_up(tr("There is no account called {name} here. Is --data the right directory?", name=username))
    try:
        _, secret = tokens.create_token(user=user, name=name, scope=scope.value)
    except AccountRefused as refused:
        give_up(str(refused))
    say(TOKEN_MADE[scope].filled(name=user.username))
    print(secret)
