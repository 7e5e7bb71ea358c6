"""Repairs of a round everybody has seen: somebody is not here, somebody came late, somebody left.

`propose_repairs` answers with a few whole ways out, the least disturbing first; each is exact within what it may
touch, over the same matching as the pairings (matching.py). A table at which play has begun is never touched.
"""

from crosstable.engine.pairing.repair.model import Kind, LiveRound, LiveTable, Proposal
from crosstable.engine.pairing.repair.proposals import propose_repairs
from crosstable.engine.pairing.repair.rules import RepairRules, make_rules
