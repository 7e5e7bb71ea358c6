"""`python -m crosstable` is `crosstable`."""

from crosstable.cli.main import app

app(prog_name="crosstable")
