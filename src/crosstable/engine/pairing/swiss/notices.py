"""What a round bends, whoever made it: the machine because it had to, or a person because they chose to."""

from collections.abc import Iterable, Iterator, Sequence

from crosstable.engine.model import Bye, EntryId, Notice, Pairing, Tournament
from crosstable.engine.pairing.swiss.field import FORBIDDEN, Field, Pair, make_field, ordered
from crosstable.engine.pairing.swiss.options import BY_RECORD, SwissOptions


def bent_rules(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    byes: Sequence[Bye],
    options: SwissOptions = BY_RECORD,
    forbidden: Iterable[tuple[EntryId, EntryId]] = (),
) -> tuple[Notice, ...]:
    """Rematches, second byes, and pairings more than one rung of the ladder apart, in a round as it stands."""
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
    """The ladder is that of the paired: a rung only the bye stands on is no rung between two others."""
    rungs = {
        level: rung for rung, level in enumerate(sorted({field.levels[p] for pair in pairs for p in pair}))
    }
    for p, q in pairs:
        gap = rungs[field.levels[q]] - rungs[field.levels[p]]
        if gap > 1:
            yield Notice("gap", (field.ids[p], field.ids[q]), gap)
