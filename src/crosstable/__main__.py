"""Entry point: `python -m crosstable` runs the command `crosstable`."""

from crosstable.cli.main import app

app(prog_name="crosstable")
