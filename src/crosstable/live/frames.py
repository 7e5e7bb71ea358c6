"""Room for the frames of deep calls, taken once.

CPython keeps a thread's frames in pieces of 16 KB. It asks the system for the next piece when a call finds no room,
and gives it back when that call returns: a loop that runs at the end of a piece asks and gives back each time round,
hundreds of times for a page. A function that says it needs much is given a piece of that size; what it calls finds room
in the rest of it.
"""

from collections.abc import Callable
from typing import Any, TypeVar

R = TypeVar("R")

# Words. Pieces are powers of two: this one has a megabyte, of which the half that is not asked for is used.
MUCH = 66_000


def with_room(work: Callable[..., R], *values: Any, **keywords: Any) -> R:
    return work(*values, **keywords)


with_room.__code__ = with_room.__code__.replace(co_stacksize=MUCH)
