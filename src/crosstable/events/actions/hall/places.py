"""A match moves to another board: no two of a round are there in one slot."""

from collections.abc import Iterable
from itertools import count

from crosstable.events.models import Match


def put_at(match: Match, board: int, others: Iterable[tuple[int | None, int]]) -> None:
    """Its table, and the first slot from its own on that nobody of the round has there. Not saved."""
    taken = {slot for table, slot in others if table == board}
    match.table = board
    match.slot = next(slot for slot in count(match.slot) if slot not in taken)
