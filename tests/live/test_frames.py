"""Deep calls find room: the system is not asked for memory at every turn of a loop."""

from __future__ import annotations

from resource import RUSAGE_THREAD, getrusage
from threading import Thread

from crosstable.live.frames import with_room

TURNS = 300


def pages_taken(depth: int) -> int:
    """Pages of memory that the system gave while a loop so many calls deep called something with a frame of its own."""
    if depth:
        return pages_taken(depth - 1)
    before = getrusage(RUSAGE_THREAD).ru_minflt
    for _ in range(TURNS):
        nothing()
    return getrusage(RUSAGE_THREAD).ru_minflt - before


def nothing() -> None:
    pass


nothing.__code__ = nothing.__code__.replace(co_stacksize=100)


def most_pages_taken() -> int:
    return max(pages_taken(depth) for depth in range(300))


def test_no_loop_asks_for_memory_at_every_turn_however_deep_it_runs():
    most: list[int] = []
    thread = Thread(target=lambda: most.append(with_room(most_pages_taken)))
    thread.start()
    thread.join()
    assert most[0] < TURNS // 3


def test_what_is_called_with_room_answers_as_without():
    assert with_room(divmod, 17, 5) == (3, 2)
    assert with_room(sorted, [1, 3, 2], reverse=True) == [3, 2, 1]
