"""The matching of a repair: exact pairings among the free players, with a cost for every change.

Also the rules two players would violate if they met, which weigh the changes. The vertices are players; if their number
is odd one more represents having no game. Keeping a current pair costs nothing. `LEAST_CHANGE` and `FAIREST` list the
criteria, the most important first.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from crosstable.engine.model import Bye, ByeKind, Color, EntryId, Notice, Pairing, Tournament
from crosstable.engine.pairing.colors import Coloring
from crosstable.engine.pairing.matching import Criterion, Edge, best_matching, scattered
from crosstable.engine.pairing.swiss.field import FORBIDDEN, Field, make_field
from crosstable.engine.pairing.system import System


@dataclass(frozen=True)
class RepairRules:
    """`field` ranks all players in the round.

    Without `color` there are no colours and the higher ranked is named first.
    """

    field: Field
    color: Coloring | None = None

    @cached_property
    def place(self) -> dict[EntryId, int]:
        return {id: place for place, id in enumerate(self.field.ids)}

    def may_meet(self, one: EntryId, two: EntryId) -> bool:
        return self.field.times_met(self.place[one], self.place[two]) < FORBIDDEN

    def times_met(self, one: EntryId, two: EntryId) -> int:
        return self.field.times_met(self.place[one], self.place[two]) % FORBIDDEN

    def gap(self, one: EntryId, two: EntryId) -> int:
        return self.field.gap(self.place[one], self.place[two])

    def level(self, entry: EntryId) -> int:
        return self.field.levels[self.place[entry]]

    def earlier_byes(self, entry: EntryId) -> int:
        return self.field.byes[self.place[entry]]

    def height(self, entry: EntryId) -> int:
        """Return the number of players ranked below."""
        return self.field.size - 1 - self.place[entry]

    def misfit(self, one: EntryId, two: EntryId) -> int:
        return self.color(one, two).misfit if self.color else 0

    def pairing(self, one: EntryId, two: EntryId, table: int | None = None) -> Pairing:
        """Return the pairing: White first where there are colours, else the higher ranked."""
        if self.color:
            white, black, _ = self.color(one, two)
            return Pairing(white, black, table)
        first, second = sorted((one, two), key=lambda id: self.place[id])
        return Pairing(first, second, table)

    def notices(self, pairings: Sequence[Pairing], byes: Sequence[Bye]) -> Iterator[Notice]:
        """Yield the rules these violate."""
        for pairing in pairings:
            both = (pairing.first, pairing.second)
            if times := self.times_met(*both):
                yield Notice("rematch", both, times)
            if (gap := self.gap(*both)) > 1:
                yield Notice("gap", both, gap)
        for bye in byes:
            if bye.kind is ByeKind.ALLOCATED and (times := self.earlier_byes(bye.entry)):
                yield Notice("second-bye", (bye.entry,), times)


def make_rules(
    tournament: Tournament,
    entries: Collection[EntryId],
    system: System,
    forbidden: Iterable[tuple[EntryId, EntryId]] = (),
    initial: Color = Color.WHITE,
) -> RepairRules:
    """Return the rules of a system for these entries before the round."""
    field = make_field(tournament, entries, system.ladder, forbidden)
    return RepairRules(field, system.colors(tournament, field, initial) if system.colors else None)


NO_GAME = EntryId(0)
"""The vertex for having no game; entries are numbered from one."""


@dataclass(frozen=True)
class Problem:
    """`together` sit at one table now; `stays` have no game now or win by forfeit where they sit.

    Only those in `may_get_bye` may be left over.
    """

    people: tuple[EntryId, ...]
    together: frozenset[frozenset[EntryId]]
    stays: frozenset[EntryId]
    may_get_bye: frozenset[EntryId]
    holders: frozenset[EntryId] = frozenset()


@dataclass(frozen=True, slots=True)
class Solution:
    pairs: tuple[tuple[EntryId, EntryId], ...]
    idle: tuple[EntryId, ...]


Price = Callable[[Problem, RepairRules, EntryId, EntryId], int]
"""The cost of an edge. The second is NO_GAME where the first would be left over."""


def repeats(problem: Problem, rules: RepairRules, one: EntryId, two: EntryId) -> int:
    """Rematches, and wins without a game for players who had one before."""
    return rules.earlier_byes(one) if two == NO_GAME else rules.times_met(one, two)


def notified(problem: Problem, rules: RepairRules, one: EntryId, two: EntryId) -> int:
    """Count the players with a change. A player who keeps the bye has none."""
    if two == NO_GAME:
        return 0 if one in problem.holders else 1
    return 0 if frozenset((one, two)) in problem.together else 2


def gap(problem: Problem, rules: RepairRules, one: EntryId, two: EntryId) -> int:
    return 0 if two == NO_GAME else rules.gap(one, two) ** 2


def misfit(problem: Problem, rules: RepairRules, one: EntryId, two: EntryId) -> int:
    stays_together = two == NO_GAME or frozenset((one, two)) in problem.together
    return 0 if stays_together else rules.misfit(one, two)


def height_of_idle(problem: Problem, rules: RepairRules, one: EntryId, two: EntryId) -> int:
    """The lowest ranked player has no game."""
    return rules.height(one) if two == NO_GAME else 0


def leaves_seat(problem: Problem, rules: RepairRules, one: EntryId, two: EntryId) -> int:
    """A player left without a game should rather be one who has no opponent anyway."""
    return 1 if two == NO_GAME and one not in problem.stays else 0


LEAST_CHANGE: tuple[Price, ...] = (repeats, leaves_seat, notified, gap, misfit, height_of_idle)
FAIREST: tuple[Price, ...] = (repeats, height_of_idle, gap, notified, misfit)


def solve(problem: Problem, rules: RepairRules, order: Sequence[Price]) -> Solution | None:
    """Return the best solution by the criteria in this order, or None if it cannot include all players."""
    odd = len(problem.people) % 2
    edges = list(_edges(problem, rules, odd=bool(odd)))
    criteria = [*_priced(problem, rules, edges, order), scattered(edges)]
    vertices = [*problem.people, *([NO_GAME] if odd else [])]
    best = best_matching(vertices, edges, criteria)
    if best is None:
        return None
    met = [_real(edge) for edge in best.pairs]
    return Solution(
        pairs=tuple((a, b) for a, b in met if b != NO_GAME), idle=tuple(a for a, b in met if b == NO_GAME)
    )


def _edges(problem: Problem, rules: RepairRules, *, odd: bool) -> Iterable[Edge]:
    people = problem.people
    for i, one in enumerate(people):
        for two in people[i + 1 :]:
            if rules.may_meet(one, two):
                yield one, two
        if odd and one in problem.may_get_bye:
            yield one, NO_GAME


def _priced(
    problem: Problem, rules: RepairRules, edges: Sequence[Edge], order: Sequence[Price]
) -> Iterable[Criterion]:
    ends = [_real(edge) for edge in edges]
    for price in order:
        costs: Mapping[int, int] = {e: price(problem, rules, *pair) for e, pair in enumerate(ends)}
        yield {e: cost for e, cost in costs.items() if cost}


def _real(edge: Edge) -> tuple[EntryId, EntryId]:
    """Return the edge with a player first: having no game comes last."""
    one, two = EntryId(edge[0]), EntryId(edge[1])
    return (two, one) if one == NO_GAME else (one, two)
