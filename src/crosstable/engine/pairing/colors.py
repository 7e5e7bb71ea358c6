"""Who has White, for the club systems: given after the pairs are made. (FIDE's own rules live in fide/.)

A pair comes with its higher ranked player first and leaves with White first. A rule that has to give
somebody a colour they should not have says so, and the organiser is shown the pair for review.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from crosstable.engine.history import EntryHistory, history
from crosstable.engine.model import Color, Notice, Pairing, RoundPlan, Tournament

REVIEW = "color-review"


@dataclass(frozen=True, slots=True)
class Allocation:
    """The colour of the higher ranked player, and whether somebody should look at it."""

    higher: Color
    review: bool = False


Rule = Callable[[EntryHistory, EntryHistory], Allocation]


def with_colors(tournament: Tournament, plan: RoundPlan, rule: Rule) -> RoundPlan:
    known = history(tournament)
    pairings, notices = [], []
    for pairing in plan.pairings:
        given = rule(known[pairing.first], known[pairing.second])
        pairings.append(pairing if given.higher is Color.WHITE else _turned(pairing))
        if given.review:
            notices.append(Notice(REVIEW, (pairings[-1].first, pairings[-1].second)))
    return replace(plan, pairings=tuple(pairings), warnings=(*plan.warnings, *notices))


def by_counts(higher: EntryHistory, lower: EntryHistory) -> Allocation:
    """D4: more blacks so far gets White; if equal, alternate from the last game; else the higher has White."""
    blacks = _colors(higher).count(Color.BLACK) - _colors(lower).count(Color.BLACK)
    if blacks:
        return Allocation(Color.WHITE if blacks > 0 else Color.BLACK)
    if ideal := ideal_color(higher):
        return Allocation(ideal)
    if ideal := ideal_color(lower):
        return Allocation(ideal.opposite)
    return Allocation(Color.WHITE)


def by_last_color(higher: EntryHistory, lower: EntryHistory) -> Allocation:
    """E5: ideal is the opposite of the last colour, twice the same is acceptable, three times is not.

    Of two acceptable ways the one with more ideal colours, then the higher's ideal. Where there is none the
    lower ranked gets the colour that is viable for it, and the pair is marked for review.
    """
    ways = [c for c in (Color.WHITE, Color.BLACK) if accepts(higher, c) and accepts(lower, c.opposite)]
    if not ways:
        return Allocation(_viable(lower).opposite, review=True)
    return Allocation(max(ways, key=lambda c: _ideals(higher, lower, c)))


def accepts(entry: EntryHistory, color: Color) -> bool:
    """Not the same colour a third time in a row."""
    return _colors(entry)[-2:] != [color, color]


def ideal_color(entry: EntryHistory) -> Color | None:
    played = _colors(entry)
    return played[-1].opposite if played else None


def _ideals(higher: EntryHistory, lower: EntryHistory, color: Color) -> tuple[int, bool, bool]:
    suits_higher = ideal_color(higher) in (None, color)
    suits_lower = ideal_color(lower) in (None, color.opposite)
    return suits_higher + suits_lower, suits_higher, color is Color.WHITE


def _viable(entry: EntryHistory) -> Color:
    return next(c for c in (ideal_color(entry) or Color.WHITE, Color.WHITE, Color.BLACK) if accepts(entry, c))


def _colors(entry: EntryHistory) -> list[Color]:
    """Of the games really played; a forfeit had no colour."""
    return [game.color for game in entry.games if game.was_played and game.color is not None]


def _turned(pairing: Pairing) -> Pairing:
    return Pairing(pairing.second, pairing.first, pairing.table)
