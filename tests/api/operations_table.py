"""The tables of operations in docs/api.md, with their abbreviations written out."""

from __future__ import annotations

import re
from pathlib import Path

DOCUMENT = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
ABBREVIATIONS = {"…": "/api/tournaments/{tournamentId}", "~": "/compat/swiss-app/api"}


def operations(base: str) -> list[tuple[str, str]]:
    """Return each operation below this address with the next cell of its row, in the order of the document."""
    rows = re.findall(r"^\| `([A-Z]+) (\S+)` \| ([^|]*?) \|", DOCUMENT, re.MULTILINE)
    return [
        (f"{method} {full}", cell) for method, path, cell in rows if (full := _full(path)).startswith(base)
    ]


def _full(path: str) -> str:
    return ABBREVIATIONS.get(path[0], path[0]) + path[1:]
