"""Tie-breaks by code. A tie-break is a function from the history of a tournament to one value per entry.

| code   | meaning                                              | where |
|--------|------------------------------------------------------|-------|
| PTS    | points by the tournament's scoring                   | all   |
| WINS   | wins, byes included                                  | wargames (A15) |
| MARGIN | victory points scored minus conceded                 | wargames (A15) |
| SOS    | mean win share of the opponents met                  | wargames (A15) |
| VP     | total victory points                                 | wargames (A15) |
"""

from __future__ import annotations

from crosstable.engine.tie_breaks.registry import TIE_BREAKS, TieBreak, TieBreakValue, Values
from crosstable.engine.tie_breaks.wargame import strength_of_schedule

__all__ = ["TIE_BREAKS", "TieBreak", "TieBreakValue", "Values", "strength_of_schedule"]
