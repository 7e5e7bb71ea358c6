"""The clock of a round: its row to the engine's value and back."""

from datetime import timedelta
from math import ceil

from crosstable.engine.clock import Clock
from crosstable.events.models import Match, Round, RoundClock, RoundStatus

MINUTE = timedelta(minutes=1)
BEFORE_PLAY = (RoundStatus.DRAFT, RoundStatus.PUBLISHED)


def clock_of(round_: Round) -> Clock | None:
    """The round's own clock; before it starts, the length the tournament gives every round. A closed round has none."""
    if round_.status == RoundStatus.CLOSED:
        return None
    row: RoundClock | None = getattr(round_, "clock", None)
    if row is not None:
        left = timedelta(seconds=row.left_seconds) if row.left_seconds is not None else None
        return Clock(row.minutes * MINUTE, row.ends_at, left)
    minutes = round_.tournament.round_minutes
    return Clock(minutes * MINUTE) if minutes and round_.status in BEFORE_PLAY else None


def clock_at(match: Match) -> Clock | None:
    """The clock at one table, with the time it has more than the others."""
    clock, extra = clock_of(match.round), getattr(match, "extra_time", None)
    return clock.extended(extra.minutes * MINUTE) if clock is not None and extra is not None else clock


def store_clock(round_: Round, clock: Clock) -> None:
    """A second begun counts for the players: what is left is rounded up."""
    left = ceil(clock.left.total_seconds()) if clock.left is not None else None
    values = {"minutes": clock.length // MINUTE, "ends_at": clock.ends_at, "left_seconds": left}
    round_.clock, _ = RoundClock.objects.update_or_create(round=round_, defaults=values)
