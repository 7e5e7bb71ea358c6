"""Where the losers of the winners' side enter the losers' side of a double elimination.

The loser of match i of a winners' round, counted from 0, drops to position i ^ mask of the losers' round that follows.
While favourites win, no two players meet again before the losers' final. Of the masks that ensure this those up to
64 entrants have the fewest second meetings among equal players: all were tried. The tests measure both.
"""

from collections.abc import Callable
from itertools import cycle, islice

from crosstable.engine.pairing.knockout.bracket import Slot

Coming = list[Slot | None]
Drop = Callable[[Coming, int], Coming]
"""The losers of a winners' round in the order of their matches, and how many rounds dropped before → by position."""

# Winners' rounds in all → the mask of each round from the second on. The last round has one match and needs none.
_MASKS = {3: (1,), 4: (2, 0), 5: (2, 2, 0), 6: (8, 6, 1, 1)}
_LAST_MASKS, _EARLIER_MASKS = (4, 8, 6, 1, 1), (16, 48)


def drop_apart(rounds: int) -> Drop:
    """Far from those they have met, for a bracket of so many winners' rounds."""
    masks = drop_masks(rounds)

    def drop(coming: Coming, step: int) -> Coming:
        return [coming[position ^ masks[step]] for position in range(len(coming))]

    return drop


def drop_masks(rounds: int) -> tuple[int, ...]:
    """For the winners' rounds from the second to the last."""
    if rounds <= max(_MASKS):
        return (*_MASKS.get(rounds, ()), 0)
    earlier = islice(cycle(_EARLIER_MASKS), rounds - 2 - len(_LAST_MASKS))
    return (*reversed(tuple(earlier)), *_LAST_MASKS, 0)
