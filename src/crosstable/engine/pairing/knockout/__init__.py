"""Knockouts: a bracket is a value, results are applied to it, and corrections list what they affect.

| offered                                                                            | where       |
|------------------------------------------------------------------------------------|-------------|
| the bracket, its options and errors                                                | bracket.py  |
| standard seeding and byes, single, double, best of n, reseeding, consolation       | building.py |
| seeding from pools, pool-mates apart                                               | pools.py    |
| who is where, champion, places, correcting an earlier result                       | playing.py  |
| the round a match is played in, names, what entries not eliminated play next       | rounds.py   |
"""

from crosstable.engine.pairing.knockout.bracket import (
    Bracket,
    BracketMatch,
    Consolation,
    Elimination,
    Entrant,
    KnockoutOptions,
    LoserOf,
    Part,
    Placeholder,
    Seed,
    Slot,
    StillIn,
    WinnerOf,
)
from crosstable.engine.pairing.knockout.building import bracket_order, build_bracket
from crosstable.engine.pairing.knockout.playing import (
    BracketState,
    Correction,
    LaterMatch,
    MatchState,
    PlaceRange,
    Status,
    correct,
    places_so_far,
    play,
    winning_side,
)
from crosstable.engine.pairing.knockout.pools import seed_from_pools
from crosstable.engine.pairing.knockout.rounds import (
    column_name,
    is_double,
    match_inside,
    match_name,
    next_matches,
    playing_round,
    round_name,
    still_in_words,
)
