"""The shapes of a result.

A shape parses a score, refuses it with the field, derives the outcome, words it, counts it for tie-breaks and describes
its own form, so pages, phones, slips and API bodies contain no game rules.

| shape | a match is reported as | at the desk |
|---|---|---|
| `Decided` | one of 1–0, ½–½, 0–1; 0–0, ½–0 and unrated by an arbiter | `1`, `0`, `=`, `0-0`, `½-0`, `1u` |
| `Points` | two whole numbers | `72 45` |
| `Sets` | best of n sets, each with its score | `21-19 18-21 21-17` |
| `Series` | best of n, only the parts won | `2-1`, with drawn games `1-1-1` |
| `Sheet` | named lines for each side | `40 30 10 / 25 20 10` |

A forfeit (`1f`, `0f`, `=f`) is the same in all of them. Not recorded: an unfinished set, who retired.
"""

from crosstable.engine.results.decided import Decided
from crosstable.engine.results.errors import ScoreRefused
from crosstable.engine.results.points import Points
from crosstable.engine.results.score import (
    CODE_WORDS,
    CODES,
    FORFEITS,
    OUTCOMES,
    PARTS,
    POINTS,
    USUAL,
    Score,
    by_code,
    by_points,
    by_result,
    from_boards,
    from_series,
    is_storable,
    recalled,
    swapped_code,
)
from crosstable.engine.results.series import Series
from crosstable.engine.results.sets import SetRule, Sets
from crosstable.engine.results.shape import FORFEIT_CHOICES, Field, ResultShape, score_schema
from crosstable.engine.results.sheet import BattleTable, Sheet, SheetLine
