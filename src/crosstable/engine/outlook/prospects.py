"""The answer: which places each result of one's own leads to, and what the others must do for the best of them."""

from dataclasses import dataclass

from crosstable.engine.outlook.games import Ending, OpenGame


@dataclass(frozen=True, slots=True)
class Need:
    """A game of others, and the endings (seen from its first entry) under which the best place is possible."""

    game: OpenGame
    endings: frozenset[Ending]


@dataclass(frozen=True, slots=True)
class Prospect:
    """`mine` is how the entry's own game ends; None when it has none left."""

    mine: Ending | None
    best: int
    worst: int
    needs: tuple[Need, ...] = ()
    """For `best`: games that must end so. A game not named may end as it likes."""
