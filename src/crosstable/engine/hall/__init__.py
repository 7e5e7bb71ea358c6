"""The venue on the day: who plays where next, when, and what a schedule needs to fit the evening.

| module       | answers                                                                        |
|--------------|--------------------------------------------------------------------------------|
| dispatch.py  | a match as the venue sees it; which are called now, and where; a closed board   |
| times.py     | a time and a board for every match, from the start, from now on, or a few more |
| fitting.py   | what would fit if a schedule does not                                          |

Values in, values out: the caller passes the moment.
"""

from crosstable.engine.hall.dispatch import (
    Board,
    BoardInUse,
    Break,
    Call,
    Evening,
    HallMatch,
    LastBoard,
    Progress,
    close_board,
    next_calls,
)
from crosstable.engine.hall.fitting import DoesNotFit, plan_evening, replan_evening
from crosstable.engine.hall.times import Change, Plan, Timed, changes, insert
