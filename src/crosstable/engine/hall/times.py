"""A time and a board for every match: what dispatch would do if every match took as long as it should.

So a plan keeps what dispatch keeps, and planning from now on is the same with what is done and what is being played.
Planned boards are kept as long as they are open: the plan of a balanced schedule stays balanced.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from crosstable.engine.hall.dispatch import next_calls
from crosstable.engine.hall.model import Board, Evening, HallMatch, Progress


@dataclass(frozen=True, slots=True)
class Timed:
    match: int
    board: int
    starts: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Plan:
    """Every match that is called, in play or waiting, in order of time; `missing` found no time before the end."""

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
    """What is new for the persons of a match. `before` is None for a match that had no time."""

    match: int
    persons: frozenset[int]
    before: Timed | None
    after: Timed


def changes(matches: Sequence[HallMatch], before: Plan, after: Plan) -> list[Change]:
    """Matches whose time or board is another, in order of their new time."""
    persons = {match.number: match.persons for match in matches}
    return [
        Change(timed.match, persons[timed.match], before.by_match.get(timed.match), timed)
        for timed in after.matches
        if before.by_match.get(timed.match) != timed
    ]


def timed(matches: Sequence[HallMatch], evening: Evening, now: datetime) -> Plan:
    """Played through from `now` on. A match in play ends when it should, or now if it should have by then."""
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
    """One that is played since it was started; one that is called begins now."""
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
    """No match of this length can end on the board any more."""
    closing = [moment for moment in (board.closes, evening.ends) if moment is not None]
    return any(starts + length > moment for moment in closing)


def _next_moment(
    state: Mapping[int, HallMatch], evening: Evening, moment: datetime, plan: Mapping[int, Timed]
) -> datetime | None:
    """When something changes next: a match ends, somebody has rested, a board opens or closes, a break is over."""
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
