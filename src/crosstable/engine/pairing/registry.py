"""The pairing systems by name: what each does in a sentence, and the function that does it.

| system        | groups | inside a group | exact | colours |
|---------------|--------|----------------|-------|---------|
| swiss-wargame | record | slide          | yes   | none    |
| swiss-monrad  | none   | adjacent       | yes   | not yet |
| swiss-club    | score  | fold           | yes   | not yet |
| swiss-random  | score  | by lot         | yes   | not yet |
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial

from crosstable.engine.model import EntryId, RoundPlan, Tournament
from crosstable.engine.pairing.swiss import PRESETS, pair_round

PairRound = Callable[[Tournament, Collection[EntryId]], RoundPlan]


@dataclass(frozen=True, slots=True)
class System:
    name: str
    sentence: str
    pair_round: PairRound


SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        System(
            "swiss-wargame",
            "Groups of equal wins, draws and losses, upper half against lower half by victory point margin.",
            partial(pair_round, options=PRESETS["wargame"]),
        ),
        System(
            "swiss-monrad",
            "Down the standings, everybody meets the nearest one not met yet.",
            partial(pair_round, options=PRESETS["monrad"]),
        ),
        System(
            "swiss-club",
            "Equal scores meet, the highest ranked against the lowest ranked.",
            partial(pair_round, options=PRESETS["club"]),
        ),
        System(
            "swiss-random",
            "Equal scores meet, drawn by lot.",
            partial(pair_round, options=PRESETS["random"]),
        ),
    )
}
