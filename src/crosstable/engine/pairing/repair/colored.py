"""Who has White in a pairing made during a round, by the rules of the event's own system."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from crosstable.engine.history import EntryHistory, history
from crosstable.engine.model import Color, EntryId, Tournament
from crosstable.engine.pairing.colors import Rule, accepts, by_counts, by_last_color, ideal_color
from crosstable.engine.pairing.fide.colors import allocate_colors
from crosstable.engine.pairing.fide.options import DutchOptions
from crosstable.engine.pairing.fide.player import PlayerFacts
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.pairing.swiss.field import Field


class Colored(NamedTuple):
    """`misfit` is 0 where both colours suit; one for a wish not granted, two for a colour that should not be."""

    white: EntryId
    black: EntryId
    misfit: int


Coloring = Callable[[EntryId, EntryId], Colored]
CLUB_RULES: dict[str, Rule] = {
    "swiss-club": by_last_color,
    "swiss-next": by_counts,
    "swiss-monrad": by_counts,
}


def coloring(system: str, tournament: Tournament, field: Field, initial: Color) -> Coloring:
    """The colours of two who would meet now. `field` ranks everybody who could."""
    rule = CLUB_RULES.get(system)
    return _by_fide(tournament, initial) if rule is None else _by_rule(tournament, field, rule)


def _by_fide(tournament: Tournament, initial: Color) -> Coloring:
    book = Scorebook(tournament, DutchOptions(initial_color=initial))
    for round_ in tournament.rounds:
        book.add(round_)
    players = {facts.id: facts for facts in book.players()}

    def color(one: EntryId, two: EntryId) -> Colored:
        white, black, _ = allocate_colors(players[one], players[two], initial)
        return Colored(white.id, black.id, _misses(white, Color.WHITE) + _misses(black, Color.BLACK))

    return color


def _misses(player: PlayerFacts, color: Color) -> int:
    """Art. 1.7: a preference not granted; an absolute one weighs twice."""
    if player.preference in (None, color):
        return 0
    return 2 if player.is_absolute else 1


def _by_rule(tournament: Tournament, field: Field, rule: Rule) -> Coloring:
    known = history(tournament)
    rank = {id: place for place, id in enumerate(field.ids)}

    def color(one: EntryId, two: EntryId) -> Colored:
        higher, lower = sorted((one, two), key=lambda id: rank[id])
        given = rule(known[higher], known[lower]).higher
        sides = ((higher, given), (lower, given.opposite))
        misfit = sum(_suits_ill(known[id], color) for id, color in sides)
        white, black = (higher, lower) if given is Color.WHITE else (lower, higher)
        return Colored(white, black, misfit)

    return color


def _suits_ill(entry: EntryHistory, color: Color) -> int:
    """The same colour a third time in a row weighs twice."""
    if not accepts(entry, color):
        return 2
    return 0 if ideal_color(entry) in (None, color) else 1
