"""The colour drawn by lot before round 1 (art. 5.1), or what round 1 says it was."""

from crosstable.engine.model import ByeKind, Color, Tournament
from crosstable.engine.pairing.fide.options import DutchOptions


def initial_color(tournament: Tournament, options: DutchOptions) -> Color:
    """As given; else from the first pairing of round 1, where only art. 5.2.5 can have decided."""
    if options.initial_color is not None:
        return options.initial_color
    return _inferred(tournament) or Color.WHITE


def _inferred(tournament: Tournament) -> Color | None:
    if not tournament.rounds:
        return None
    first_round = tournament.rounds[0]
    white = {match.pairing.first for match in first_round.matches}
    black = {match.pairing.second for match in first_round.matches}
    unpaired = {bye.entry for bye in first_round.byes if bye.kind is ByeKind.ALLOCATED}
    number = 0
    for entry in sorted(tournament.entries, key=lambda entry: entry.seed):
        if entry.id in white or entry.id in black:
            color = Color.WHITE if entry.id in white else Color.BLACK
            return color.opposite if number % 2 else color
        number += entry.id in unpaired
    return None
