"""Knockouts: a bracket is a value, results are played into it, and corrections say what they touch.

| offered                                   | where         |
|-------------------------------------------|---------------|
| standard seeding, byes to the best seeds  | seeding.py    |
| seeding from pools, pool-mates apart      | pools.py      |
| single, double, best of n, seeding anew    | building.py   |
| where losers enter the losers' side       | dropping.py   |
| third place, a consolation, every place   | consolation.py|
| who is where, champion, places            | playing.py    |
| what those still in play next             | still_in.py   |
| correcting an earlier result              | corrections.py|
| the round a match is played in, names     | rounds.py     |
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
)
from crosstable.engine.pairing.knockout.pools import seed_from_pools
from crosstable.engine.pairing.knockout.rounds import (
    column_name,
    is_double,
    match_name,
    next_matches,
    playing_round,
    round_name,
    still_in_words,
)
