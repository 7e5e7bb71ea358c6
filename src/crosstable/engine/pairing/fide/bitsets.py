"""Sets of players as whole numbers: bit v is set if vertex v is a member.

One machine word holds 64 players, so "whom of these may he still meet" is one `&`, whatever the size of the
field; this is what makes the exact method fast.
"""

from collections.abc import Iterable, Iterator
from itertools import compress, count

FEW = 16
_ZERO_OR_ONE = bytes.maketrans(b"01", b"\0\1")


def members(mask: int) -> list[int]:
    """The members in ascending order. Writing all bits at once pays off from a handful on; numpy is no faster here
    and takes a tenth of a second to load."""
    if mask.bit_count() <= FEW:
        few: list[int] = []
        while mask:
            bit = mask & -mask
            few.append(bit.bit_length() - 1)
            mask ^= bit
        return few
    return list(compress(count(), f"{mask:b}"[::-1].encode().translate(_ZERO_OR_ONE)))


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


def mask_where(flags: Iterable[bool]) -> int:
    """The positions at which `flags` is true."""
    return int("".join("1" if flag else "0" for flag in flags)[::-1] or "0", 2)
