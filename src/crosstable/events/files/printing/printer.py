"""A sheet to a PDF: typeset by typst, in a process of its own."""

import json
import logging
import subprocess
import sys
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from crosstable.events.errors import CannotPrint

PROCESS = Path(__file__).with_name("printer_process.py")
PATIENCE = 60
log = logging.getLogger(__name__)


class Paper(StrEnum):
    """As typst calls them."""

    A4 = "a4"
    LETTER = "us-letter"


PAPERS = {"a4": Paper.A4, "letter": Paper.LETTER}


def print_sheet(sheet: Mapping[str, Any], paper: Paper) -> bytes:
    """The PDF. Raises CannotPrint; why is in the log."""
    task = json.dumps({**sheet, "paper": paper.value}).encode()
    command = [sys.executable, "-I", str(PROCESS)]
    try:
        done = subprocess.run(command, input=task, capture_output=True, timeout=PATIENCE, check=True)
    except subprocess.CalledProcessError as error:
        log.error("A sheet could not be printed: %s", error.stderr.decode("utf-8", "replace"))
        raise CannotPrint() from error
    except (subprocess.TimeoutExpired, OSError) as error:
        log.error("A sheet could not be printed: %s", error)
        raise CannotPrint() from error
    return done.stdout
