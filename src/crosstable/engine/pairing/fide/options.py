"""What the organiser decides for a FIDE Dutch event in addition to the results.

The initial colour drawn by lot (art. 5.1) or inferred from round 1, forbidden pairings, and Baku acceleration (C.04.7):
the upper half starts with virtual points, so its players meet each other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from crosstable.engine.model import Bye, ByeKind, Color, EntryId, Points, Tournament

EDITION = "FIDE Dutch system, C.04.3 in force from 1 February 2026"
"""The rules used to pair and check rounds, regardless of record 192 of a file."""


@dataclass(frozen=True, slots=True)
class ForbiddenGroup:
    """No two of these entries may meet in the given rounds (both ends included; None: to the end)."""

    entries: tuple[EntryId, ...]
    first_round: int = 1
    last_round: int | None = None

    def applies_to(self, round_number: int) -> bool:
        return self.first_round <= round_number and (
            self.last_round is None or round_number <= self.last_round
        )


@dataclass(frozen=True, slots=True)
class DutchOptions:
    """`acceleration` holds each entry's virtual points round by round; rounds beyond its end have none.

    Without `initial_color` it is inferred from round 1; before round 1 it is then White.
    """

    initial_color: Color | None = None
    forbidden: tuple[ForbiddenGroup, ...] = ()
    acceleration: Mapping[EntryId, tuple[Points, ...]] = field(default_factory=dict)

    def virtual_points(self, entry: EntryId, round_number: int) -> Points:
        granted = self.acceleration.get(entry, ())
        return granted[round_number - 1] if round_number <= len(granted) else Points(0)


def baku_acceleration(
    tournament: Tournament, next_byes: Iterable[Bye] = (), last: EntryId | None = None
) -> Mapping[EntryId, tuple[Points, ...]]:
    """Return the virtual points per entry.

    `last` is the last member of group A as it was fixed for round 1; without it the group is formed now. A late entry
    ranked above the last member joins group A (art. 1.3).
    """
    last = last or last_of_group_a(tournament, next_byes)
    seeds = {entry.id: entry.seed for entry in tournament.entries}
    granted = virtual_points_by_round(
        tournament.total_rounds or len(tournament.rounds), tournament.scoring.win
    )
    ordered = sorted(tournament.entries, key=lambda entry: entry.seed)
    return {entry.id: granted for entry in ordered if last is not None and entry.seed <= seeds[last]}


def last_of_group_a(tournament: Tournament, next_byes: Iterable[Bye] = ()) -> EntryId | None:
    """Art. 1.2: group A is the first half of those numbered for round 1, rounded up to an even number."""
    first_round = tournament.rounds[0].byes if tournament.rounds else tuple(next_byes)
    absent = {bye.entry for bye in first_round if bye.kind is not ByeKind.ALLOCATED}
    ordered = sorted(tournament.entries, key=lambda entry: entry.seed)
    numbered = [entry.id for entry in ordered if entry.id not in absent]
    size = 2 * -(-len(numbered) // 4)
    return numbered[min(size, len(numbered)) - 1] if numbered else None


def virtual_points_by_round(rounds: int, win: Points) -> tuple[Points, ...]:
    """The first half of the rounds is accelerated: its first half by a win, the rest by half a win.

    Halves are rounded up: 9 rounds give 1, 1, 1, ½, ½.
    """
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (win,) * full + (win / 2,) * (accelerated - full)


def initial_color(tournament: Tournament, options: DutchOptions) -> Color:
    """Return the given colour, or infer it from the first pairing of round 1.

    Only art. 5.2.5 can have decided that pairing.
    """
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
