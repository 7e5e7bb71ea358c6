"""Repairs of a published round after a no-show, a late entry or a withdrawal.

`propose_repairs` returns a few complete proposals, the least disturbing first; each is exact within what it may change,
with the same matching as the pairings (matching.py). A table at which play has begun is never changed.
"""

from crosstable.engine.pairing.repair.model import LiveRound, LiveTable, Proposal, RepairKind
from crosstable.engine.pairing.repair.proposals import propose_repairs
from crosstable.engine.pairing.repair.solver import RepairRules, make_rules
