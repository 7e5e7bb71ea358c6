"""Resident exchanges (art. 4.3): who leads the pairs of a homogeneous bracket or a remainder.

Vertices are places in the order: 0 … size−1 are the remainder by BSN, all later ones (slots, players in the limbo) can
only float. The first `pairs` places are the original S1.

`search_leaders` finds the earliest exchange without weights of pairs. A set of leaders is tried. If it cannot be
paired, Hall's theorem names the reason: a *demand* that every possible set of leaders meets and this one does not. The
first set in the order of article 4.3 that meets all demands known so far is tried next. The first that can be paired is
the earliest: all sets before it fail a demand. Where that takes too many steps, `choose_leaders` decides by weights.
"""

from collections.abc import Callable, Iterator
from operator import add
from typing import NamedTuple

from crosstable.engine.pairing.fide.bitset_matching import Matching
from crosstable.engine.pairing.fide.weighted_bracket import MatchingProblem

STEPS_FOR_A_PLAYER = 40
"""The search stops after this number of steps per player.

The weighted method takes over, which is fast for few players.
"""


Numbers = tuple[int, ...]
"""One for each demand."""


class Demand(NamedTuple):
    """The numbers of the leaders add up to `most` or less; one number for each place of the remainder."""

    numbers: list[int]
    most: int


class ReliefGroup(NamedTuple):
    """Players of one half with the same relief for every demand, by distance from the border.

    The nearest is first.
    """

    relief: Numbers
    distances: list[int]


class Option(NamedTuple):
    """Players of one half who change sides. They sort in the order of article 4.3."""

    distances: tuple[int, ...]
    relief: Numbers


class TooLong(Exception):
    """The search has used all its steps."""


class Steps:
    """The number of steps left."""

    def __init__(self, most: int) -> None:
        self.left = most

    def take(self, number: int = 1) -> None:
        self.left -= number
        if self.left < 0:
            raise TooLong


Attempt = Callable[[list[int]], list[Demand]]
"""Empty if these places can lead, else demands they fail."""


def search_leaders(size: int, pairs: int, attempt: Attempt, most_steps: int) -> list[int] | None:
    """Return the places that lead after the earliest exchange; None if the search would be too long."""
    try:
        return _search(size, pairs, attempt, Steps(most_steps))
    except TooLong:
        return None


def _search(size: int, pairs: int, attempt: Attempt, steps: Steps) -> list[int]:
    leaders: list[int] | None = list(range(pairs))
    demands: list[Demand] = []
    exchange_size = 1
    while True:
        if leaders is not None:
            failed = attempt(leaders)
            if not failed:
                return leaders
            demands += failed
        leaders = first_exchange_meeting(demands, size, pairs, exchange_size, steps)
        exchange_size += leaders is None


def first_exchange_meeting(
    demands: list[Demand], size: int, pairs: int, exchange_size: int, steps: Steps
) -> list[int] | None:
    """The leaders after the first exchange of this size that meets the demands. Raises TooLong.

    First are the smallest sum, then the largest numbers leaving S1, then the smallest leaving S2.
    """
    excess = [sum(demand.numbers[:pairs]) - demand.most for demand in demands]
    by_place = list(zip(*(demand.numbers for demand in demands), strict=True))
    steps.take(len(demands))
    upper = _kinds(by_place[:pairs][::-1])
    lower = _kinds([tuple(-number for number in numbers) for numbers in by_place[pairs:size]])
    leaving = _options(upper, exchange_size, _missing(excess, [_times(exchange_size, _most(lower))]), steps)
    coming = _options(lower, exchange_size, _missing(excess, [option.relief for option in leaving]), steps)
    chosen = _first_pair(leaving, coming, excess)
    if chosen is None:
        return None
    gone = {pairs - 1 - distance for distance in chosen[0].distances}
    return [place for place in range(pairs) if place not in gone] + [pairs + d for d in chosen[1].distances]


def _kinds(reliefs: list[Numbers]) -> list[ReliefGroup]:
    distances: dict[Numbers, list[int]] = {}
    for distance, relief in enumerate(reliefs):
        distances.setdefault(relief, []).append(distance)
    return [ReliefGroup(relief, places) for relief, places in distances.items()]


def _most(kinds: list[ReliefGroup]) -> Numbers:
    """Return the most relief that one of them gives, for each demand."""
    return tuple(map(max, zip(*(kind.relief for kind in kinds), strict=True)))


def _missing(excess: list[int], others: list[Numbers]) -> Numbers | None:
    """Return the relief one half must give for each demand if the other does its best.

    None if it can do nothing.
    """
    if not others:
        return None
    return tuple(need - max(given) for need, *given in zip(excess, *others, strict=True))


def _options(kinds: list[ReliefGroup], count: int, missing: Numbers | None, steps: Steps) -> list[Option]:
    """Return the ways to choose `count` players who give the missing relief, in order.

    Of one kind the nearest to the border change sides: with a player farther away instead the sum would be larger and
    the demands no better met, so that exchange comes later.
    """
    if missing is None:
        return []
    most = [_most(kinds[start:]) for start in range(len(kinds))]
    chosen = _choices(list(zip(kinds, most, strict=True)), count, Option((), _times(-1, missing)), steps)
    return sorted(Option(tuple(sorted(over.distances)), _added(over.relief, missing)) for over in chosen)


def _choices(
    kinds: list[tuple[ReliefGroup, Numbers]], count: int, so_far: Option, steps: Steps
) -> Iterator[Option]:
    """Relief is counted beyond what is missing; choices that can no longer reach it are left out."""
    steps.take()
    if not count:
        yield so_far
        return
    if not kinds:
        return
    (kind, most), *others = kinds
    if min(_added(so_far.relief, _times(count, most))) < 0:
        return
    for taken in range(min(count, len(kind.distances)), -1, -1):
        relief = _added(so_far.relief, _times(taken, kind.relief))
        if count > taken or min(relief) >= 0:
            distances = (*so_far.distances, *kind.distances[:taken])
            yield from _choices(others, count - taken, Option(distances, relief), steps)


def _added(first: Numbers, second: Numbers) -> Numbers:
    return tuple(map(add, first, second))


def _times(factor: int, numbers: Numbers) -> Numbers:
    return tuple(factor * number for number in numbers)


def _first_pair(
    leaving: list[Option], coming: list[Option], excess: list[int]
) -> tuple[Option, Option] | None:
    """Return the smallest sum of distances that meets the demands; of equal ones the first."""
    if not leaving or not coming:
        return None
    import numpy as np  # loading it takes longer than most rounds take to pair

    met = np.ones((len(leaving), len(coming)), dtype=bool)
    for demand, need in enumerate(excess):
        met &= np.add.outer([o.relief[demand] for o in leaving], [o.relief[demand] for o in coming]) >= need
    if not met.any():
        return None
    total = np.add.outer([sum(o.distances) for o in leaving], [sum(o.distances) for o in coming])
    # Rows and columns are in order, and of equal values argmin takes the first.
    row, column = divmod(int(np.where(met, total, total.max() + 1).argmin()), len(coming))
    return leaving[row], coming[column]


def first_exchange(total: int, edges: list[tuple[int, int]], size: int, pairs: int) -> list[int]:
    """S1 after the earliest exchange for which a perfect matching exists; all of those are equally good."""
    problem = MatchingProblem(total, [(i, j, 0) for i, j in edges])
    return choose_leaders(problem, list(range(size)), pairs)


def choose_leaders(problem: MatchingProblem, remainder: list[int], pairs: int) -> list[int]:
    """Return the leaders of the pairs of `remainder` after the earliest exchange; reduce `problem` to it.

    Art. 4.3 in its order: fewest players exchanged; smallest sum of the numbers that came minus those that left, which
    is the smallest sum of all leaders' numbers; largest numbers leaving S1; smallest leaving S2.
    """
    choice = _LeaderChoice(problem, remainder, pairs)
    mate = choice.solve_for_size_and_sum()
    exchanges = sum(not choice.leads(mate, vertex) for vertex in remainder[:pairs])
    if exchanges:
        choice.add_size_and_sum()
        choice.settle_far_from_border(mate, exchanges)
        mate = choice.settle_leaving_first_half(mate)
        mate = choice.settle_leaving_second_half(mate, exchanges)
    leaders = [vertex for vertex in remainder if choice.leads(mate, vertex)]
    choice.keep_only(set(leaders))
    return leaders


class _LeaderChoice:
    def __init__(self, problem: MatchingProblem, remainder: list[int], pairs: int) -> None:
        self.problem = problem
        self.pairs = pairs
        self.remainder = remainder
        self.place = {vertex: place for place, vertex in enumerate(remainder)}
        self.sum_width = (len(remainder) * pairs).bit_length()
        self.width = self.sum_width + pairs.bit_length()
        self.near = slice(0, len(remainder))

    def inside(self, i: int, j: int) -> bool:
        return i in self.place and j in self.place

    def leads(self, mate: Matching, vertex: int) -> bool:
        return mate[vertex] > vertex and mate[vertex] in self.place

    def _size_and_sum(self, i: int, j: int) -> int:
        """A pair led by a player of S2 is one exchange; the sum of the leaders' places comes below."""
        if not self.inside(i, j):
            return 0
        return ((self.place[i] >= self.pairs) << self.sum_width) + self.place[i]

    def solve_for_size_and_sum(self) -> Matching:
        return self.problem.solve(self.width, self._size_and_sum)

    def add_size_and_sum(self) -> None:
        self.problem.add_below(self.width, self._size_and_sum)

    def settle_far_from_border(self, mate: Matching, exchanges: int) -> None:
        """Only players near the border between S1 and S2 can still be exchanged; the others keep their side.

        Proof. Size and sum are fixed now, and with them the total distance of the exchanged players from the
        border. Those on one side have different distances, so the others use up at least 0 + 1 + 2 + …
        """
        changed = [v for v in self.remainder if self.leads(mate, v) != (self.place[v] < self.pairs)]
        far = sum(map(self._distance, changed))
        far -= (exchanges - 1) * (exchanges - 2) // 2 + exchanges * (exchanges - 1) // 2
        self.near = slice(max(0, self.pairs - 1 - far), self.pairs + far + 1)
        self._settle(mate, self.remainder[: self.near.start] + self.remainder[self.near.stop :])

    def _distance(self, vertex: int) -> int:
        """Distance from the border; the nearest on either side has 0."""
        place = self.place[vertex]
        return self.pairs - 1 - place if place < self.pairs else place - self.pairs

    def settle_leaving_first_half(self, mate: Matching) -> Matching:
        """One bit per member of S1, the largest number highest: leading costs, so the largest leave first."""
        todo = self.remainder[self.near.start : self.pairs][::-1]
        while todo:
            count = min(len(todo), self.problem.room())
            now, todo = todo[:count], todo[count:]
            bit = {vertex: 1 << count - 1 - turn for turn, vertex in enumerate(now)}
            mate = self.problem.solve(
                count,
                lambda i, j, bit=bit: bit.get(i, 0) if self.inside(i, j) else 0,  # type: ignore[misc]
            )
            self._settle(mate, now)
        return mate

    def settle_leaving_second_half(self, mate: Matching, exchanges: int) -> Matching:
        """One bit per member of S2, the smallest number highest, so the smallest come first.

        Every exchanged pair is led by one of them; leading by v costs all bits but v's own, and later ones cost more
        than all of these together.
        """
        todo = self.remainder[self.pairs : self.near.stop]
        width = exchanges.bit_length() + 1
        while todo:
            count = max(1, min(len(todo), self.problem.room() - width))
            now, todo = todo[:count], todo[count:]
            bit = {vertex: (1 << count) - (1 << count - 1 - turn) for turn, vertex in enumerate(now)}
            later = dict.fromkeys(todo, 1 << count)
            cost = bit | later
            mate = self.problem.solve(
                count + width,
                lambda i, j, cost=cost: cost.get(i, 0) if self.inside(i, j) else 0,  # type: ignore[misc]
            )
            self._settle(mate, now)
        return mate

    def _settle(self, mate: Matching, vertices: list[int]) -> None:
        """Fix the leaders: those who lead now stay leaders; the others never lead."""
        leading = {vertex for vertex in vertices if self.leads(mate, vertex)}
        following = set(vertices) - leading
        self.problem.must_match |= leading
        self.problem.keep(
            lambda i, j: (
                not (i in following or j in leading)
                if self.inside(i, j)
                else i not in leading and j not in leading
            )
        )

    def keep_only(self, leaders: set[int]) -> None:
        self.problem.must_match |= leaders
        self.problem.keep(
            lambda i, j: (
                (i in leaders and j not in leaders)
                if self.inside(i, j)
                else i not in leaders and j not in leaders
            )
        )
