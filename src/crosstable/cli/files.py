"""Reading and writing the files of the pairing commands, with the exit codes scripts rely on."""

import sys
from enum import IntEnum
from pathlib import Path
from typing import NoReturn

import typer

from crosstable.engine.trf import TrfDocument, TrfError, read_trf


class ExitCode(IntEnum):
    """The stable contract of the command line."""

    DONE = 0
    NO_PAIRING_OR_DIFFERENCES = 1
    INVALID_FILE = 3
    UNREADABLE_FILE = 5


def stop(code: ExitCode, message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(code)


def reason(error: OSError) -> str:
    return error.strerror or str(error)


def read_document(path: Path) -> TrfDocument:
    """The tournament in a TRF file, or the end of the command with a message and exit code 3 or 5."""
    try:
        return read_trf(path.read_bytes())
    except OSError as error:
        stop(ExitCode.UNREADABLE_FILE, f"{path}: {reason(error)}")
    except TrfError as error:
        stop(ExitCode.INVALID_FILE, f"{path}: {error}")


def write_output(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        stop(ExitCode.UNREADABLE_FILE, f"{out}: {reason(error)}")
