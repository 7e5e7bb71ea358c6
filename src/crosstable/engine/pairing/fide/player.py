"""A player in one round: colour preference, floats, and the allocation of colours (art. 1.7 and 5)."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

from crosstable.engine.model import Color, EntryId


class Float(Enum):
    """Art. 1.4: a float by the opponent's score, or by points scored without playing, in one round."""

    DOWN = "down"
    UP = "up"


class Strength(IntEnum):
    """Art. 1.7: the strength of a colour preference."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(slots=True)
class PlayerFacts:
    """Scores are scaled to whole numbers. `number` is the TPN, counted over those who have one so far.

    `score` includes virtual points; `colors`, `opponents` and `color_difference` are of games actually played.
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
        """The colour of the last two games, if it was the same."""
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


class Allocation(IntEnum):
    """The rule of article 5.2 that decided a colour."""

    BOTH_PREFERENCES = 1
    STRONGER_PREFERENCE = 2
    LAST_DIFFERENCE = 3
    HIGHER_RANKED = 4
    INITIAL_COLOR = 5


class ColorDecision(NamedTuple):
    white: PlayerFacts
    black: PlayerFacts
    rule: Allocation


def allocate_colors(one: PlayerFacts, two: PlayerFacts, initial: Color) -> ColorDecision:
    """Art. 5.2: the first rule that decides, in this order."""
    higher, lower = (one, two) if one.rank < two.rank else (two, one)
    for rule, color_of_higher in RULES:
        color = color_of_higher(higher, lower, initial)
        if color is Color.WHITE:
            return ColorDecision(higher, lower, rule)
        if color is Color.BLACK:
            return ColorDecision(lower, higher, rule)
    raise AssertionError("the last rule always decides")


def _grant_both(higher: PlayerFacts, lower: PlayerFacts, initial: Color) -> Color | None:
    """5.2.1: different preferences, or one player without any, can both be met."""
    if higher.preference is lower.preference:
        return None
    if higher.preference is not None:
        return higher.preference
    return lower.preference.opposite if lower.preference is not None else None


def _grant_stronger(higher: PlayerFacts, lower: PlayerFacts, initial: Color) -> Color | None:
    """5.2.2: of equal preferences the stronger; of two absolute ones the wider colour difference."""
    if higher.preference is None:
        return None
    difference = _strength(higher), _strength(lower)
    if difference[0] == difference[1]:
        return None
    return higher.preference if difference[0] > difference[1] else higher.preference.opposite


def _strength(player: PlayerFacts) -> tuple[int, int]:
    absolute = player.is_absolute
    return player.strength, abs(player.color_difference) if absolute else 0


def _alternate(higher: PlayerFacts, lower: PlayerFacts, initial: Color) -> Color | None:
    """5.2.3: swap the colours of the latest game in which one had White and the other Black."""
    for own, other in zip(reversed(higher.colors), reversed(lower.colors), strict=False):
        if own is not other:
            return other
    return None


def _grant_higher_ranked(higher: PlayerFacts, lower: PlayerFacts, initial: Color) -> Color | None:
    """5.2.4: the preference of the higher ranked player, by score and then number."""
    return higher.preference


def _by_number(higher: PlayerFacts, lower: PlayerFacts, initial: Color) -> Color:
    """5.2.5: the initial colour for an odd number, the other colour for an even one."""
    return initial if higher.number % 2 else initial.opposite


RULES: tuple[tuple[Allocation, Callable[[PlayerFacts, PlayerFacts, Color], Color | None]], ...] = (
    (Allocation.BOTH_PREFERENCES, _grant_both),
    (Allocation.STRONGER_PREFERENCE, _grant_stronger),
    (Allocation.LAST_DIFFERENCE, _alternate),
    (Allocation.HIGHER_RANKED, _grant_higher_ranked),
    (Allocation.INITIAL_COLOR, _by_number),
)
"""Each returns the higher ranked player's colour, or None if undecided. The last always decides."""
