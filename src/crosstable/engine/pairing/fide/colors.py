"""Colour preferences and the allocation of colours (C.04.3 articles 1.7 and 5)."""

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from crosstable.engine.model import Color
from crosstable.engine.pairing.fide.player import PlayerFacts


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
    """5.2.2: of equal wishes the stronger; of two absolute ones the one with the wider colour difference."""
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
"""Each rule: the colour of the higher ranked player, or None if it does not decide. The last always does."""
