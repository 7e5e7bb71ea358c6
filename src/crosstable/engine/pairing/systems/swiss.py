"""The configurable Swiss: a system is a choice of options."""

from collections.abc import Collection
from dataclasses import replace

from crosstable.engine.model import EntryId, RoundPlan, Tournament
from crosstable.engine.pairing.coloring import colors_by
from crosstable.engine.pairing.colors import by_counts, by_less_used, colors_paired, with_colors
from crosstable.engine.pairing.one_by_one import as_started
from crosstable.engine.pairing.swiss import (
    BY_RECORD,
    CLUB,
    MONRAD,
    RANDOM,
    SIMPLE,
    SLIDE,
    SwissOptions,
    pair_round,
)
from crosstable.engine.pairing.swiss.explain import SwissExplainer
from crosstable.engine.pairing.systems.model import Explain, PairRound, RoundConditions, System


def _pairs(options: SwissOptions) -> PairRound:
    """Those who asked to sit out are left out and added as byes afterwards."""

    def pair(tournament: Tournament, active: Collection[EntryId], conditions: RoundConditions) -> RoundPlan:
        away = {bye.entry for bye in conditions.byes}
        plan = pair_round(tournament, [id for id in active if id not in away], options, conditions.forbidden)
        return replace(plan, byes=(*plan.byes, *conditions.byes))

    return pair


def _explains(options: SwissOptions) -> Explain:
    def explain(
        tournament: Tournament, players: Collection[EntryId], conditions: RoundConditions
    ) -> SwissExplainer:
        return SwissExplainer(tournament, players, options, conditions.forbidden)

    return explain


def _monrad(tournament: Tournament, active: Collection[EntryId], conditions: RoundConditions) -> RoundPlan:
    return with_colors(tournament, _pairs(MONRAD)(tournament, active, conditions), by_counts)


def _simple(tournament: Tournament, active: Collection[EntryId], conditions: RoundConditions) -> RoundPlan:
    plan = _pairs(SIMPLE)(tournament, active, conditions)
    return with_colors(as_started(tournament), plan, by_less_used)


def swiss(name: str, title: str, sentence: str, options: SwissOptions) -> System:
    return System(name, title, sentence, _pairs(options), _explains(options), ladder=options)


RECORD_SWISS = swiss(
    "swiss-wargame",
    "Wargame Swiss",
    "Groups of equal wins, draws and losses, upper half against lower half by victory point margin.",
    BY_RECORD,
)
PLAIN_SWISS = swiss(
    "swiss-slide",
    "Swiss",
    "Equal scores meet, upper half against lower half in starting order; nobody meets the same opponent "
    "twice while that can be helped.",
    SLIDE,
)
RANDOM_SWISS = swiss("swiss-random", "Random Swiss", "Equal scores meet, drawn by lot.", RANDOM)
MONRAD_SWISS = System(
    "swiss-monrad",
    "Monrad",
    "Down the standings, everybody meets the nearest one not met yet; who had {second} more often gets {first}.",
    _monrad,
    _explains(MONRAD),
    ladder=CLUB,
    colors=colors_by(by_counts),
)
SIMPLE_SWISS = System(
    "swiss-simple",
    "Simple Swiss",
    "Equal scores meet, the upper half by rating against the lower half; nobody is paired with the same opponent twice "
    "while that can be avoided. Each gets the colour it had less often, or the other one than last time. The lowest "
    "ranked player without a bye has the bye.",
    _simple,
    _explains(SIMPLE),
    ladder=SIMPLE,
    colors=colors_by(by_less_used, colors_paired),
    counts_color=colors_paired,
)
