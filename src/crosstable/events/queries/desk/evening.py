"""The schedule: a time and a board for every match, as stored and as replanned from now on."""

import datetime
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeVar

from django.db.models import prefetch_related_objects
from django.utils import timezone

from crosstable.database.compiled_sql import CompiledQuery
from crosstable.engine.hall import (
    DoesNotFit,
    Evening,
    HallMatch,
    Plan,
    Progress,
    Timed,
    insert,
    plan_evening,
    replan_evening,
)
from crosstable.events.bridge.hall import hall_matches, with_bracket
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.hall_settings import HallSettings, board_numbers, evening_of
from crosstable.events.errors import NotNow
from crosstable.events.models import Match, Stage, StageStatus
from crosstable.events.play_errors import EveningTooShort
from crosstable.events.queries.desk.boards import hall_of
from crosstable.games import Vocabulary
from crosstable.text import alternatives, tr, trn

Planned = TypeVar("Planned")


@dataclass(frozen=True, slots=True)
class PlanChange:
    """A match that gets another time or board. `match` is None until both of its players are known."""

    match: Match | None
    number: int
    before: datetime.datetime | None
    after: datetime.datetime
    board: int


@dataclass(frozen=True, slots=True)
class Replan:
    plan: Plan
    moves: Sequence[PlanChange]
    ends_before: datetime.datetime | None

    @property
    def ends(self) -> datetime.datetime | None:
        return self.plan.ends

    @property
    def late(self) -> int:
        """Minutes by which it ends later than planned; negative if earlier."""
        if self.ends is None or self.ends_before is None:
            return 0
        return round((self.ends - self.ends_before).total_seconds() / 60)

    @property
    def early(self) -> int:
        return -self.late


def rows_of(stage: Stage) -> list[Match]:
    """Return the matches of the stage that are or will be played, in the order of play."""
    rows = _rows(stage.pk)
    for match in rows:
        match.round.tournament = stage.tournament
    prefetch_related_objects(rows, "claims")
    return sorted(rows, key=lambda m: (m.round.number, m.slot, m.table or 0))


_rows = CompiledQuery(
    lambda stage_id: (
        Match.objects.filter(round__stage=stage_id, second__isnull=False, is_void=False)
        .select_related("round", "pool", "first", "second")
        .defer("first__list_text", "second__list_text")
    ),
    int,
)


def planned(stage: Stage, settings: HallSettings | None = None) -> Plan | None:
    """Return the schedule before play with these settings; None without times. Raises EveningTooShort."""
    evening = evening_of(stage, settings)
    if evening is None:
        return None
    rows = rows_of(stage)
    return _fitting(stage, lambda: plan_evening(_values(stage, rows), evening))


def replanned(stage: Stage, now: datetime.datetime, *, earliest: bool = False) -> Replan:
    """Replan the rest of the schedule from now on.

    Every match keeps its board and none begins before the start. With `earliest`: as early as possible, on
    any free board. Raises EveningTooShort, and NotNow without times.
    """
    evening = evening_of(stage)
    if evening is None:
        raise NotNow(why=tr("There are no clock times. Set the start and the minutes per match first."))
    rows = rows_of(stage)
    values, before = _values(stage, rows), _stored(rows, evening)
    begins = max(now, evening.start)
    if earliest:
        values, begins = _at_any_board(stage, rows, values), now
    plan, changes = _fitting(stage, lambda: replan_evening(values, evening, begins, before))
    known, was = {row.pk: row for row in rows}, before.by_match
    moves = [
        PlanChange(
            match=known.get(change.match),
            number=change.match,
            before=was[change.match].starts if change.match in was else None,
            after=change.after.starts,
            board=change.after.board,
        )
        for change in changes
        if change.match not in was or _differs(was[change.match], change.after)
    ]
    return Replan(plan, moves, before.ends)


def _at_any_board(stage: Stage, rows: Sequence[Match], values: Sequence[HallMatch]) -> list[HallMatch]:
    """Clear the planned board of waiting matches. A pool with its own boards stays on them."""
    hall, known = hall_of(stage), {row.pk: row for row in rows}

    def free(value: HallMatch) -> HallMatch:
        row = known.get(value.number)
        boards = frozenset(n for n in hall.boards if hall.may_play(row, n)) if row is not None else None
        return replace(value, board=None, boards=boards)

    return [free(value) if value.progress is Progress.WAITING else value for value in values]


def planned_on(stage: Stage, new: Collection[Match], now: datetime.datetime) -> Plan:
    """Schedule only these matches, on their boards; all others keep their times. Empty without times."""
    evening = evening_of(stage)
    if evening is None:
        return Plan(())
    rows, keys = rows_of(stage), {match.pk for match in new}
    values = _values(stage, rows)
    planned = Plan(
        (
            *_stored([row for row in rows if row.pk not in keys], evening).matches,
            *_unreached(stage, evening),
        )
    )
    late = [value for value in values if value.number in keys]
    return insert(late, values, evening, max(now, evening.start), planned)


def how_late(stage: Stage, now: datetime.datetime) -> str:
    """Return a sentence if the schedule in progress ends late; empty if it ends as planned."""
    evening = evening_of(stage)
    if stage.status != StageStatus.STARTED or evening is None:
        return ""
    rows = rows_of(stage)
    before, whole = _stored(rows, evening), replace(evening, ends=None)
    try:
        plan, _ = replan_evening(_values(stage, rows), whole, max(now, evening.start), before)
    except DoesNotFit:  # boards close too early; `replanned` reports what would fit
        return rules_of(stage.tournament).say("What is left does not fit the hours of the {tables}.")
    late = Replan(plan, (), before.ends).late
    if late <= 0 or plan.ends is None or before.ends is None:
        return ""
    ends, planned_end = (f"{timezone.localtime(end):%H:%M}" for end in (plan.ends, before.ends))
    return tr(
        "The evening runs {late} minutes late: it ends at {ends} instead of {planned_end}.",
        late=late,
        ends=ends,
        planned_end=planned_end,
    )


def stored_end(stage: Stage) -> datetime.datetime | None:
    """Return the end of the last match in the stored schedule."""
    evening = evening_of(stage)
    return _stored(rows_of(stage), evening).ends if evening is not None else None


def _values(stage: Stage, rows: Sequence[Match]) -> list[HallMatch]:
    return with_bracket(stage, hall_matches(rows, board_numbers(stage)), rows)


def _differs(before: Timed, after: Timed) -> bool:
    """Compare to the minute, as displayed."""
    minute = timedelta(minutes=1)
    return before.board != after.board or abs(before.starts - after.starts) >= minute


def _stored(rows: Sequence[Match], evening: Evening) -> Plan:
    times = [
        Timed(row.pk, row.table or 0, row.planned_at, row.planned_at + evening.match)
        for row in rows
        if row.planned_at is not None
    ]
    return Plan(tuple(sorted(times, key=lambda timed: (timed.starts, timed.board))))


def _unreached(stage: Stage, evening: Evening) -> list[Timed]:
    """Bracket matches with unknown players, by the negative of their number; their board is open."""
    times = {-int(n): datetime.datetime.fromisoformat(at) for n, at in HallSettings.of(stage).times.items()}
    return [Timed(number, 0, starts, starts + evening.match) for number, starts in times.items()]


def _fitting(stage: Stage, make: Callable[[], Planned]) -> Planned:
    try:
        return make()
    except DoesNotFit as error:
        raise EveningTooShort(why=_in_words(error, rules_of(stage.tournament).vocabulary)) from error


def _in_words(error: DoesNotFit, vocabulary: Vocabulary) -> str:
    """The engine's error with local clock times and the game's word for a board."""
    missing = len(error.missing)
    sentences: list[str] = [
        trn("{count} match does not fit into the time.", "{count} matches do not fit into the time.", missing)
    ]
    if error.would_end is not None:
        ends = timezone.localtime(error.would_end)
        sentences.append(tr("The last match would end at {time:%H:%M}.", time=ends))
    ways: list[str] = []
    if error.boards:
        ways.append(vocabulary.say("{Tables}: {number}", number=error.boards))
    if error.minutes:
        ways.append(trn("{count} minute per match", "{count} minutes per match", error.minutes))
    if error.rounds:
        ways.append(trn("only {count} round", "only {count} rounds", error.rounds))
    sentences.append(
        tr("One of these would fit: {ways}.", ways=alternatives(ways))
        if ways
        else vocabulary.say("More {tables}, shorter matches or fewer rounds alone would not be enough.")
    )
    return " ".join(map(str, sentences))
