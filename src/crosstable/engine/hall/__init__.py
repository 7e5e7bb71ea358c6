"""The hall on the day: who plays where next, at what time, and what a plan needs to fit the evening.

| module       | answers                                                                        |
|--------------|--------------------------------------------------------------------------------|
| model.py     | a match as the hall sees it: whom it needs, its turn, its board, how far it is |
| dispatch.py  | which matches are called now, and where; a board that closes                   |
| times.py     | a time and a board for every match, from the start or from now on              |
| fitting.py   | what would fit where a plan does not                                           |
| inserting.py | a time for a few more in a plan that the others keep                           |

Values in, values out: the moment is always the caller's.
"""

from crosstable.engine.hall.dispatch import BoardInUse, Call, LastBoard, close_board, next_calls
from crosstable.engine.hall.fitting import DoesNotFit, plan_evening, replan_evening
from crosstable.engine.hall.inserting import insert
from crosstable.engine.hall.model import Board, Break, Evening, HallMatch, Progress
from crosstable.engine.hall.times import Change, Plan, Timed, changes
