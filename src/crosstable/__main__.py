"""Entry point: `python -m crosstable` runs the command `crosstable`."""

from crosstable.cli import run

run()
