"""Who sits out when the number is odd: fewest rematches, then fewest earlier byes, then the lowest ranked."""

from crosstable.engine.pairing.matching import best_matching
from crosstable.engine.pairing.swiss.field import Field


def choose_bye(field: Field, thin: bool = True) -> int:
    """The position that sits out. `thin` takes the short way where a theorem allows it.

    Dirac: a graph in which everybody has at least half of the others' number as neighbours has a perfect
    matching. With n−1 ≥ 2(r+1) left over, whoever sits out, the rest can be paired without a rematch.
    """
    if thin and field.size - 1 >= 2 * (field.familiarity + 1):
        return max(range(field.size), key=lambda p: (-field.byes[p], p))
    return _weighed_bye(field)


def _weighed_bye(field: Field) -> int:
    bye = field.size
    edges = [(p, q) for p in range(field.size) for q in range(p + 1, field.size + 1)]
    rematches = {e: field.times_met(p, q) for e, (p, q) in enumerate(edges) if q != bye}
    earlier = {e: field.byes[p] for e, (p, q) in enumerate(edges) if q == bye}
    height = {e: field.size - 1 - p for e, (p, q) in enumerate(edges) if q == bye}
    best = best_matching(range(field.size + 1), edges, (rematches, earlier, height))
    assert best is not None, "a complete graph of even order has a perfect matching"
    return next(p for p, q in best.pairs if q == bye)
