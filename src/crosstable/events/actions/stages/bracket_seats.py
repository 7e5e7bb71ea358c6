"""Seats of a drawn knockout changed by hand: two change places, somebody comes for whoever has withdrawn."""

from crosstable.accounts.models import User
from crosstable.events.actions.frame.acting import acting
from crosstable.events.actions.stages.knockout import fresh_knockout
from crosstable.events.actions.stages.stages import save_stage
from crosstable.events.errors import BadValue
from crosstable.events.models import BracketSeat, Entry, Stage, StageStatus
from crosstable.events.play_errors import NobodyToReplace
from crosstable.events.queries.stages.going_on import next_in_line, stage_before
from crosstable.events.records.settings.stage_settings import GoesOn


def swap_seats(*, stage: Stage, first: int, second: int, by: User, seen_version: int | None = None) -> Stage:
    """The holders of two seeds change places, before the bracket is published."""
    with acting(stage.tournament, by) as act:
        fresh = fresh_knockout(act, stage, "Swapping", StageStatus.DRAWN, seen_version=seen_version)
        if first == second:
            raise BadValue("Choose two different seats.", "second")
        a, b = _seat(fresh, first, "first"), _seat(fresh, second, "second")
        names = (_words(a), _words(b))
        a.seed, b.seed = b.seed, a.seed
        _rewrite([a, b])
        save_stage(fresh)
        act.record("knockout.swapped", f"{names[0]} and {names[1]}", {"seeds": [first, second]}, stage=fresh)
    return fresh


def replace_withdrawn(*, stage: Stage, seed: int, by: User, seen_version: int | None = None) -> Entry:
    """Whoever comes next takes part instead of somebody who has withdrawn.

    Out of pools they take the same seat. Where all come from one list the others move up, and the newcomer, who
    comes after them all, is seeded last.
    """
    with acting(stage.tournament, by) as act:
        fresh = fresh_knockout(act, stage, "Replacing", StageStatus.DRAWN, seen_version=seen_version)
        seat = _seat(fresh, seed, "seed")
        if seat.entry is None or not seat.entry.is_dropped:
            raise BadValue(f"{_words(seat)} has not withdrawn.", "seed")
        gone = seat.entry
        taken = {pk for pk in fresh.bracket_seats.values_list("entry_id", flat=True) if pk is not None}
        newcomer = next_in_line(fresh, seat.label, taken)
        if newcomer is None:
            raise NobodyToReplace(name=gone.display_name)
        _take_seat(fresh, seat, newcomer)
        save_stage(fresh)
        before, after = {"seed": seed, "entry": gone.display_name}, {"entry": newcomer.display_name}
        act.record("knockout.replaced", gone.display_name, before, after, entry=gone, stage=fresh)
    return newcomer


def _take_seat(stage: Stage, seat: BracketSeat, newcomer: Entry) -> None:
    if _comes_from_pools(stage):
        seat.entry = newcomer
        seat.save(update_fields=["entry"])
        return
    seats = list(stage.bracket_seats.select_related("entry").filter(seed__gte=seat.seed).order_by("seed"))
    entries = [later.entry for later in seats[1:]] + [newcomer]
    for row, entry in zip(seats, entries, strict=True):
        row.entry = entry
    _rewrite(seats)


def _comes_from_pools(stage: Stage) -> bool:
    before = stage_before(stage)
    if before is None:
        return False
    return before.pools.count() > 1 or GoesOn.of(before).next_best > 0


def _rewrite(seats: list[BracketSeat]) -> None:
    """As new rows: within a bracket each seed and each entry may stand only once, even for a moment."""
    BracketSeat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
    for seat in seats:
        seat.pk = None
    BracketSeat.objects.bulk_create(seats)


def _seat(stage: Stage, seed: int, field: str) -> BracketSeat:
    fresh = stage.bracket_seats.select_related("entry").filter(seed=seed).first()
    if fresh is None:
        raise BadValue(f"There is no seat {seed} in this bracket.", field)
    return fresh


def _words(seat: BracketSeat) -> str:
    return seat.entry.display_name if seat.entry else seat.label
