"""Reads an event file from standard input and writes what it holds to standard output, or why it cannot be read.

Run by reading.py as a process of its own: a file of 48 kB unpacks to 50 MB. Imports nothing of the product, so that it
starts quickly.
"""

import contextlib
import io
import json
import re
import struct
import sys
import zipfile
import zlib
from typing import Any, NoReturn

MEMORY = 1_500_000_000
SECONDS = 8
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    struct.error,
    ValueError,
    NotImplementedError,
)
# What is read of an event file. Whatever else is in it stays here: every request would wait while the server reads it.
FIELDS_READ = {
    "format",
    "version",
    "software",
    "written",
    "installation",
    "origin",
    "club",
    "players",
    "users",
    "rows",
}
# A character no database can hold is written so in JSON; only then is every text looked at.
STRANGE = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")


class CannotRead(Exception):
    """In a word for reading.py."""


def limit() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def unpacked(data: bytes, member: str, most: int) -> bytes:
    """The one member, and never more of it than may be: what an archive says about sizes need not be true."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        info = archive.getinfo(member)
    except (*UNREADABLE, KeyError):
        raise CannotRead("no-event-file") from None
    try:
        with archive.open(info) as file:
            text = file.read(most + 1)
    except (*UNREADABLE, RuntimeError):
        raise CannotRead("damaged-archive") from None
    if len(text) > most:
        raise CannotRead("too-long")
    return text


def parsed(text: bytes, most_values: int) -> Any:
    if sum(map(text.count, (b",", b"[", b"{"))) > most_values:
        raise CannotRead("too-many-values")
    try:
        value = json.loads(text.decode(), parse_constant=no_number)
        if STRANGE.search(text):
            check_text(value)
    except (ValueError, RecursionError):
        raise CannotRead("damaged") from None
    return value


def no_number(name: str) -> NoReturn:
    raise ValueError(name)


def check_text(value: Any) -> None:
    """No character a database cannot hold."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if "\x00" in one:
                raise ValueError("a character that cannot be stored")
            one.encode()  # raises ValueError for half a character
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one


def read(data: bytes, kind: str, member: str, most: int, most_values: int) -> dict[str, Any]:
    """The event, or one word why not."""
    try:
        document = parsed(unpacked(data, member, most), most_values)
    except CannotRead as error:
        return {"refused": str(error)}
    except MemoryError:
        return {"refused": "too-long"}
    if not isinstance(document, dict) or document.get("format") != kind:
        return {"refused": "no-event-file"}
    return {"event": {name: part for name, part in document.items() if name in FIELDS_READ}}


def main(kind: str, member: str, most: int, most_values: int) -> None:
    limit()
    json.dump(read(sys.stdin.buffer.read(), kind, member, most, most_values), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
