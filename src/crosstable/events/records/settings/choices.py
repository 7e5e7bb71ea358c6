"""What the organiser chose for a tournament, or else what its profile says."""

from __future__ import annotations

from dataclasses import fields
from decimal import Decimal

from crosstable.engine.model import Scoring
from crosstable.engine.tie_breaks import EventKind, find_tie_break
from crosstable.events.models import Tournament
from crosstable.events.profiles import PROFILES, Profile

SCORES = tuple(field.name for field in fields(Scoring))


def profile_of(tournament: Tournament) -> Profile:
    return PROFILES[tournament.profile]


def rating_pool_of(tournament: Tournament) -> str:
    """A club rates its own members among themselves; everything else counts in the pool of the game."""
    if tournament.club_id is not None:
        return f"club-{tournament.club_id}"
    return profile_of(tournament).rating_pool


def system_of(tournament: Tournament) -> str:
    return tournament.system or profile_of(tournament).system


def tie_breaks_of(tournament: Tournament) -> tuple[str, ...]:
    return tuple(tournament.tie_breaks) or profile_of(tournament).tie_breaks


def pool_tie_breaks_of(tournament: Tournament) -> tuple[str, ...]:
    """In a round robin everybody meets the same opponents, so that their strength separates nobody.

    Of what was chosen for the whole event that is left out which C.07 (art. 8) does not have in a round robin.
    """
    chosen = (code for code in tournament.tie_breaks if find_tie_break(code).suits(EventKind.ROUND_ROBIN))
    return tuple(chosen) or profile_of(tournament).pool_tie_breaks


def scoring_of(tournament: Tournament) -> Scoring:
    """Stored as text, since points are exact and JSON numbers are not."""
    chosen = {name: Decimal(value) for name, value in tournament.scoring.items() if name in SCORES}
    return Scoring(**chosen)
