"""Colour allocation for all systems: for a paired round, or for one pairing made during a round.

FIDE's own rules are in fide/; here are those of clubs, and how each system allocates colours. A pair comes with its
higher ranked player first and leaves with White first. A rule that has to give a player a colour they should not have
marks the pair, and the organiser reviews it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from crosstable.engine.history import EntryHistory, History, history_of
from crosstable.engine.model import Color, EntryId, Notice, Pairing, RoundPlan, Tournament
from crosstable.engine.pairing.fide.options import DutchOptions
from crosstable.engine.pairing.fide.player import PlayerFacts, allocate_colors
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.pairing.swiss.field import Field

REVIEW = "color-review"


@dataclass(frozen=True, slots=True)
class Allocation:
    """The colour of the higher ranked player, and whether the organiser should review it."""

    higher: Color
    review: bool = False


Rule = Callable[[EntryHistory, EntryHistory], Allocation]
CountColors = Callable[[EntryHistory], list[Color]]
"""The colours of an entry that count for a system, in order."""


def with_colors(tournament: Tournament, plan: RoundPlan, rule: Rule) -> RoundPlan:
    history = history_of(tournament)
    pairings, notices = [], []
    for pairing in plan.pairings:
        given = rule(history[pairing.first], history[pairing.second])
        swapped = Pairing(pairing.second, pairing.first, pairing.table)
        pairings.append(pairing if given.higher is Color.WHITE else swapped)
        if given.review:
            notices.append(Notice(REVIEW, (pairings[-1].first, pairings[-1].second)))
    return replace(plan, pairings=tuple(pairings), warnings=(*plan.warnings, *notices))


def by_counts(higher: EntryHistory, lower: EntryHistory) -> Allocation:
    """White minus Black games: the lower difference gets White; see `_balanced`."""
    return _balanced(higher, lower, colors_played)


def by_paired_counts(higher: EntryHistory, lower: EntryHistory) -> Allocation:
    """D: the same over every pairing, including forfeited games."""
    return _balanced(higher, lower, colors_paired)


def _balanced(higher: EntryHistory, lower: EntryHistory, colors: CountColors) -> Allocation:
    """D: more Blacks than Whites gets White; if equal, alternate from the last game.

    The higher ranked player's last game counts first.

    If neither has played, the higher rated player has White.
    """
    one, two = colors(higher), colors(lower)
    if difference := _balance(one) - _balance(two):
        return Allocation(Color.WHITE if difference < 0 else Color.BLACK)
    if one:
        return Allocation(one[-1].opposite)
    if two:
        return Allocation(two[-1])
    return Allocation(Color.BLACK if lower.entry.rating > higher.entry.rating else Color.WHITE)


def _balance(colors: list[Color]) -> int:
    return colors.count(Color.WHITE) - colors.count(Color.BLACK)


def by_last_color(higher: EntryHistory, lower: EntryHistory) -> Allocation:
    """E5: ideal is the opposite of the last colour, twice the same is acceptable, three times is not.

    Each gets its ideal. If both have the same ideal, the higher's is reversed if that is acceptable, else the lower's;
    if neither can be, the lower ranked gets the colour that is viable for it and the pair is marked for review. A
    player who has not played yet has no preference; if neither has played, the higher has White. A colour counts once
    its round is started, even if the game is forfeited.
    """
    wanted, others = ideal_color(higher, colors_paired), ideal_color(lower, colors_paired)
    if wanted is None:
        return Allocation(others.opposite if others else Color.WHITE)
    if wanted is not others:
        return Allocation(wanted)
    if accepts(higher, wanted.opposite, colors_paired):
        return Allocation(wanted.opposite)
    gives_way = accepts(lower, wanted.opposite, colors_paired)
    return Allocation(wanted) if gives_way else Allocation(wanted.opposite, review=True)


def by_less_used(higher: EntryHistory, lower: EntryHistory) -> Allocation:
    """B: each prefers the colour it had less often or, if equal, the opposite of the last one.

    If both prefer the same, the one with the greater imbalance gets it, then the higher ranked; if neither was paired
    before, the higher has White.
    """
    wanted, others = less_used_color(higher), less_used_color(lower)
    if wanted is None:
        return Allocation(others.opposite if others else Color.WHITE)
    if wanted is not others:
        return Allocation(wanted)
    imbalance = abs(_balance(colors_paired(lower))) > abs(_balance(colors_paired(higher)))
    return Allocation(wanted.opposite if imbalance else wanted)


def less_used_color(entry: EntryHistory) -> Color | None:
    paired = colors_paired(entry)
    if balance := _balance(paired):
        return Color.BLACK if balance > 0 else Color.WHITE
    return paired[-1].opposite if paired else None


def accepts(entry: EntryHistory, color: Color, counted: CountColors) -> bool:
    """Return whether this would not be the same colour a third time in a row."""
    return counted(entry)[-2:] != [color, color]


def ideal_color(entry: EntryHistory, counted: CountColors) -> Color | None:
    colors = counted(entry)
    return colors[-1].opposite if colors else None


def colors_played(entry: EntryHistory) -> list[Color]:
    """Colours of the games actually played; a forfeit had no colour."""
    return [game.color for game in entry.played if game.color is not None]


def colors_paired(entry: EntryHistory) -> list[Color]:
    """Colours of every pairing, as allocated."""
    return [game.color for game in entry.games if game.color is not None]


class ColoredPair(NamedTuple):
    """`misfit`: 0 if both colours suit, 1 for a preference not granted, 2 for a colour not to be given."""

    white: EntryId
    black: EntryId
    misfit: int


Coloring = Callable[[EntryId, EntryId], ColoredPair]
MakeColoring = Callable[[Tournament, Field, Color], Coloring]
"""Colours for two entries that would meet now.

Computed from the event, a ranking of all candidates, and the first colour.
"""


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
