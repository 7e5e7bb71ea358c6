"""The command line: `crosstable …`."""

from __future__ import annotations

import typer

from crosstable.cli.pairing import pairing_commands

app = typer.Typer(no_args_is_help=True)
app.registered_commands += pairing_commands.registered_commands
