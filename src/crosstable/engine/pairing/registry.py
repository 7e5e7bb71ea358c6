"""The pairing systems, each a record (`system.py`), and all of them by name.

A name that is not registered raises: no system replaces another. To add a system, create its record here and add it to
SYSTEMS; its pairing algorithm is a separate module or folder.
"""

from collections.abc import Collection
from dataclasses import replace

from crosstable.engine.model import Bye, ByeKind, EntryId, RoundPlan, Tournament
from crosstable.engine.pairing.colors import (
    by_counts,
    by_less_used,
    colors_by,
    colors_by_fide,
    colors_paired,
    with_colors,
)
from crosstable.engine.pairing.fide.dutch import pair_dutch
from crosstable.engine.pairing.fide.explain import Explainer, explainer_of
from crosstable.engine.pairing.fide.options import DutchOptions, ForbiddenGroup, baku_acceleration
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.pairing.one_by_one import ClubRound, NextRound, RoundInTurn, as_started
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
from crosstable.engine.pairing.system import Explain, PairRound, RoundConditions, System
from crosstable.text import tr


def _pair(tournament: Tournament, active: Collection[EntryId], conditions: RoundConditions) -> RoundPlan:
    byes = _byes(tournament, active, conditions)
    plan = pair_dutch(tournament, byes, _options(tournament, byes, conditions))
    tables = tuple(replace(p, table=n) for n, p in enumerate(plan.pairings, start=1))
    return replace(plan, pairings=tables, byes=(*plan.byes, *conditions.byes))


def _explain(tournament: Tournament, players: Collection[EntryId], conditions: RoundConditions) -> Explainer:
    book = Scorebook(tournament, _options(tournament, _byes(tournament, players, conditions), conditions))
    for round_ in tournament.rounds:
        book.add(round_)
    return explainer_of(book, [entry.id for entry in tournament.entries if entry.id not in set(players)])


def _byes(
    tournament: Tournament, active: Collection[EntryId], conditions: RoundConditions
) -> tuple[Bye, ...]:
    """The Dutch system pairs all entries without a bye: inactive ones get one that is not stored."""
    asked = {bye.entry for bye in conditions.byes}
    absent = (Bye(e.id, ByeKind.ZERO) for e in tournament.entries if e.id not in {*active, *asked})
    return (*conditions.byes, *absent)


def _options(tournament: Tournament, byes: tuple[Bye, ...], conditions: RoundConditions) -> DutchOptions:
    last = conditions.last_of_group_a
    return DutchOptions(
        initial_color=conditions.initial_color,
        forbidden=tuple(ForbiddenGroup(pair) for pair in sorted(conditions.forbidden)),
        acceleration=baku_acceleration(tournament, byes, last) if conditions.accelerated else {},
    )


FIDE_DUTCH = System(
    "fide-dutch",
    tr("FIDE Dutch"),
    tr(
        "The Swiss of the FIDE handbook in force since February 2026, exactly: score groups, "
        "upper half against lower half, colours in balance."
    ),
    _pair,
    _explain,
    ladder=CLUB,
    colors=colors_by_fide,
    accelerates=True,
    draws_first_color=True,
    allows_rematches=False,
    is_looked_over=True,
)


def _pairs(options: SwissOptions) -> PairRound:
    """Entries with a requested bye are left out and added as byes afterwards."""

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
    tr("Wargame Swiss"),
    tr("Groups of equal wins, draws and losses, upper half against lower half by victory point margin."),
    BY_RECORD,
)
PLAIN_SWISS = swiss(
    "swiss-slide",
    tr("Swiss"),
    tr(
        "Equal scores meet, upper half against lower half in starting order; no two players meet "
        "twice while that can be avoided."
    ),
    SLIDE,
)
RANDOM_SWISS = swiss("swiss-random", tr("Random Swiss"), tr("Equal scores meet, drawn by lot."), RANDOM)
MONRAD_SWISS = System(
    "swiss-monrad",
    tr("Monrad"),
    tr(
        "Down the standings, each player meets the nearest opponent not met yet; the one who had {second} more often "
        "gets {first}."
    ),
    _monrad,
    _explains(MONRAD),
    ladder=CLUB,
    colors=colors_by(by_counts),
)
SIMPLE_SWISS = System(
    "swiss-simple",
    tr("Simple Swiss"),
    tr(
        "Equal scores meet, the upper half by rating against the lower half; no two players meet "
        "twice while that can be avoided. Each gets the colour it had "
        "less often, or the other one than last time. The lowest ranked player without a bye "
        "has the bye."
    ),
    _simple,
    _explains(SIMPLE),
    ladder=SIMPLE,
    colors=colors_by(by_less_used, colors_paired),
    counts_color=colors_paired,
)


def in_turn(
    name: str, title: str, sentence: str, kind: type[RoundInTurn], tie_breaks: tuple[str, ...] = ()
) -> System:
    def pair(tournament: Tournament, active: Collection[EntryId], conditions: RoundConditions) -> RoundPlan:
        away = {bye.entry for bye in conditions.byes}
        plan = kind(tournament, [id for id in active if id not in away], conditions.forbidden).plan()
        return replace(plan, byes=(*plan.byes, *conditions.byes))

    def explain(
        tournament: Tournament, players: Collection[EntryId], conditions: RoundConditions
    ) -> RoundInTurn:
        return kind(tournament, players, conditions.forbidden)

    return System(
        name,
        title,
        sentence,
        pair,
        explain,
        ladder=kind.options,
        colors=colors_by(kind.colors, colors_paired),
        tie_breaks=tie_breaks,
        counts_color=colors_paired,
    )


CLUB_SWISS = in_turn(
    "swiss-club",
    tr("Club Swiss, high–low"),
    tr(
        "In rank order each takes the lowest rated of the highest score it has not met (of "
        "equal ratings the one ranked last); colours alternate, and what cannot be coloured "
        "well is marked for review."
    ),
    ClubRound,
)
NEXT_SWISS = in_turn(
    "swiss-next",
    tr("Next in the standings"),
    tr(
        "By points, then rating, each player meets the next one not paired with before; the one who had {second} more "
        "often gets {first}. Unless you choose other tie-breaks, the opponents' points decide between equals, then "
        "the rating."
    ),
    NextRound,
    tie_breaks=("PTS", "OPP", "RTNG"),
)


__all__ = ["SYSTEMS", "RoundConditions", "System", "UnknownSystem", "find_system"]

SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        RECORD_SWISS,
        FIDE_DUTCH,
        CLUB_SWISS,
        NEXT_SWISS,
        MONRAD_SWISS,
        SIMPLE_SWISS,
        PLAIN_SWISS,
        RANDOM_SWISS,
    )
}


class UnknownSystem(LookupError):
    def __init__(self, name: str) -> None:
        super().__init__(
            tr(
                "There is no pairing system {name!r}. Known: {systems}.",
                name=name,
                systems=", ".join(SYSTEMS),
            )
        )


def find_system(name: str) -> System:
    """Raises UnknownSystem."""
    if name not in SYSTEMS:
        raise UnknownSystem(name)
    return SYSTEMS[name]
