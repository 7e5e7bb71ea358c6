"""The pairing systems by name: what each does in a sentence, and the function that does it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from crosstable.engine.model import Bye, ByeKind, Color, EntryId, RoundPlan, Tournament
from crosstable.engine.pairing.club import ClubRound, NextRound
from crosstable.engine.pairing.colors import by_counts, with_colors
from crosstable.engine.pairing.fide.baku import baku_acceleration
from crosstable.engine.pairing.fide.dutch import pair_dutch
from crosstable.engine.pairing.fide.options import DutchOptions, ForbiddenGroup
from crosstable.engine.pairing.one_by_one import RoundInTurn
from crosstable.engine.pairing.swiss import MONRAD, RANDOM, SLIDE, WARGAME, SwissOptions, pair_round


@dataclass(frozen=True, slots=True)
class RoundConditions:
    """What is fixed before a round is paired. A system takes of it what it knows."""

    byes: tuple[Bye, ...] = ()
    forbidden: frozenset[tuple[EntryId, EntryId]] = frozenset()
    initial_color: Color = Color.WHITE
    accelerated: bool = False


NO_WISHES = RoundConditions()
PairRound = Callable[[Tournament, Collection[EntryId], RoundConditions], RoundPlan]


@dataclass(frozen=True, slots=True)
class System:
    name: str
    title: str
    sentence: str
    pair_round: PairRound
    accelerates: bool = False


def _swiss(options: SwissOptions) -> PairRound:
    """The configurable Swiss: those who asked to sit out are left out and added as byes afterwards."""

    def pair(tournament: Tournament, active: Collection[EntryId], wishes: RoundConditions) -> RoundPlan:
        away = {bye.entry for bye in wishes.byes}
        plan = pair_round(tournament, [id for id in active if id not in away], options, wishes.forbidden)
        return replace(plan, byes=(*plan.byes, *wishes.byes))

    return pair


def _monrad(tournament: Tournament, active: Collection[EntryId], wishes: RoundConditions) -> RoundPlan:
    return with_colors(tournament, _swiss(MONRAD)(tournament, active, wishes), by_counts)


def _in_turn(kind: type[RoundInTurn]) -> PairRound:
    def pair(tournament: Tournament, active: Collection[EntryId], wishes: RoundConditions) -> RoundPlan:
        away = {bye.entry for bye in wishes.byes}
        plan = kind(tournament, [id for id in active if id not in away], wishes.forbidden).plan()
        return replace(plan, byes=(*plan.byes, *wishes.byes))

    return pair


def _dutch(tournament: Tournament, active: Collection[EntryId], wishes: RoundConditions) -> RoundPlan:
    """The Dutch system pairs whoever has no bye, so everybody not active is given one that is not kept."""
    asked = {bye.entry for bye in wishes.byes}
    absent = (Bye(e.id, ByeKind.ZERO) for e in tournament.entries if e.id not in {*active, *asked})
    byes = (*wishes.byes, *absent)
    options = DutchOptions(
        initial_color=wishes.initial_color,
        forbidden=tuple(ForbiddenGroup(pair) for pair in sorted(wishes.forbidden)),
        acceleration=baku_acceleration(tournament, byes) if wishes.accelerated else {},
    )
    plan = pair_dutch(tournament, byes, options)
    tables = tuple(replace(p, table=n) for n, p in enumerate(plan.pairings, start=1))
    return replace(plan, pairings=tables, byes=(*plan.byes, *wishes.byes))


SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        System(
            "swiss-wargame",
            "Wargame Swiss",
            "Groups of equal wins, draws and losses, upper half against lower half by victory point margin.",
            _swiss(WARGAME),
        ),
        System(
            "fide-dutch",
            "FIDE Dutch",
            "The Swiss of the FIDE handbook in force since February 2026, exactly: score groups, upper half "
            "against lower half, colours in balance.",
            _dutch,
            accelerates=True,
        ),
        System(
            "swiss-club",
            "Club Swiss, high–low",
            "In rank order each takes the lowest rated of the highest score it has not met; colours alternate, "
            "and what cannot be coloured well is marked for review.",
            _in_turn(ClubRound),
        ),
        System(
            "swiss-next",
            "Next in the standings",
            "Down the standings everybody meets the next one not met yet; who had more blacks gets White.",
            _in_turn(NextRound),
        ),
        System(
            "swiss-monrad",
            "Monrad",
            "Down the standings, everybody meets the nearest one not met yet; who had more blacks gets White.",
            _monrad,
        ),
        System(
            "swiss-slide",
            "Swiss",
            "Equal scores meet, upper half against lower half in starting order; nobody meets the same opponent "
            "twice while that can be helped.",
            _swiss(SLIDE),
        ),
        System("swiss-random", "Random Swiss", "Equal scores meet, drawn by lot.", _swiss(RANDOM)),
    )
}
