"""Typeset a sheet as PDF with typst in a separate process; the base URL of printed codes."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from crosstable.events.errors import CannotPrint, SheetTooLarge
from crosstable.slots import Slots
from crosstable.text import plain, tr

PROCESS = Path(__file__).with_name("printer_process.py")
PATIENCE = 60
PRINTERS = Slots("printers", tr("other sheets"), at_once=2, waiting=2, patience=15.0)
# A list of 5,000 players takes 600 MB; sheets above this many bytes are printed one at a time.
LARGE = 200_000
LARGE_SHEETS = Slots("large-sheets", tr("another large sheet"), at_once=1, waiting=1, patience=20.0)
log = logging.getLogger(__name__)
ONLY_HERE = ("localhost", "127.0.0.1", "::1")


class Paper(StrEnum):
    """Paper sizes by their typst names."""

    A4 = "a4"
    LETTER = "us-letter"


PAPERS = {"a4": Paper.A4, "letter": Paper.LETTER}


def print_sheet(
    build: Callable[[], Mapping[str, Any]], paper: Paper, *, in_background: bool = False
) -> bytes:
    """Return the PDF of what `build` returns, in the active language.

    Raises CannotPrint (see the log), SheetTooLarge, Busy.
    """
    with PRINTERS.taken(in_background=in_background):
        task = json.dumps(plain({**build(), "paper": paper.value})).encode()
        if len(task) <= LARGE:
            return typeset(task)
        with LARGE_SHEETS.taken(in_background=in_background):
            return typeset(task)


def typeset(task: bytes) -> bytes:
    """Return what the other process makes of the values. The caller holds a slot."""
    command = [sys.executable, "-I", str(PROCESS)]
    try:
        done = subprocess.run(command, input=task, capture_output=True, timeout=PATIENCE, check=True)
    except subprocess.CalledProcessError as error:
        log.error("A sheet could not be printed: %s", error.stderr.decode("utf-8", "replace"))
        raise (SheetTooLarge() if len(task) > LARGE else CannotPrint()) from error
    except (subprocess.TimeoutExpired, OSError) as error:
        log.error("A sheet could not be printed: %s", error)
        raise CannotPrint() from error
    return done.stdout


def public_address(address: str = "") -> str:
    """Return scheme and host without a trailing slash. `address` is that of the current request, if any.

    An organiser who works on the server itself sees 127.0.0.1, which no phone can open: then, and without a
    request, the address of the installation is used.
    """
    if address and not is_only_here(address):
        return address.rstrip("/")
    return (settings.PUBLIC_ADDRESS or address).rstrip("/")


def is_only_here(address: str) -> bool:
    """Return whether no other device can open the address."""
    return urlsplit(address).hostname in ONLY_HERE


def is_local(address: str) -> bool:
    """Return whether only devices in the same network can open the address: a private number, or a name without a
    domain."""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith(".local")
