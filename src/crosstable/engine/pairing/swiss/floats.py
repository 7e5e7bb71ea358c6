"""Who floats to which group: smallest gaps first, floaters as low as possible.

Three methods with the same answer, each used only where it is proved to be right (docs/algorithms/swiss.md): the plain
flow, one floater over every odd boundary; where that is stuck, a matching of the segment of small groups around the
conflict; and, if no group is big, of the whole field.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from crosstable.engine.pairing.matching import Edge, best_matching
from crosstable.engine.pairing.swiss.field import Field

UPPER_REST, LOWER_REST = -1, -2


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of small groups and the parts of the big groups around it that take part.

    `upper` may float from the big group above, `lower` may be met in the big group below. The rest of a big group is
    represented only by its parity: a separate vertex if one of `upper` or `lower` must stay with it.
    """

    small: range
    upper: range = range(0)
    lower: range = range(0)
    upper_rest: bool = False
    lower_rest: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        return (*self.upper, *self.small, *self.lower)


def find_falls(field: Field, thin: bool = True) -> list[int]:
    """Return for every position how many levels it floats down, 0 for most."""
    if not thin and field.size:
        return _with_segment(field, [0] * field.size, Segment(range(field.size)))
    falls = plain_falls(field)
    stuck = [level for level in range(len(field.groups)) if not _can_be_paired(field, falls, level)]
    for segment in segments(field) if stuck else ():
        if any(field.groups[level].start in segment.small for level in stuck):
            falls = _with_segment(field, falls, segment)
    return falls


def plain_falls(field: Field) -> list[int]:
    """Float the lowest of a group down one level wherever an odd number is above the boundary.

    Proof: an odd boundary is crossed by at least one pair, so no round has fewer gaps; and in each group that must send
    a floater the lowest is the least that can float. If it can be paired, nothing is better.
    """
    falls = [0] * field.size
    for group in field.groups:
        if group.stop % 2:
            falls[group.stop - 1] = 1
    return falls


def _can_be_paired(field: Field, falls: Sequence[int], level: int) -> bool:
    """Return whether the plain flow leaves this bracket a round without rematch (Dirac, or by search)."""
    group = field.groups[level]
    above = [group.start - 1] if group.start and falls[group.start - 1] else []
    members = above + [p for p in group if not falls[p]]
    if len(members) >= 2 * (field.familiarity + 1):
        return True
    edges = [(p, q) for i, p in enumerate(members) for q in members[i + 1 :] if not field.times_met(p, q)]
    return best_matching(members, edges) is not None


def segments(field: Field) -> Iterator[Segment]:
    """Yield the runs of small groups.

    A group is big from 6(r+1) players on; its 2(r+1) lowest may float, its 2(r+1) highest may be met from above: enough
    to find an unmet one in every exchange of the proof.
    """
    keep = 2 * (field.familiarity + 1)
    big = [group for group in field.groups if len(group) >= 3 * keep]
    ends: list[range] = [range(0), *big, range(field.size, field.size)]
    for above, below in pairwise(ends):
        small = range(above.stop, below.start)
        if small:
            upper = range(max(above.start, above.stop - keep), above.stop)
            lower = range(below.start, min(below.stop, below.start + keep))
            odd_above, odd_below = above.stop % 2 == 1, below.start % 2 == 1
            # `keep` is even, so one of the kept stays with the rest exactly if the boundary is odd.
            yield Segment(small, upper, lower, bool(upper) and odd_above, bool(lower) and odd_below)


def _with_segment(field: Field, falls: list[int], segment: Segment) -> list[int]:
    """Return the floats with those of the segment decided again."""
    settled = list(falls)
    for p in (*segment.upper, *segment.small):
        settled[p] = 0
    for p, q in _pairs(field, segment):
        if p >= 0:
            settled[p] = field.gap(p, q)
    return settled


def _pairs(field: Field, segment: Segment) -> Sequence[Edge]:
    """Without a rematch under the smallest largest gap; if that is impossible, with fewest rematches."""
    players = segment.players
    span = field.gap(players[0], players[-1])
    sure = field.size >= 2 * (field.familiarity + 1)
    if sure or best_matching(players, _edges(field, segment, span, fresh=True)) is not None:
        for largest in range(span + 1):
            pairs = _solve(field, segment, _edges(field, segment, largest, fresh=True), largest)
            if pairs is not None:
                return pairs
    pairs = _solve(field, segment, _edges(field, segment, span, fresh=False), span)
    assert pairs is not None, "a complete graph of even order has a perfect matching"
    return pairs


def _edges(field: Field, segment: Segment, largest: int, fresh: bool) -> list[Edge]:
    players = segment.players
    edges: list[Edge] = []
    for i, p in enumerate(players):
        for q in players[i + 1 :]:
            if field.gap(p, q) > largest:
                break
            if not fresh or not field.times_met(p, q) or _both_kept(segment, p, q):
                edges.append((p, q))
    edges += [(UPPER_REST, p) for p in segment.upper if segment.upper_rest]
    edges += [(LOWER_REST, p) for p in segment.lower if segment.lower_rest]
    return edges


def _both_kept(segment: Segment, p: int, q: int) -> bool:
    """Two of one big group represent "paired somewhere inside it", whether they have met or not."""
    return (p in segment.upper and q in segment.upper) or (p in segment.lower and q in segment.lower)


def _solve(field: Field, segment: Segment, edges: list[Edge], largest: int) -> Sequence[Edge] | None:
    """Rematches, then pairs per gap from the largest, then the float of each player down the ranking."""
    rematches: dict[int, int] = {}
    per_gap: list[dict[int, int]] = [{} for _ in range(largest)]
    per_player: dict[int, dict[int, int]] = {p: {} for p in (*segment.upper, *segment.small)}
    for e, (p, q) in enumerate(edges):
        if p < 0 or _both_kept(segment, p, q):
            continue
        rematches[e] = field.times_met(p, q)
        gap = field.gap(p, q)
        if gap:
            per_gap[largest - gap][e] = 1
            per_player[p][e] = gap
    rest = [UPPER_REST] * segment.upper_rest + [LOWER_REST] * segment.lower_rest
    best = best_matching((*segment.players, *rest), edges, (rematches, *per_gap, *per_player.values()))
    return None if best is None else best.pairs
