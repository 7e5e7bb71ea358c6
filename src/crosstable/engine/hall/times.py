"""A time and a board for every match: what dispatch would do if every match took its planned time.

So a schedule has all guarantees of dispatch, and rescheduling is the same calculation with the finished and current
matches given. Planned boards stay while they are open, so a balanced schedule stays balanced. A few matches (a
play-off, those of a closed board) are inserted without changing the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from crosstable.engine.hall.dispatch import Board, Evening, HallMatch, Progress, next_calls


@dataclass(frozen=True, slots=True)
class Timed:
    match: int
    board: int
    starts: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Plan:
    """All matches called, in progress or waiting, in order of time; `missing` did not fit before the end."""

    matches: tuple[Timed, ...]
    missing: tuple[int, ...] = ()

    @property
    def ends(self) -> datetime | None:
        return max((timed.ends for timed in self.matches), default=None)

    @property
    def by_match(self) -> Mapping[int, Timed]:
        return {timed.match: timed for timed in self.matches}


@dataclass(frozen=True, slots=True)
class Change:
    """The change for the persons of a match. `before` is None for a match that had no time."""

    match: int
    persons: frozenset[int]
    before: Timed | None
    after: Timed


def changes(matches: Sequence[HallMatch], before: Plan, after: Plan) -> list[Change]:
    """Return the matches whose time or board differs, in order of their new time."""
    persons = {match.number: match.persons for match in matches}
    return [
        Change(timed.match, persons[timed.match], before.by_match.get(timed.match), timed)
        for timed in after.matches
        if before.by_match.get(timed.match) != timed
    ]


def timed(matches: Sequence[HallMatch], evening: Evening, now: datetime) -> Plan:
    """Simulate the evening from `now`. A match in progress ends as planned, or now if it is overdue."""
    state = {match.number: match for match in matches}
    plan: dict[int, Timed] = {}
    for match in matches:
        if match.is_on:
            _start(match, evening, now, state, plan)
    moment: datetime | None = now
    while moment is not None:
        _finish(state, plan, moment)
        _call(state, evening, moment, plan)
        moment = _next_moment(state, evening, moment, plan)
    missing = tuple(m.number for m in state.values() if m.progress is Progress.WAITING)
    return Plan(tuple(sorted(plan.values(), key=lambda t: (t.starts, t.board))), missing)


def _start(
    match: HallMatch, evening: Evening, now: datetime, state: dict[int, HallMatch], plan: dict[int, Timed]
) -> None:
    plan[match.number] = on_a_board(match, evening, now)
    state[match.number] = replace(match, progress=Progress.IN_PLAY)


def on_a_board(match: HallMatch, evening: Evening, now: datetime) -> Timed:
    """Time a match on a board: from its start if it is in progress, from now if it was called."""
    assert match.board is not None
    starts = match.started if match.progress is Progress.IN_PLAY and match.started is not None else now
    return Timed(match.number, match.board, starts, max(now, starts + evening.length(match)))


def _finish(state: dict[int, HallMatch], plan: Mapping[int, Timed], moment: datetime) -> None:
    for number, match in state.items():
        if match.is_on and plan[number].ends <= moment:
            state[number] = replace(match, progress=Progress.DONE, ended=plan[number].ends)


def _call(state: dict[int, HallMatch], evening: Evening, moment: datetime, plan: dict[int, Timed]) -> None:
    boards = {board.number: board for board in evening.boards}

    def may_start(match: HallMatch, number: int) -> bool:
        length = evening.length(match)
        if match.boards is not None and number not in match.boards:
            return False
        if not is_open(evening, boards[number], moment, length):
            return False
        planned = boards.get(match.board) if match.board is not None else None
        return planned is None or planned.number == number or _is_over(evening, planned, moment, length)

    for call in next_calls(list(state.values()), boards, moment, evening.rest, may_start):
        match = replace(state[call.match], board=call.board, progress=Progress.CALLED)
        _start(match, evening, moment, state, plan)


def is_open(evening: Evening, board: Board, starts: datetime, length: timedelta) -> bool:
    ends = starts + length
    in_a_break = any(starts < pause.ends and pause.begins < ends for pause in evening.breaks)
    too_soon = board.opens is not None and starts < board.opens
    return not in_a_break and not too_soon and not _is_over(evening, board, starts, length)


def _is_over(evening: Evening, board: Board, starts: datetime, length: timedelta) -> bool:
    """Return whether the board has no time left for a match of this length."""
    closing = [moment for moment in (board.closes, evening.ends) if moment is not None]
    return any(starts + length > moment for moment in closing)


def _next_moment(
    state: Mapping[int, HallMatch], evening: Evening, moment: datetime, plan: Mapping[int, Timed]
) -> datetime | None:
    """Return when a match ends, a player has rested, a board opens or closes, or a break is over next."""
    if all(match.progress is not Progress.WAITING for match in state.values()):
        return None
    return min((later for later in _moments(state, evening, plan) if later > moment), default=None)


def _moments(
    state: Mapping[int, HallMatch], evening: Evening, plan: Mapping[int, Timed]
) -> Iterator[datetime]:
    for number, match in state.items():
        if number in plan:
            yield plan[number].ends
            yield plan[number].ends + evening.rest
        elif match.ended is not None:
            yield match.ended + evening.rest
    yield from (pause.ends for pause in evening.breaks)
    for board in evening.boards:
        yield from (at for at in (board.opens, board.closes) if at is not None)


def insert(
    new: Sequence[HallMatch], matches: Sequence[HallMatch], evening: Evening, now: datetime, plan: Plan
) -> Plan:
    """Insert each new match, in order, at the first moment its own board and its persons are free.

    A match that waits for one of them starts no earlier than it ends. The plan holds only what changes; `missing` did
    not fit. `matches` are all matches, including the new ones; `plan` has the times of those not finished.
    """
    by_number = {match.number: match for match in matches}
    boards = {board.number: board for board in evening.boards}
    to_come = {match.number for match in matches if match.progress is Progress.WAITING}
    times = {number: timed for number, timed in plan.by_match.items() if number in to_come}
    times |= {match.number: _held(match, evening, now, plan) for match in matches if match.is_on}
    additions: dict[int, Timed] = {}
    missing: list[int] = []
    for match in sorted(new, key=lambda one: (one.order, one.number)):
        board = boards.get(match.board) if match.board is not None else None
        starts = _first_moment(match, board, evening, now, by_number, times) if board is not None else None
        if board is None or starts is None:
            missing.append(match.number)
            continue
        additions[match.number] = Timed(match.number, board.number, starts, starts + evening.length(match))
        times |= additions
    return Plan((*additions.values(), *_put_off(matches, evening, times, additions)), tuple(missing))


def _held(match: HallMatch, evening: Evening, now: datetime, plan: Plan) -> Timed:
    """Hold the board as long as the match lasts and the plan shows: one match per board and time."""
    held, planned = on_a_board(match, evening, now), plan.by_match.get(match.number)
    return replace(held, ends=max(held.ends, planned.ends)) if planned is not None else held


def _first_moment(
    match: HallMatch,
    board: Board,
    evening: Evening,
    now: datetime,
    by_number: dict[int, HallMatch],
    times: dict[int, Timed],
) -> datetime | None:
    length = evening.length(match)
    there = [timed for timed in times.values() if timed.board == board.number]
    theirs = [timed for timed in times.values() if by_number[timed.match].persons & match.persons]
    rested = _rested(match, evening, by_number)

    def is_free(starts: datetime) -> bool:
        ends = starts + length
        taken = any(starts < one.ends and one.starts < ends for one in there)
        busy = any(starts < one.ends + evening.rest and one.starts < ends + evening.rest for one in theirs)
        return not taken and not busy and is_open(evening, board, starts, length)

    earliest = max([now, *rested])
    moments = {earliest, *_free_moments(board, evening, [*there, *theirs])}
    return next((moment for moment in sorted(moments) if moment >= earliest and is_free(moment)), None)


def _rested(match: HallMatch, evening: Evening, by_number: dict[int, HallMatch]) -> list[datetime]:
    """Return when each person has rested after their finished matches."""
    over = [one.ended for one in by_number.values() if one.ended is not None and one.persons & match.persons]
    return [ended + evening.rest for ended in over]


def _free_moments(board: Board, evening: Evening, busy: Sequence[Timed]) -> Iterator[datetime]:
    """Yield the end of everything that may be in the way."""
    yield from (one.ends for one in busy)
    yield from (one.ends + evening.rest for one in busy)
    yield from (pause.ends for pause in evening.breaks)
    if board.opens is not None:
        yield board.opens


def _put_off(
    matches: Sequence[HallMatch], evening: Evening, times: dict[int, Timed], additions: dict[int, Timed]
) -> Iterator[Timed]:
    """In the order of play: a match that waits for one of these is delayed after it."""
    moved = dict(additions)
    for match in sorted(matches, key=lambda one: (one.order, one.number)):
        was = times.get(match.number)
        after = [moved[number].ends + evening.rest for number in match.waits_for if number in moved]
        if was is not None and after and max(after) > was.starts:
            starts = max(after)
            moved[match.number] = Timed(match.number, was.board, starts, starts + evening.length(match))
            yield moved[match.number]
