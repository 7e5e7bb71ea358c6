"""A schedule for the evening, or a refusal that names what would fit.

That is more boards, shorter matches or fewer rounds.

Each of the three is found by scheduling again with it, so every proposal has been tried. With more boards the matches
are redistributed.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from crosstable.engine.errors import EngineError
from crosstable.engine.hall.dispatch import Board, Evening, HallMatch, Progress
from crosstable.engine.hall.times import Change, Plan, changes, timed
from crosstable.text import tr

MINUTE = timedelta(minutes=1)


class DoesNotFit(EngineError):
    """`would_end`: when the last match would end if every board stayed open; None if never.

    Each of the other numbers would fit alone; None where no number would.
    """

    missing: tuple[int, ...]
    would_end: datetime | None
    boards: int | None
    minutes: int | None
    rounds: int | None

    says = tr("{missing} find no time")


def plan_evening(matches: Sequence[HallMatch], evening: Evening) -> Plan:
    """Return the schedule before play. Raises DoesNotFit."""
    return _planned(matches, evening, evening.start)


def replan_evening(
    matches: Sequence[HallMatch], evening: Evening, now: datetime, before: Plan
) -> tuple[Plan, list[Change]]:
    """Return the rest of the evening from now on, and the changes by match. Raises DoesNotFit."""
    plan = _planned(matches, evening, now)
    return plan, changes(matches, before, plan)


def _planned(matches: Sequence[HallMatch], evening: Evening, now: datetime) -> Plan:
    plan = timed(matches, evening, now)
    if plan.missing:
        raise DoesNotFit(
            plan.missing,
            _would_end(matches, evening, now),
            _enough_boards(matches, evening, now),
            _short_enough(matches, evening, now),
            _enough_rounds(matches, evening, now),
        )
    return plan


def _fits(matches: Sequence[HallMatch], evening: Evening, now: datetime) -> bool:
    return not timed(matches, evening, now).missing


def _would_end(matches: Sequence[HallMatch], evening: Evening, now: datetime) -> datetime | None:
    boards = tuple(replace(board, closes=None) for board in evening.boards)
    plan = timed(matches, replace(evening, boards=boards, ends=None), now)
    return None if plan.missing else plan.ends


def _enough_boards(matches: Sequence[HallMatch], evening: Evening, now: datetime) -> int | None:
    """Add boards until the schedule fits, or until one of them stays empty."""
    anywhere = [match if match.is_on else replace(match, board=None) for match in matches]
    unused = 1 + max((board.number for board in evening.boards), default=0)
    for more in range(1, len(matches) + 1):
        boards = evening.boards + tuple(Board(unused + i) for i in range(more))
        wider = timed(anywhere, replace(evening, boards=boards), now)
        if not wider.missing:
            return len(boards)
        if len({placed.board for placed in wider.matches}) < len(boards):
            return None
    return None


def _short_enough(matches: Sequence[HallMatch], evening: Evening, now: datetime) -> int | None:
    longest = (evening.match - timedelta(microseconds=1)) // MINUTE
    for minutes in range(longest, 0, -1):
        if _fits(matches, replace(evening, match=minutes * MINUTE), now):
            return minutes
    return None


def _enough_rounds(matches: Sequence[HallMatch], evening: Evening, now: datetime) -> int | None:
    """Return the most rounds that fit, of those that have a match to come."""
    to_come = sorted({m.order[0] for m in matches if m.progress is not Progress.DONE}, reverse=True)
    for number in to_come[1:]:
        if _fits([match for match in matches if match.order[0] <= number], evening, now):
            return number
    return None
