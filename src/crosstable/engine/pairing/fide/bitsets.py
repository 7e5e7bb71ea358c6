"""Sets of players as whole numbers: bit v is set if vertex v is a member.

One machine word holds 64 players, so "whom of these may he still meet" is one `&`, whatever the size of the
field; this is what makes the exact method fast.
"""

from collections.abc import Iterable, Iterator

import numpy as np

FEW = 16


def members(mask: int) -> list[int]:
    """The members in ascending order. Unpacking all bits at once pays off from a handful on."""
    if mask.bit_count() <= FEW:
        few: list[int] = []
        while mask:
            bit = mask & -mask
            few.append(bit.bit_length() - 1)
            mask ^= bit
        return few
    packed = np.frombuffer(mask.to_bytes((mask.bit_length() + 7) >> 3, "little"), np.uint8)
    places: list[int] = np.flatnonzero(np.unpackbits(packed, bitorder="little")).tolist()
    return places


def each_member(mask: int) -> Iterator[int]:
    """The members in ascending order, one at a time: for loops that mostly stop early."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def lowest(mask: int) -> int:
    """The smallest member (the highest ranked player); -1 for the empty set."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """The largest member (the lowest ranked player); -1 for the empty set."""
    return mask.bit_length() - 1


def mask_of(vertices: Iterable[int]) -> int:
    mask = 0
    for vertex in vertices:
        mask |= 1 << vertex
    return mask


def union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def mask_where(flags: Iterable[bool], size: int) -> int:
    """The positions at which `flags`, of the given length, is true."""
    packed = np.packbits(np.fromiter(flags, bool, size), bitorder="little")
    return int.from_bytes(packed.tobytes(), "little")
