"""The seats of a drawn knockout: who sits where, who has withdrawn since, who is missing."""

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.pairing.knockout import Elimination
from crosstable.events.models import BracketSeat, Entry, Stage
from crosstable.events.play_errors import DrawOutdated
from crosstable.events.queries.stages.going_on import next_in_line, seeding_of, stage_before
from crosstable.events.records.settings.stage_settings import KnockoutSettings


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as the organiser sees it. `instead` is who would come for somebody who has withdrawn."""

    seat: BracketSeat
    instead: Entry | None = None

    @property
    def has_withdrawn(self) -> bool:
        return self.seat.entry is not None and self.seat.entry.is_dropped


def seats_of(stage: Stage) -> list[BracketSeat]:
    return list(stage.bracket_seats.select_related("entry").order_by("seed"))


def seat_lines(stage: Stage) -> list[SeatLine]:
    seats = seats_of(stage)
    taken = {seat.entry_id for seat in seats if seat.entry_id is not None}
    return [
        SeatLine(
            seat, next_in_line(stage, seat.label, taken) if seat.entry and seat.entry.is_dropped else None
        )
        for seat in seats
    ]


def draw_problem(stage: Stage, seats: Sequence[BracketSeat]) -> DrawOutdated | None:
    """Why the draw cannot be published as it is, or None."""
    gone = [seat.entry.display_name for seat in seats if seat.entry is not None and seat.entry.is_dropped]
    missing: list[str] = []
    if stage_before(stage) is None:
        seated = {seat.entry_id for seat in seats}
        everybody = stage.settings.get("entrants") is None
        missing = [e.display_name for e in seeding_of(stage) if e.pk not in seated] if everybody else []
    return DrawOutdated(gone, missing) if gone or missing else None


def third_place_asked(stage: Stage) -> bool | None:
    """Whether a match for third place is chosen; None where no such match can be: double elimination."""
    chosen = KnockoutSettings.of(stage)
    return chosen.third_place if chosen.elimination == Elimination.SINGLE.value else None


def check_draw(stage: Stage) -> None:
    """Raises DrawOutdated."""
    if problem := draw_problem(stage, seats_of(stage)):
        raise problem
