"""Resident exchanges (art. 4.3): which players lead the pairs of a homogeneous bracket or a remainder.

Vertices are places in the order: 0 … size−1 are the remainder by BSN, whatever follows (slots, players in
the limbo) can only float. The first `pairs` places are the original S1.
"""

from crosstable.engine.pairing.fide.alternating import Matching
from crosstable.engine.pairing.fide.weighted import MatchingProblem


def first_exchange(total: int, edges: list[tuple[int, int]], size: int, pairs: int) -> list[int]:
    """S1 after the earliest exchange for which a perfect matching exists; all of those are equally good."""
    problem = MatchingProblem(total, [(i, j, 0) for i, j in edges])
    return choose_leaders(problem, list(range(size)), pairs)


def choose_leaders(problem: MatchingProblem, remainder: list[int], pairs: int) -> list[int]:
    """The higher players of the pairs of `remainder` after the earliest exchange; cuts `problem` down to it.

    Art. 4.3 in its order: fewest players exchanged; smallest sum of the numbers that came minus those that
    left, which is the smallest sum of all leaders' numbers; largest numbers leaving S1; smallest leaving S2.
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
        """A pair led by somebody of S2 is one exchange; the sum of the leaders' places comes below."""
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
        """From the border; the nearest on either side has 0."""
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
        """One bit per member of S2, the smallest number highest, so that the smallest come first.

        Every exchanged pair is led by one of them; leading by v costs all bits but v's own, and later ones
        cost more than all of these together.
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
        """Those who lead now lead for good; the others never do."""
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
