"""The criteria of the configurable Swiss, in order, as a literal judgement of a whole round.

`judge` defines the system: of all possible rounds the one with the smallest value is paired (A10). The other modules
only find that one quickly. Each criterion is a small function; its priority is its place in CRITERIA.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from crosstable.engine.pairing.swiss.brackets import Bracket, make_brackets
from crosstable.engine.pairing.swiss.field import Field, Pair
from crosstable.engine.pairing.swiss.options import Method


@dataclass(frozen=True)
class Proposal:
    """A whole round to be judged: pairs and bye as positions in the field."""

    field: Field
    pairs: Sequence[Pair]
    bye: int | None
    method: Method
    seed: int = 0

    @cached_property
    def paired(self) -> Field:
        return self.field if self.bye is None else self.field.without(self.bye)

    @cached_property
    def places(self) -> list[Pair]:
        """The pairs as positions in `paired`, higher ranked first."""
        gone = self.field.size if self.bye is None else self.bye
        moved = [(p - (p > gone), q - (q > gone)) for p, q in self.pairs]
        return [(min(pair), max(pair)) for pair in moved]

    @cached_property
    def falls(self) -> list[int]:
        falls = [0] * self.paired.size
        for p, q in self.places:
            falls[p] = self.paired.gap(p, q)
        return falls

    @cached_property
    def bracket_pairs(self) -> list[tuple[Bracket, int, int]]:
        brackets = make_brackets(self.paired, self.falls, self.method, self.seed)
        seat = {p: (b, i) for b in brackets for i, p in enumerate(b.order)}
        return [(seat[p][0], seat[p][1], seat[q][1]) for p, q in self.places]


def rematches(proposal: Proposal) -> int:
    """Avoid rematches while possible."""
    return sum(proposal.field.times_met(p, q) for p, q in proposal.pairs)


def earlier_byes(proposal: Proposal) -> int:
    """Do not give a second bye to an entry while one with fewer byes can have it."""
    return 0 if proposal.bye is None else proposal.field.byes[proposal.bye]


def height_of_bye(proposal: Proposal) -> int:
    """The lowest ranked entry has the bye."""
    return 0 if proposal.bye is None else proposal.field.size - 1 - proposal.bye


def gaps(proposal: Proposal) -> tuple[int, ...]:
    """Count the pairs as far apart as the ladder allows, then one level less, … down to one level."""
    widths = [proposal.paired.gap(p, q) for p, q in proposal.places]
    return tuple(widths.count(gap) for gap in range(len(proposal.paired.groups) - 1, 0, -1))


def falls(proposal: Proposal) -> tuple[int, ...]:
    """Down the ranking, each entry floats as little as possible: floaters come from the bottom."""
    return tuple(proposal.falls)


def exchanges(proposal: Proposal) -> int:
    """Upper half meets lower half."""
    return sum(bracket.exchange(p, q) for bracket, p, q in proposal.bracket_pairs)


def displacement(proposal: Proposal) -> int:
    """The pairs are as close to the ideal order as possible."""
    return sum(bracket.displacement(p, q) for bracket, p, q in proposal.bracket_pairs)


def height_of_changes(proposal: Proposal) -> int:
    """Necessary changes are as low in the ranking as possible."""
    return sum(bracket.height_of_change(p, q) for bracket, p, q in proposal.bracket_pairs)


Criterion = Callable[[Proposal], int | tuple[int, ...]]

CRITERIA: tuple[Criterion, ...] = (
    rematches,
    earlier_byes,
    height_of_bye,
    gaps,
    falls,
    exchanges,
    displacement,
    height_of_changes,
)


def judge(proposal: Proposal) -> tuple[int | tuple[int, ...], ...]:
    """Smaller is better, the first difference decides. Equal values are equally good."""
    return tuple(criterion(proposal) for criterion in CRITERIA)
