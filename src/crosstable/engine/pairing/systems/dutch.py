"""The FIDE Dutch system."""

from collections.abc import Collection
from dataclasses import replace

from crosstable.engine.model import Bye, ByeKind, EntryId, RoundPlan, Tournament
from crosstable.engine.pairing.coloring import colors_by_fide
from crosstable.engine.pairing.fide.baku import baku_acceleration
from crosstable.engine.pairing.fide.dutch import pair_dutch
from crosstable.engine.pairing.fide.explain import Explainer, explainer_of
from crosstable.engine.pairing.fide.options import DutchOptions, ForbiddenGroup
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.pairing.swiss import CLUB
from crosstable.engine.pairing.systems.model import RoundConditions, System


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
    """The Dutch system pairs whoever has no bye, so everybody not active is given one that is not kept."""
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
    "FIDE Dutch",
    "The Swiss of the FIDE handbook in force since February 2026, exactly: score groups, upper half "
    "against lower half, colours in balance.",
    _pair,
    _explain,
    ladder=CLUB,
    colors=colors_by_fide,
    accelerates=True,
    draws_first_color=True,
    allows_rematches=False,
)
