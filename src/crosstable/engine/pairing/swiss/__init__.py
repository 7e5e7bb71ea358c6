"""Configurable Swiss: order by…, group by…, slide, fold, adjacent or random inside a group.

`pair_round` pairs the next round exactly by the ranked criteria of criteria.py; docs/algorithms/swiss.md
states the rules and proves the shortcuts. No colours yet: the first of a pairing is the higher ranked.
"""

from crosstable.engine.pairing.swiss.criteria import judge
from crosstable.engine.pairing.swiss.field import Field, make_field
from crosstable.engine.pairing.swiss.options import (
    BY_RECORD,
    CLUB,
    MONRAD,
    NEXT,
    RANDOM,
    SIMPLE,
    SLIDE,
    GroupBy,
    Method,
    SwissOptions,
)
from crosstable.engine.pairing.swiss.round import pair_field, pair_round, violated_pairing_rules
