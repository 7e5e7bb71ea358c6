"""Who has White in a pairing made during a round. A system that gives colours names the way it gives them."""

from collections.abc import Callable
from typing import NamedTuple

from crosstable.engine.history import EntryHistory, History, history_of
from crosstable.engine.model import Color, EntryId, Tournament
from crosstable.engine.pairing.colors import CountColors, Rule, accepts, colors_played, ideal_color
from crosstable.engine.pairing.fide.colors import allocate_colors
from crosstable.engine.pairing.fide.options import DutchOptions
from crosstable.engine.pairing.fide.player import PlayerFacts
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.pairing.swiss.field import Field


class ColoredPair(NamedTuple):
    """`misfit` is 0 where both colours suit; one for a wish not granted, two for a colour that should not be."""

    white: EntryId
    black: EntryId
    misfit: int


Coloring = Callable[[EntryId, EntryId], ColoredPair]
MakeColoring = Callable[[Tournament, Field, Color], Coloring]
"""The colours of two who would meet now: from the event, a ranking of everybody who could, and the first colour."""


def colors_by_fide(tournament: Tournament, field: Field, initial: Color) -> Coloring:
    book = Scorebook(tournament, DutchOptions(initial_color=initial))
    for round_ in tournament.rounds:
        book.add(round_)
    players = {facts.id: facts for facts in book.players()}

    def color(one: EntryId, two: EntryId) -> ColoredPair:
        white, black, _ = allocate_colors(players[one], players[two], initial)
        return ColoredPair(white.id, black.id, _misses(white, Color.WHITE) + _misses(black, Color.BLACK))

    return color


def _misses(player: PlayerFacts, color: Color) -> int:
    """Art. 1.7: a preference not granted; an absolute one weighs twice."""
    if player.preference in (None, color):
        return 0
    return 2 if player.is_absolute else 1


def colors_by(rule: Rule, counted: CountColors = colors_played) -> MakeColoring:
    def make(tournament: Tournament, field: Field, initial: Color) -> Coloring:
        history = history_of(tournament)
        rank = {id: place for place, id in enumerate(field.ids)}

        def color(one: EntryId, two: EntryId) -> ColoredPair:
            higher, lower = sorted((one, two), key=lambda id: rank[id])
            return _by_rule(rule, counted, history, higher, lower)

        return color

    return make


def _by_rule(
    rule: Rule, counted: CountColors, history: History, higher: EntryId, lower: EntryId
) -> ColoredPair:
    given = rule(history[higher], history[lower]).higher
    sides = ((higher, given), (lower, given.opposite))
    misfit = sum(_suits_ill(history[id], color, counted) for id, color in sides)
    white, black = (higher, lower) if given is Color.WHITE else (lower, higher)
    return ColoredPair(white, black, misfit)


def _suits_ill(entry: EntryHistory, color: Color, counted: CountColors) -> int:
    """The same colour a third time in a row weighs twice."""
    if not accepts(entry, color, counted):
        return 2
    return 0 if ideal_color(entry, counted) in (None, color) else 1
