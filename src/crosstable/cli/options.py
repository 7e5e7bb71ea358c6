"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path | None, typer.Option(envvar="CROSSTABLE_DATA", help="The data directory.", show_default="./data")
]
