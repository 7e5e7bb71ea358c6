"""What the pairing of one round needs to know about one player."""

from dataclasses import dataclass
from enum import Enum, IntEnum

from crosstable.engine.model import Color, EntryId


class Float(Enum):
    """Art. 1.4: whom a player met, or how he scored without playing, in one round."""

    DOWN = "down"
    UP = "up"


class Strength(IntEnum):
    """Art. 1.7: how much a player wants his colour."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(slots=True)
class PlayerFacts:
    """Scores are scaled to whole numbers. `number` is the TPN, counted over those who have one by now.

    `score` includes virtual points; `colors`, `opponents` and `color_difference` are of games really played.
    """

    id: EntryId
    number: int
    score: int
    opponents: tuple[EntryId, ...]
    colors: tuple[Color, ...]
    color_difference: int
    preference: Color | None
    strength: Strength
    last_float: Float | None
    float_before: Float | None
    may_get_bye: bool
    unplayed: int
    is_topscorer: bool

    @property
    def rank(self) -> tuple[int, int]:
        """Art. 1.2: the order of players, by score and then by number."""
        return -self.score, self.number

    @property
    def is_absolute(self) -> bool:
        return self.strength is Strength.ABSOLUTE

    @property
    def repeated_color(self) -> Color | None:
        """The colour of his last two games, if it was the same."""
        if len(self.colors) > 1 and self.colors[-1] is self.colors[-2]:
            return self.colors[-1]
        return None


def color_preference(colors: tuple[Color, ...], difference: int) -> tuple[Color | None, Strength]:
    """Art. 1.7, from the colours of the games played and Whites minus Blacks."""
    if not colors:
        return None, Strength.NONE
    last = colors[-1]
    if difference > 1 or difference < -1:
        return _balancing(difference), Strength.ABSOLUTE
    if len(colors) > 1 and colors[-2] is last:
        return last.opposite, Strength.ABSOLUTE
    if difference:
        return _balancing(difference), Strength.STRONG
    return last.opposite, Strength.MILD


def _balancing(difference: int) -> Color:
    return Color.BLACK if difference > 0 else Color.WHITE
