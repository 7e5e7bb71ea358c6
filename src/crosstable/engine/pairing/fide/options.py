"""What the organiser fixes for a FIDE Dutch event besides the results: initial colour, bans, acceleration."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from crosstable.engine.model import Color, EntryId, Points

EDITION = "FIDE Dutch system, C.04.3 in force from 1 February 2026"
"""The rules that rounds are paired and checked by, whatever a file says in record 192."""


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
