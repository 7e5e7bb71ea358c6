"""Clock times: the start, the length of a match, breaks, hours of boards; and rescheduling.

Each match stores its time: pages show the schedule until an organiser reschedules.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from zoneinfo import ZoneInfo

from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.engine.hall import Plan
from crosstable.events.actions.core.action import action
from crosstable.events.actions.stages.stages import fresh_stage, require_hall, save_stage
from crosstable.events.bridge.local_times import moment_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.hall_settings import (
    HallSettings,
    board_numbers,
    checked_hall,
    evening_of,
)
from crosstable.events.errors import BadValue, Stale
from crosstable.events.models import Match, Stage, StageKind, StageStatus, Tournament
from crosstable.events.play_errors import BoardStaysOpen
from crosstable.events.queries.desk.boards import Hall, hall_of
from crosstable.events.queries.desk.evening import (
    Replan,
    planned,
    planned_on,
    replanned,
    rows_of,
    stored_end,
)
from crosstable.events.queries.stages.advancing import stage_before
from crosstable.games import Vocabulary
from crosstable.text import Text, names_text, tr


def set_evening(
    *,
    stage: Stage,
    by: User,
    starts: str = "",
    minutes: int = 0,
    rest: int = 0,
    ends: str = "",
    breaks: Sequence[Sequence[str]] = (),
    hours: Mapping[str, Sequence[str]] | None = None,
    boards: int | None = None,
    seen_version: int | None = None,
) -> Stage:
    """Set the times of a stage; before play every match gets its time with it. Empty: no clock times.

    Raises BadValue, EveningTooShort (with what would fit), Stale.
    """
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage, seen_version)
        require_hall(fresh, tr("Save clock times"))
        rules = rules_of(act.tournament)
        if boards is not None and fresh.kind == StageKind.POOLS:
            raise BadValue(rules.say("The {tables} of pools are part of their setup."), "boards")
        before = HallSettings.of(fresh)
        chosen = replace(
            before,
            starts=starts.strip(),
            minutes=minutes,
            rest=rest,
            ends=ends.strip(),
            breaks=[list(pause) for pause in breaks],
            hours={number: list(open_) for number, open_ in (hours or {}).items()},
            boards=before.boards if boards is None else boards,
            inherited=False,
            closed=[number for number in before.closed if boards is None or number <= boards],
        )
        if chosen.as_json() == before.as_json():
            act.leave_as_it_is()
            return fresh
        _check_nothing_on(hall_of(fresh, act.now), chosen)
        fresh.hall = checked_hall(fresh, chosen).as_json()
        if fresh.status not in (StageStatus.STARTED, StageStatus.CLOSED):
            give_times(fresh)
        save_stage(fresh)
        was, now = ({"words": _in_words(hall, rules.vocabulary)} for hall in (before, chosen))
        act.record("evening.set", fresh.name, was, now, stage=fresh)
    return fresh


def _check_nothing_on(hall: Hall, settings: HallSettings) -> None:
    for board, match in hall.on_boards.items():
        if hall.stage.kind != StageKind.POOLS and board > settings.boards:
            raise BoardStaysOpen(
                vocabulary=rules_of(hall.stage.tournament).vocabulary,
                board=board,
                why=tr("{match} is in progress there.", match=match),
            )


def replan(*, stage: Stage, by: User, seen_version: int | None = None, earliest: bool = False) -> Replan:
    """Reschedule from now on, as previewed: every waiting match gets a new time, and another board if its own is
    closed. `earliest`: as early as possible, at any free board.

    Raises EveningTooShort, NotNow, Stale.
    """
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage)
        if seen_version is not None and act.tournament.revision != seen_version:
            raise Stale(tr("Schedule"), tr("re-planned"), version=act.tournament.revision)
        require_hall(fresh, tr("Re-plan from now"))
        made = replanned(fresh, act.now, earliest=earliest)
        _store(fresh, made.plan)
        save_stage(fresh)
        after = {"from": f"{timezone.localtime(act.now):%H:%M}", "changes": len(made.moves)}
        act.record("evening.replanned", fresh.name, after=after, stage=fresh)
    return made


def inherit_evening(stage: Stage) -> None:
    """Give a knockout the boards, minutes and rest of its pools, from their end on, unless it has its own. Part of
    actions."""
    before = stage_before(stage)
    if before is None or before.kind != StageKind.POOLS:
        return
    if stage.hall and not HallSettings.of(stage).inherited:
        return
    before.tournament = stage.tournament
    groups = HallSettings.of(before)
    chosen = HallSettings(boards=len(board_numbers(before)), closed=groups.closed, inherited=True)
    ends = _end_of(before)
    if groups.has_times and ends is not None:
        starts = f"{ends:%H:%M}"
        chosen = chosen.changed(starts=starts, minutes=groups.minutes, rest=groups.rest, breaks=groups.breaks)
    stage.hall = checked_hall(stage, chosen).as_json()


def _end_of(groups: Stage) -> datetime | None:
    """Return when the pools ended on the day of the event, or end by schedule; None if that is another day."""
    day = groups.tournament.date
    known = (groups.closed_at, stored_end(groups))
    local = [timezone.localtime(at) for at in known if at is not None]
    return next((at for at in local if at.date() == day), None)


def give_times(stage: Stage) -> None:
    """Give every match of a stage before play its time, or none without clock times. Part of an action.

    Raises EveningTooShort.
    """
    plan = planned(stage)
    if plan is not None:
        _store(stage, plan)
        return
    stage.hall = HallSettings.of(stage).changed(times={}).as_json() if stage.hall else stage.hall
    Match.objects.filter(round__stage=stage, planned_at__isnull=False).update(planned_at=None)


def give_times_to(stage: Stage, matches: Collection[Match], now: datetime) -> None:
    """Give these matches the next time at which board and players are free; other matches keep theirs, except those in
    the bracket that wait for them. None without clock times, or if the boards close earlier. Part of actions."""
    plan = planned_on(stage, matches, now).by_match
    for match in matches:
        match.planned_at = plan[match.pk].starts if match.pk in plan else None
        match.save(update_fields=["planned_at"])
    if put_off := {str(-number): timed.starts.isoformat() for number, timed in plan.items() if number < 0}:
        chosen = HallSettings.of(stage)
        stage.hall = chosen.changed(times={**chosen.times, **put_off}).as_json()


def keep_typed_times(tournament: Tournament, before: ZoneInfo) -> None:
    """Keep the times as typed after the event got another zone: 18:00 stays 18:00. Part of an action.

    Raises BadValue for a time that the new zone does not have.
    """

    def moved(at: datetime) -> datetime:
        return moment_of(at.astimezone(before).replace(tzinfo=None), tournament.zone, "time_zone")

    for match in Match.objects.filter(round__tournament=tournament, planned_at__isnull=False):
        match.planned_at = moved(match.planned_at)  # type: ignore[arg-type]
        match.save(update_fields=["planned_at"])
    for round_ in tournament.rounds.filter(lineups_until__isnull=False):
        round_.lineups_until = moved(round_.lineups_until)  # type: ignore[arg-type]
        round_.save(update_fields=["lineups_until"])
    for stage in tournament.stages.exclude(hall={}):
        stage.tournament = tournament
        chosen = HallSettings.of(stage)
        evening_of(stage, chosen)
        times = {number: moved(datetime.fromisoformat(at)).isoformat() for number, at in chosen.times.items()}
        stage.hall = chosen.changed(times=times).as_json()
        stage.save(update_fields=["hall"])


def _store(stage: Stage, plan: Plan) -> None:
    """Store the times, and boards that changed; bracket matches without players yet are stored by number."""
    times = plan.by_match
    rows = rows_of(stage)
    for row in rows:
        timed = times.get(row.pk)
        if timed is None:
            continue
        row.planned_at = timed.starts
        if row.table != timed.board:
            put_at(row, timed.board)
        row.save(update_fields=["planned_at", "table", "slot"])
    later = {str(-number): timed.starts.isoformat() for number, timed in times.items() if number < 0}
    stage.hall = HallSettings.of(stage).changed(times=later).as_json()


def _in_words(settings: HallSettings, vocabulary: Vocabulary) -> Text:
    parts: list[Text] = [vocabulary.count(settings.boards)] if settings.boards else []
    if not settings.has_times:
        return names_text([*parts, tr("no clock times")])
    if settings.ends:
        parts.append(tr("from {starts} until {ends}", starts=settings.starts, ends=settings.ends))
    else:
        parts.append(tr("from {starts}", starts=settings.starts))
    parts.append(tr("{minutes} min per match", minutes=settings.minutes))
    if settings.rest:
        parts.append(tr("{minutes} min rest", minutes=settings.rest))
    parts += [tr("break {begins}–{ends}", begins=begins, ends=ends) for begins, ends in settings.breaks]
    return names_text(parts, most=len(parts))


def put_at(match: Match, board: int) -> None:
    """Set the board and the first free slot there from the match's own slot on. Does not save."""
    there = match.round.matches.exclude(pk=match.pk).filter(table=board)
    taken = set(there.values_list("slot", flat=True))
    match.table = board
    match.slot = next(slot for slot in count(match.slot) if slot not in taken)
