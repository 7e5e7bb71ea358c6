"""Files of strangers are read by a process of its own: little memory, little time, two at once and no more.

The script gets the file on standard input and answers JSON on standard output. It imports nothing of the product, so
that it starts quickly, and limits itself first.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from crosstable.slots import Slots

# Seconds for one file.
PATIENCE = 15
READERS = Slots("readers", "other files", at_once=2, waiting=1, patience=5.0)


class Unreadable(Exception):
    """The process ended without an answer: it ran out of time or memory, or the file broke it."""


def read_apart(script: Path, data: bytes, *arguments: object) -> Any:
    """What the script says about the file. Raises Unreadable, Busy."""
    command = [sys.executable, "-I", str(script), *map(str, arguments)]
    with READERS.taken():
        try:
            done = subprocess.run(command, input=data, capture_output=True, timeout=PATIENCE, check=True)
            return json.loads(done.stdout)
        except (subprocess.SubprocessError, ValueError) as error:
            raise Unreadable from error
