"""Read a sheet as JSON from standard input and write it as PDF or PNG to standard output.

printer.py runs it as a separate process: typst keeps its results in memory and takes half a second for the
slips of a hundred tables, which must not slow the server down. Imports nothing from the package, to start
quickly.
"""

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

# Bytes of address space; a list of 5,000 players takes six sevenths of it.
MEMORY = 1_000_000_000
SECONDS = 50
# Of a picture: two pixels per point.
PIXELS_PER_INCH = 144.0
TEMPLATES = Path(__file__).with_name("templates")


def qr_pixels(address: str) -> dict[str, Any]:
    """One byte per module, dark is 0. The template adds the white margin that phones need."""
    import segno

    rows = segno.make(address, error="m", micro=False).matrix
    return {"size": len(rows), "pixels": [0 if dark else 255 for row in rows for dark in row]}


def limit() -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.nice(15)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    limit()
    import typst

    sheet = json.load(sys.stdin.buffer)
    for slip in sheet.get("slips", ()):
        slip["qr"] = qr_pixels(slip["address"]) if slip["address"] else None
    # Bundled fonts first; system fonts cover the scripts they lack.
    made = typst.compile(
        str(TEMPLATES / f"{sheet['template']}.typ"),
        root=str(TEMPLATES),
        font_paths=typst.Fonts(include_system_fonts=True, include_embedded_fonts=True),
        sys_inputs={"sheet": json.dumps(sheet)},
        format=sheet.get("format", "pdf"),
        ppi=PIXELS_PER_INCH,
    )
    # A picture that needs more than its page is cut off there.
    sys.stdout.buffer.write(made[0] if isinstance(made, list) else made)


if __name__ == "__main__":
    main()
