"""The exact values of C6 to C8 for a bracket and for given floaters, by one small weighted solve each."""

from typing import NamedTuple

from crosstable.engine.pairing.fide.bitsets import members
from crosstable.engine.pairing.fide.bracket import PairingBracket
from crosstable.engine.pairing.fide.facts import RoundFacts, repair
from crosstable.engine.pairing.fide.weighted_method import best_floaters


class Shape(NamedTuple):
    """Floaters of this bracket (C6, C7) and of the next (C8), by number and scores. Smaller is better."""

    floating: int
    scores: tuple[int, ...]
    floating_next: int
    scores_next: tuple[int, ...]


def best_shape(bracket: PairingBracket) -> Shape:
    """What the best candidates of the bracket have in common."""
    floaters, leftover = best_floaters(bracket, "C8")
    return _shape(bracket.facts, floaters, leftover)


def shape_with(bracket: PairingBracket, floaters: int) -> Shape | None:
    """What a candidate with these floaters has; None if it cannot be completed (C4)."""
    if not repair(bracket.facts, bracket.facts.completion[:], floaters | bracket.remaining):
        return None
    if bracket.is_last:
        return _shape(bracket.facts, floaters, 0)
    leftover, _ = best_floaters(bracket.next_bracket(floaters), "C7")
    return _shape(bracket.facts, floaters, leftover)


def _shape(facts: RoundFacts, floaters: int, leftover: int) -> Shape:
    now = tuple(facts.score(vertex) for vertex in members(floaters))
    then = tuple(facts.score(vertex) for vertex in members(leftover))
    return Shape(len(now), now, len(then), then)
