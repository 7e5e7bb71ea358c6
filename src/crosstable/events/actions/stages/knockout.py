"""A knockout from drawn to closed: draw, change seats manually, publish, start, close.

Results are entered in results.py, series.py and walkovers.py; bracket_rows.py creates the rows that follow from them.
"""

import secrets
from collections.abc import Sequence

from django.utils.text import capfirst

from crosstable.accounts.models import User
from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import Elimination, build_bracket
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.hall.evenings import give_times, inherit_evening
from crosstable.events.actions.people.numbering import fix_numbers, free_numbers
from crosstable.events.actions.ratings.ratings import rate_round
from crosstable.events.actions.stages.advancing import follow_rounds
from crosstable.events.actions.stages.bracket_rows import follow_bracket
from crosstable.events.actions.stages.stages import (
    discard_draw,
    discard_schedule,
    fresh_stage,
    require_stage,
    save_stage,
)
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.hall_settings import HallSettings
from crosstable.events.bridge.settings.stage_checks import check_played_once
from crosstable.events.bridge.settings.stage_settings import (
    HIGHEST_DRAW_SEED,
    AdvanceSettings,
    KnockoutSettings,
)
from crosstable.events.bridge.stages import bracket_state
from crosstable.events.errors import BadValue, named
from crosstable.events.models import (
    BracketSeat,
    Entry,
    Match,
    RoundStatus,
    Stage,
    StageKind,
    StageStatus,
    Status,
)
from crosstable.events.play_errors import NoReplacement, ResultsOpen, SeatsUnknown, TooFewToDraw
from crosstable.events.queries.stages.advancing import (
    check_no_play_off,
    is_by_lot,
    next_in_line,
    places_after,
    seeding_of,
    stage_before,
)
from crosstable.events.queries.stages.participants import check_draw
from crosstable.text import names_text, tr

BEFORE_PUBLISHING = (StageStatus.PLANNED, StageStatus.DRAWN)


def draw_knockout(
    *,
    stage: Stage,
    by: User,
    seen_version: int | None = None,
    third_place: bool | None = None,
    draw_seed: int | None = None,
) -> Stage:
    """Draw seats for all participants, or for the places of the stage before; only organisers see them.

    May be redrawn until it is published. By lot every draw has a new number, or `draw_seed`, stored with the settings.
    `third_place` adds or removes the match for it; None keeps the choice. Raises TooFewToDraw, TooFewToAdvance,
    NotDrawnYet, BadValue.
    """
    with action(stage.tournament, by) as act:
        act.require(tr("Draw the bracket"), Status.IN_PROGRESS)
        fresh = fresh_knockout(
            act, stage, tr("Draw the bracket"), *BEFORE_PUBLISHING, seen_version=seen_version
        )
        follow_rounds(act)
        again = fresh.status == StageStatus.DRAWN
        before = seats_as_json(fresh)
        _choose(fresh, third_place)
        seed = _draw_lots(fresh, draw_seed)
        seats = _seats_for(fresh)
        _check_bracket(seats, fresh)
        fresh.bracket_seats.all().delete()
        BracketSeat.objects.bulk_create(seats)
        fresh.status = StageStatus.DRAWN
        inherit_evening(fresh)
        save_stage(fresh)
        verb = "knockout.drawn-again" if again else "knockout.drawn"
        act.record(
            verb,
            fresh.name,
            {"seats": before},
            {"count": len(seats), "seats": seats_as_json(fresh)}
            | ({"draw_number": seed} if seed is not None else {}),
            stage=fresh,
        )
    return fresh


def discard_knockout(*, stage: Stage, by: User) -> Stage:
    """Discard the draw; the settings stay."""
    with action(stage.tournament, by) as act:
        fresh = fresh_knockout(act, stage, tr("Discard the draw"), StageStatus.DRAWN)
        before = seats_as_json(fresh)
        discard_draw(fresh, tr("draw"))
        save_stage(fresh)
        act.record("knockout.discarded", fresh.name, {"seats": before}, stage=fresh)
    return fresh


def publish_knockout(*, stage: Stage, by: User, seen_version: int | None = None) -> Stage:
    """Publish the bracket with its matches and tables. Raises DrawOutdated."""
    with action(stage.tournament, by) as act:
        fresh = fresh_knockout(act, stage, tr("Publish"), StageStatus.DRAWN, seen_version=seen_version)
        check_draw(fresh)
        _check_no_play_off(fresh)
        fresh.status, fresh.published_at = StageStatus.PUBLISHED, act.now
        inherit_evening(fresh)
        give_times(fresh)
        save_stage(fresh)
        made = follow_bracket(act, fresh)
        if fresh.number == 1:
            fix_numbers(act)
        act.record("knockout.published", fresh.name, after={"matches": len(made)}, stage=fresh)
    return fresh


def unpublish_knockout(*, stage: Stage, by: User) -> Stage:
    """Undo a premature publication: a draft again, visible only to organisers, until play begins."""
    with action(stage.tournament, by) as act:
        fresh = fresh_knockout(act, stage, tr("Unpublish the bracket"), StageStatus.PUBLISHED)
        discard_schedule(fresh)
        fresh.status = StageStatus.DRAWN
        save_stage(fresh)
        if fresh.number == 1:
            free_numbers(act)
        act.record("knockout.taken-back", fresh.name, stage=fresh)
    return fresh


def start_knockout(*, stage: Stage, by: User, seen_version: int | None = None) -> Stage:
    """Start play: results are accepted from now on, and each one advances the bracket. Raises SeatsUnknown."""
    with action(stage.tournament, by) as act:
        fresh = fresh_knockout(act, stage, tr("Start"), StageStatus.PUBLISHED, seen_version=seen_version)
        unknown = list(fresh.bracket_seats.filter(entry__isnull=True).values_list("label", flat=True))
        if unknown:
            earlier = stage_before(fresh)
            raise SeatsUnknown(labels=unknown, before=earlier.name if earlier else "")
        _check_no_play_off(fresh)
        fresh.status, fresh.started_at = StageStatus.STARTED, act.now
        if HallSettings.of(fresh).inherited:
            inherit_evening(fresh)  # the pools may have ended later than planned
            give_times(fresh)
        save_stage(fresh)
        fresh.rounds.update(status=RoundStatus.STARTED, started_at=act.now)
        follow_bracket(act, fresh)
        act.record("knockout.started", fresh.name, stage=fresh)
    return fresh


def _check_no_play_off(stage: Stage) -> None:
    if earlier := stage_before(stage):
        earlier.tournament = stage.tournament
        check_no_play_off(earlier)


def close_knockout(*, stage: Stage, by: User, seen_version: int | None = None) -> Stage:
    """Close the knockout with its champion known: ratings move round by round, and the places are final. Raises
    ResultsOpen."""
    with action(stage.tournament, by) as act:
        fresh = fresh_knockout(act, stage, tr("Close"), StageStatus.STARTED, seen_version=seen_version)
        open_tables = Match.objects.undecided().filter(round__stage=fresh)
        if tables := [table for table in open_tables.values_list("table", flat=True) if table is not None]:
            numbers = named([str(table) for table in sorted(tables)], limit=12)
            raise ResultsOpen(
                vocabulary=rules_of(act.tournament).vocabulary, numbers=numbers, count=len(tables)
            )
        _, state = bracket_state(fresh)
        assert state.champion is not None, "every match is decided, so the bracket has a champion"
        rated = _close_rounds(act, fresh)
        fresh.status, fresh.closed_at = StageStatus.CLOSED, act.now
        save_stage(fresh)
        champion = Entry.objects.get(pk=state.champion).display_name
        act.record(
            "knockout.closed", fresh.name, after={"champion": champion, "rated_games": rated}, stage=fresh
        )
    return fresh


def fresh_knockout(
    act: Action, stage: Stage, action: str, *statuses: StageStatus, seen_version: int | None = None
) -> Stage:
    """Return the current knockout, if it is at one of these statuses."""
    fresh = fresh_stage(act, stage, seen_version)
    if fresh.kind != StageKind.KNOCKOUT:
        raise BadValue(tr("{name} is not a knockout.", name=fresh.shown_name), "stage")
    require_stage(fresh, action, *statuses)
    return fresh


def seats_as_json(stage: Stage) -> list[str]:
    """Return the seats in order, for the journal."""
    seats = stage.bracket_seats.select_related("entry").order_by("seed")
    return [seat.entry.display_name if seat.entry else seat.label for seat in seats]


def _seats_for(stage: Stage) -> list[BracketSeat]:
    before = stage_before(stage)
    if before is None:
        held: Sequence[tuple[str, int | None]] = [("", entry.pk) for entry in seeding_of(stage)]
    else:
        held = [(place.label, place.entry) for place in places_after(before)]
    return [
        BracketSeat(stage=stage, seed=seed, label=label, entry_id=entry)
        for seed, (label, entry) in enumerate(held, start=1)
    ]


def _choose(stage: Stage, third_place: bool | None) -> None:
    if third_place is None:
        return
    if third_place and KnockoutSettings.of(stage).elimination == Elimination.DOUBLE.value:
        raise BadValue(
            tr(
                "A double elimination has no match for third place: the losers’ side decides it. "
                "Choose single elimination, or draw without that match."
            ),
            "third_place",
        )
    stage.settings = {**stage.settings, "third_place": third_place}


def _draw_lots(stage: Stage, wanted: int | None) -> int | None:
    """Return the number of this draw by lot, stored with the stage; None if seeded by rating, registration or place."""
    by_lot = is_by_lot(stage)
    if wanted is not None and not by_lot:
        raise BadValue(
            tr(
                "{name} is not drawn by lot, so a draw has no number. Choose seeding by lot first.",
                name=stage.shown_name,
            ),
            "draw_seed",
        )
    if wanted is not None and not 0 <= wanted <= HIGHEST_DRAW_SEED:
        raise BadValue(
            tr(
                "The number of a draw is 0 to {highest_draw_seed}, for example 4711.",
                highest_draw_seed=HIGHEST_DRAW_SEED,
            ),
            "draw_seed",
        )
    seed = (secrets.randbelow(HIGHEST_DRAW_SEED + 1) if wanted is None else wanted) if by_lot else None
    stage.settings = {**stage.settings, "draw_seed": seed}
    return seed


def _check_bracket(seats: Sequence[BracketSeat], stage: Stage) -> None:
    if len(seats) < 2:
        raise TooFewToDraw(count=len(seats))
    settings = KnockoutSettings.of(stage)
    check_played_once(stage.tournament, settings)
    try:
        build_bracket([EntryId(seat.seed) for seat in seats], settings.options())
    except EngineError as error:
        raise BadValue(capfirst(f"{error}."), "best_of") from error


def _close_rounds(act: Action, stage: Stage) -> int:
    rated = 0
    for round_ in stage.rounds.select_related("tournament__club").order_by("number"):
        round_.status, round_.closed_at = RoundStatus.CLOSED, act.now
        round_.save(update_fields=["status", "closed_at"])
        rated += rate_round(round_, act.now)
    return rated


def swap_seats(*, stage: Stage, first: int, second: int, by: User, seen_version: int | None = None) -> Stage:
    """Swap the holders of two seeds, before the bracket is published."""
    with action(stage.tournament, by) as act:
        fresh = fresh_knockout(act, stage, tr("Swap seats"), StageStatus.DRAWN, seen_version=seen_version)
        if first == second:
            raise BadValue(tr("Choose two different seats."), "second")
        a, b = _seat(fresh, first, "first"), _seat(fresh, second, "second")
        names = (_words(a), _words(b))
        a.seed, b.seed = b.seed, a.seed
        _rewrite([a, b])
        save_stage(fresh)
        act.record("knockout.swapped", names_text(names), {"seeds": [first, second]}, stage=fresh)
    return fresh


def replace_withdrawn(*, stage: Stage, seed: int, by: User, seen_version: int | None = None) -> Entry:
    """Replace a withdrawn entry with the next one in order.

    After pools the replacement takes the same seat. If all come from one list the others move up, and the replacement,
    who is ranked after them all, is seeded last.
    """
    with action(stage.tournament, by) as act:
        fresh = fresh_knockout(
            act, stage, tr("Replace a player"), StageStatus.DRAWN, seen_version=seen_version
        )
        seat = _seat(fresh, seed, "seed")
        if seat.entry is None or not seat.entry.is_dropped:
            raise BadValue(tr("{words} has not withdrawn.", words=_words(seat)), "seed")
        gone = seat.entry
        taken = {pk for pk in fresh.bracket_seats.values_list("entry_id", flat=True) if pk is not None}
        newcomer = next_in_line(fresh, seat.label, taken)
        if newcomer is None:
            raise NoReplacement(name=gone.display_name)
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
    return before.pools.count() > 1 or AdvanceSettings.of(before).next_best > 0


def _rewrite(seats: list[BracketSeat]) -> None:
    """Store the seats as new rows: within a bracket each seed and each entry is unique at every moment."""
    BracketSeat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
    for seat in seats:
        seat.pk = None
    BracketSeat.objects.bulk_create(seats)


def _seat(stage: Stage, seed: int, field: str) -> BracketSeat:
    fresh = stage.bracket_seats.select_related("entry").filter(seed=seed).first()
    if fresh is None:
        raise BadValue(tr("There is no seat {seed} in this bracket.", seed=seed), field)
    return fresh


def _words(seat: BracketSeat) -> str:
    return seat.entry.display_name if seat.entry else seat.label
