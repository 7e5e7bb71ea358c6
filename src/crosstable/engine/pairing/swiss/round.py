"""The next round: rank, choose the bye, decide who floats, pair the brackets, number the tables.

Also who gets the bye when the number is odd (fewest rematches, then fewest earlier byes, then the lowest ranked), and
the rules a round violates, whether the engine or an organiser paired it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from crosstable.engine.model import Bye, EntryId, Notice, Pairing, RoundPlan, Tournament
from crosstable.engine.pairing.matching import best_matching
from crosstable.engine.pairing.swiss.brackets import make_brackets, pair_bracket
from crosstable.engine.pairing.swiss.field import FORBIDDEN, Field, Pair, make_field, ordered
from crosstable.engine.pairing.swiss.floats import find_falls
from crosstable.engine.pairing.swiss.options import BY_RECORD, SwissOptions


def choose_bye(field: Field, thin: bool = True) -> int:
    """Return the position that has the bye. `thin` takes a shortcut where a theorem allows it.

    Dirac: a graph in which each vertex has at least half of the others as neighbours has a perfect matching. With n−1 ≥
    2(r+1) left over, the rest can be paired without a rematch for any choice of the bye.
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


def violated_pairing_rules(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    byes: Sequence[Bye],
    options: SwissOptions = BY_RECORD,
    forbidden: Iterable[tuple[EntryId, EntryId]] = (),
) -> tuple[Notice, ...]:
    """Return rematches, second byes, and pairings more than one level of the ladder apart."""
    active = [id for p in pairings for id in (p.first, p.second)] + [bye.entry for bye in byes]
    field = make_field(tournament, active, options, forbidden)
    place = {id: position for position, id in enumerate(field.ids)}
    pairs = sorted(ordered(place[p.first], place[p.second]) for p in pairings)
    return tuple(notices(field, pairs, [place[bye.entry] for bye in byes]))


def notices(field: Field, pairs: Sequence[Pair], byes: Sequence[int]) -> Iterator[Notice]:
    for p, q in pairs:
        forbidden, times = divmod(field.times_met(p, q), FORBIDDEN)
        if forbidden:
            yield Notice("forbidden", (field.ids[p], field.ids[q]))
        if times:
            yield Notice("rematch", (field.ids[p], field.ids[q]), times)
    for bye in byes:
        if field.byes[bye]:
            yield Notice("second-bye", (field.ids[bye],), field.byes[bye])
    yield from _wide_gaps(field, pairs)


def _wide_gaps(field: Field, pairs: Sequence[Pair]) -> Iterator[Notice]:
    """The ladder is that of the paired: a level with only the bye does not count between two others."""
    rungs = {
        level: rung for rung, level in enumerate(sorted({field.levels[p] for pair in pairs for p in pair}))
    }
    for p, q in pairs:
        gap = rungs[field.levels[q]] - rungs[field.levels[p]]
        if gap > 1:
            yield Notice("gap", (field.ids[p], field.ids[q]), gap)


def pair_round(
    tournament: Tournament,
    active: Collection[EntryId],
    options: SwissOptions = BY_RECORD,
    forbidden: Iterable[tuple[EntryId, EntryId]] = (),
) -> RoundPlan:
    """Pair the next round among the active entries. Never fails for lack of opponents: it warns instead.

    No active entries give an empty round, a single one gets the bye. Raises PairingImpossible for entries that are not
    in the tournament.
    """
    field = make_field(tournament, active, options, forbidden)
    pairs, bye = pair_field(field, options)
    return plan_of(len(tournament.rounds) + 1, field, pairs, bye)


def plan_of(number: int, field: Field, pairs: Sequence[Pair], bye: int | None) -> RoundPlan:
    """Return the round with its tables in order, and the rules it violates."""
    ids = field.ids
    return RoundPlan(
        number=number,
        pairings=tuple(Pairing(ids[p], ids[q], table) for table, (p, q) in enumerate(pairs, start=1)),
        byes=() if bye is None else (Bye(ids[bye]),),
        warnings=tuple(notices(field, pairs, [] if bye is None else [bye])),
    )


def pair_field(
    field: Field, options: SwissOptions = BY_RECORD, thin: bool = True
) -> tuple[list[Pair], int | None]:
    """Return pairs by the rank of their higher player, and the bye. `thin=False` takes no shortcut."""
    bye = choose_bye(field, thin) if field.size % 2 else None
    paired = field if bye is None else field.without(bye)
    falls = find_falls(paired, thin)
    brackets = make_brackets(paired, falls, options.method, options.seed)
    pairs = sorted(pair for bracket in brackets for pair in pair_bracket(paired, bracket, thin))
    if bye is not None:
        pairs = [(p + (p >= bye), q + (q >= bye)) for p, q in pairs]
    return pairs, bye
