"""Output of the command line: one line for what happened, one for what went wrong; and options of several commands.

Lines are never wrapped, so an address can be copied.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from crosstable.text import tr

if TYPE_CHECKING:
    from rich.console import Console


Data = Annotated[
    Path | None, typer.Option(envvar="CROSSTABLE_DATA", help=tr("The data directory."), show_default="./data")
]


def _console(*, stderr: bool = False) -> Console:
    """Imported here: `crosstable --version` says nothing in colour."""
    from rich.console import Console

    return Console(soft_wrap=True, highlight=False, stderr=stderr)


def say(text: str, *, markup: bool = False) -> None:
    """Print a line; with `markup` its values may have Rich's, such as [bold]…[/]."""
    _console().print(str(text), markup=markup)


def give_up(problem: str, *, code: int = 1) -> NoReturn:
    """Say what is wrong and what to do about it, and stop."""
    console = _console(stderr=True)
    console.print(tr("Error:"), style="bold red", end=" ")
    console.print(str(problem), markup=False)
    raise typer.Exit(code)
