"""How the command line speaks: one line for what happened, one for what went wrong. Lines are never
wrapped, so that an address can be copied.
"""

from typing import NoReturn

import typer
from rich.console import Console

_out = Console(soft_wrap=True, highlight=False)
_err = Console(soft_wrap=True, highlight=False, stderr=True)


def say(text: str) -> None:
    _out.print(text)


def give_up(problem: str, *, code: int = 1) -> NoReturn:
    """Say what is wrong and what to do about it, and stop."""
    _err.print("[bold red]Error:[/] ", end="")
    _err.print(problem, markup=False)
    raise typer.Exit(code)
