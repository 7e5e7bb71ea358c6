"""The participants of a stage: the field of the first one, advancing entries later, knockout seats.

Also whether a cut or the pools leave too few players, or eliminate none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import Elimination
from crosstable.engine.stages import qualified, usual_pools
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import AdvanceSettings, KnockoutSettings, PoolSettings
from crosstable.events.bridge.stages import decisions_of
from crosstable.events.models import BracketSeat, Entry, Stage, StageKind, StageStatus, Status, Tournament
from crosstable.events.play_errors import DrawOutdated, TooFewToAdvance
from crosstable.events.queries.stages.advancing import (
    check_cut,
    next_in_line,
    seeding_of,
    stage_after,
    stage_before,
)
from crosstable.events.queries.standings.pool_tables import rows_by_pool
from crosstable.games import Use
from crosstable.text import tr

# From check-in on, an entry that is not checked in counts as absent, where the game has a check-in.
CHECKED = (Status.CHECK_IN, Status.IN_PROGRESS, Status.COMPLETE)


def participants(stage: Stage) -> list[Entry]:
    """Return the entries by seed: rating, then registration; in later stages by place in the one before."""
    before = stage.tournament.stages.filter(number__lt=stage.number).order_by("-number").first()
    return list(field_of(stage.tournament)) if before is None else gone_on_from(before)


def field_of(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries that are not withdrawn and, once check-in is open, are checked in."""
    there = tournament.entries.filter(dropped_at__isnull=True).defer("list_text")
    if Use.CHECK_IN in rules_of(tournament).uses and tournament.status in CHECKED:
        there = there.filter(checked_in_at__isnull=False)
    return there.order_by("-rating", "seed")


def field_drawn_in(tournament: Tournament) -> Stage | None:
    """Return the first stage once its draw is published. A Swiss has no draw and accepts late entries."""
    first = tournament.stages.order_by("number").exclude(kind=StageKind.SWISS).filter(number=1).first()
    return first if first is not None and first.is_public else None


def gone_on_from(stage: Stage) -> list[Entry]:
    """Return the entries that advanced from a closed pool stage, by place; empty while it is open."""
    if stage.kind != StageKind.POOLS or stage.status != StageStatus.CLOSED:
        return []
    try:
        tables, rule = rows_by_pool(stage, only_present=True), AdvanceSettings.of(stage).qualification()
        places = qualified(tables, rule, decisions_of(stage))
    except EngineError:
        return []
    ids = [place.entry for place in places if place.entry is not None]
    rows: dict[EntryId, Entry] = {EntryId(e.pk): e for e in stage.tournament.entries.filter(pk__in=ids)}
    return [rows[id] for id in ids]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as the organiser sees it. `instead`: the replacement for a withdrawn entry."""

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
    """Return why the draw cannot be published, or None."""
    gone = [seat.entry.display_name for seat in seats if seat.entry is not None and seat.entry.is_dropped]
    missing: list[str] = []
    if stage_before(stage) is None:
        seated = {seat.entry_id for seat in seats}
        takes_all = stage.settings.get("entrants") is None
        missing = [e.display_name for e in seeding_of(stage) if e.pk not in seated] if takes_all else []
    return DrawOutdated(gone, missing) if gone or missing else None


def third_place_asked(stage: Stage) -> bool | None:
    """Return whether a match for third place is chosen; None in double elimination, which has none."""
    chosen = KnockoutSettings.of(stage)
    return chosen.third_place if chosen.elimination == Elimination.SINGLE.value else None


def check_draw(stage: Stage) -> None:
    """Raises DrawOutdated."""
    if problem := draw_problem(stage, seats_of(stage)):
        raise problem


def pools_wanted(stage: Stage) -> int:
    """Return the chosen number of pools, or one that suits the current field."""
    return PoolSettings.of(stage).groups or pools_proposed(stage)


def pools_proposed(stage: Stage) -> int:
    if stage_after(stage) is None:
        return 1
    return usual_pools(len(participants(stage)), AdvanceSettings.of(stage).qualification())


def too_large_a_cut(stage: Stage) -> str:
    """Return why the cut of a Swiss is too large for the current field; empty if not, or without a cut."""
    if stage.kind != StageKind.SWISS or not AdvanceSettings.of(stage).per_pool or stage_after(stage) is None:
        return ""
    try:
        check_cut(stage)
    except TooFewToAdvance as refusal:
        return str(refusal)
    return ""


def too_small_pools(stage: Stage) -> str:
    """The same for pools that are not formed yet."""
    if stage_after(stage) is None:
        return ""
    wanted, smallest = AdvanceSettings.of(stage).per_pool, len(participants(stage)) // pools_wanted(stage)
    return (
        str(TooFewToAdvance(wanted=wanted, there=smallest, where=tr("the smallest pool")))
        if smallest < wanted
        else ""
    )


def all_advance_warning(stage: Stage) -> str:
    """Return a warning if the stage eliminates no player; empty with under two entries or once closed."""
    following = stage_after(stage)
    if following is None or stage.is_closed or following.kind != StageKind.KNOCKOUT:
        return ""
    seated = stage.pool_seats.filter(entry__dropped_at__isnull=True).count()
    there, rule = seated or len(participants(stage)), AdvanceSettings.of(stage)
    groups = stage.pools.count() or (pools_wanted(stage) if stage.kind == StageKind.POOLS else 1)
    if there < 2 or rule.per_pool * groups + rule.next_best < there:
        return ""
    return tr(
        "As things are, all {there} advance to {following}: {stage} eliminates no one and only "
        "seeds them. Let fewer advance if that is not what you want.",
        there=there,
        following=following,
        stage=stage,
    )
