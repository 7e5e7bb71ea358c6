"""Parse untrusted files in a separate process with limited memory and time, at most two in parallel.

The script gets the file on standard input and answers JSON on standard output. It imports nothing from the
package, to start quickly, and sets its own limits first.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from crosstable.slots import Slots
from crosstable.text import tr

# Seconds for one file.
PATIENCE = 15
READERS = Slots("readers", tr("other files"), at_once=2, waiting=1, patience=5.0)


class Unreadable(Exception):
    """The process ended without an answer: out of time or memory, or crashed by the file."""


def read_in_process(script: Path, data: bytes, *arguments: object) -> Any:
    """Return the script's answer about the file. Raises Unreadable, Busy."""
    command = [sys.executable, "-I", str(script), *map(str, arguments)]
    with READERS.taken():
        try:
            done = subprocess.run(command, input=data, capture_output=True, timeout=PATIENCE, check=True)
            return json.loads(done.stdout)
        except (subprocess.SubprocessError, ValueError) as error:
            raise Unreadable from error
