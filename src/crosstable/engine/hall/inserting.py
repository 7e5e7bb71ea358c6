"""Times for a few matches in a plan that everybody else keeps: a play-off, the matches of a board that was closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from crosstable.engine.hall.model import Board, Evening, HallMatch, Progress
from crosstable.engine.hall.times import Plan, Timed, is_open, on_a_board


def insert(
    new: Sequence[HallMatch], matches: Sequence[HallMatch], evening: Evening, now: datetime, plan: Plan
) -> Plan:
    """Each of the new ones, in their order, at the first moment its own board and its persons are free, and whatever
    waits for one of them no earlier than that ends. Only what changes is in the plan; `missing` found no time.

    `matches` are all there are, the new ones among them; `plan` has the times of those that are not over.
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
    """As long as it is played, and as long as the plan says: nobody reads two matches at one board and time."""
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
    moments = {earliest, *_moments(board, evening, [*there, *theirs])}
    return next((moment for moment in sorted(moments) if moment >= earliest and is_free(moment)), None)


def _rested(match: HallMatch, evening: Evening, by_number: dict[int, HallMatch]) -> list[datetime]:
    """When each of them has rested from what is over."""
    over = [one.ended for one in by_number.values() if one.ended is not None and one.persons & match.persons]
    return [ended + evening.rest for ended in over]


def _moments(board: Board, evening: Evening, busy: Sequence[Timed]) -> Iterator[datetime]:
    """Whenever something ends that may be in the way."""
    yield from (one.ends for one in busy)
    yield from (one.ends + evening.rest for one in busy)
    yield from (pause.ends for pause in evening.breaks)
    if board.opens is not None:
        yield board.opens


def _put_off(
    matches: Sequence[HallMatch], evening: Evening, times: dict[int, Timed], additions: dict[int, Timed]
) -> Iterator[Timed]:
    """In the order of play, so that what waits for one of these is put off in its turn."""
    moved = dict(additions)
    for match in sorted(matches, key=lambda one: (one.order, one.number)):
        was = times.get(match.number)
        after = [moved[number].ends + evening.rest for number in match.waits_for if number in moved]
        if was is not None and after and max(after) > was.starts:
            starts = max(after)
            moved[match.number] = Timed(match.number, was.board, starts, starts + evening.length(match))
            yield moved[match.number]
