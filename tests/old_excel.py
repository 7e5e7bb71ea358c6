"""The least .xls there is: BIFF8 records (MS-XLS 2.4) in one stream of a compound file (MS-CFB 2.2)."""

from __future__ import annotations

import struct
from collections.abc import Sequence

SECTOR = 512
FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
GLOBALS, WORKSHEET = 0x0005, 0x0010


def xls(*rows: Sequence[object]) -> bytes:
    cells = b"".join(_cell(y, x, value) for y, row in enumerate(rows) for x, value in enumerate(row))
    sheet = _begin(WORKSHEET) + cells + _record(0x000A)
    before = len(_begin(GLOBALS)) + len(_sheet_named(0)) + len(_record(0x000A))
    return _compound(_begin(GLOBALS) + _sheet_named(before) + _record(0x000A) + sheet)


def _record(kind: int, data: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def _begin(kind: int) -> bytes:
    return _record(0x0809, struct.pack("<HHHHII", 0x0600, kind, 0x0DBB, 0x07CC, 0, 6))


def _sheet_named(position: int) -> bytes:
    return _record(0x0085, struct.pack("<IBBBB", position, 0, 0, 7, 0) + b"Players")


def _cell(y: int, x: int, value: object) -> bytes:
    place = struct.pack("<HHH", y, x, 0)
    if isinstance(value, int | float):
        return _record(0x0203, place + struct.pack("<d", value))
    text = str(value)
    return _record(0x0204, place + struct.pack("<HB", len(text), 1) + text.encode("utf-16-le"))


def _compound(stream: bytes) -> bytes:
    """Sector 0 the allocation table, sector 1 the directory, the rest the stream (4,096 bytes or more)."""
    size = max(4096, -(-len(stream) // SECTOR) * SECTOR)
    last = 1 + size // SECTOR
    table = [FAT, END, *range(3, last + 1), END]
    table += [FREE] * (SECTOR // 4 - len(table))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6)
    header += bytes(6) + struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, END, 0, END, 0)
    header += struct.pack("<109I", 0, *[FREE] * 108)
    directory = (
        _entry("Root Entry", 5, END, 0, child=1) + _entry("Workbook", 2, 2, size) + _entry("", 0, 0, 0) * 2
    )
    return header + struct.pack("<128I", *table) + directory + stream.ljust(size, b"\0")


def _entry(name: str, kind: int, start: int, size: int, child: int = FREE) -> bytes:
    encoded = name.encode("utf-16-le")
    length = len(encoded) + 2 if name else 0
    head = encoded.ljust(64, b"\0") + struct.pack("<HBBIII", length, kind, 1, FREE, FREE, child)
    return head + bytes(36) + struct.pack("<IQ", start, size)
