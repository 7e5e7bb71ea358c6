"""Read an event file from standard input; write its content, or why it is refused, as output.

reading.py runs it as a separate process: a file of 48 kB may unpack to 50 MB. Imports nothing from the
package, to start quickly.
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
# The fields to read. The rest is discarded here: parsing it would delay the server's other requests.
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
# How JSON escapes characters that no database can store; only then is every text checked.
STRANGE = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")


class CannotRead(Exception):
    """A one-word reason for reading.py."""


def limit() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def unpacked(data: bytes, member: str, most: int) -> bytes:
    """Return one member, never more than `most` bytes: sizes declared in an archive may be false."""
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
    """Reject characters that a database cannot store."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if "\x00" in one:
                raise ValueError("a character that cannot be stored")
            one.encode()  # raises ValueError for a lone surrogate
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one


def read(data: bytes, kind: str, member: str, most: int, most_values: int) -> dict[str, Any]:
    """Return the event, or a one-word reason why not."""
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
