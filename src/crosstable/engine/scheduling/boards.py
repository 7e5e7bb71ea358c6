"""Boards for matches whose times are settled: everybody on a board it may use, all boards about equally."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from crosstable.engine.model import EntryId

Boards = frozenset[int]


def tight_sets(board_sets: Iterable[Boards]) -> list[Boards]:
    """The sets of boards that can run out: what matches are confined to, and unions of such sets.

    Hall's theorem: the matches of a slot fit on their boards exactly if for every set of boards no more
    matches are confined to it than it has. A smallest set that is exceeded hangs together: were it made
    of two parts without a common board, one of them would be exceeded already. So unions of sets that
    overlap are enough.
    """
    sets = set(board_sets)
    frontier = list(sets)
    while frontier:
        one = frontier.pop()
        new = {one | other for other in sets if one & other} - sets
        sets |= new
        frontier.extend(new)
    return sorted(sets, key=sorted)


def seat(
    matches: Sequence[tuple[EntryId, EntryId]],
    board_sets: Sequence[Boards],
    uses: Counter[tuple[EntryId, int]],
) -> list[int]:
    """A board for each match of a slot, the ones its players have used least first. There must be a way."""
    choices = [
        sorted(boards, key=lambda b: (uses[first, b] + uses[second, b], b))
        for (first, second), boards in zip(matches, board_sets, strict=True)
    ]
    match_at: dict[int, int] = {}
    for match in sorted(range(len(matches)), key=lambda m: (len(choices[m]), m)):
        if not _take(match, choices, match_at, set()):
            raise AssertionError("the boards of a slot do not suffice")
    return _noted(matches, {match: board for board, match in match_at.items()}, uses)


def _take(
    match: int, choices: Sequence[Sequence[int]], match_at: dict[int, int], tried_boards: set[int]
) -> bool:
    """Kuhn's augmenting paths: take a free board, or one whose match can move to another."""
    for board in choices[match]:
        if board not in tried_boards:
            tried_boards.add(board)
            if board not in match_at or _take(match_at[board], choices, match_at, tried_boards):
                match_at[board] = match
                return True
    return False


def _noted(
    matches: Sequence[tuple[EntryId, EntryId]], boards: Mapping[int, int], uses: Counter[tuple[EntryId, int]]
) -> list[int]:
    for match, (first, second) in enumerate(matches):
        uses[first, boards[match]] += 1
        uses[second, boards[match]] += 1
    return [boards[match] for match in range(len(matches))]
