"""The next round: rank, choose the bye, decide who floats, pair the brackets, number the tables."""

from collections.abc import Collection, Iterable, Sequence

from crosstable.engine.model import Bye, EntryId, Pairing, RoundPlan, Tournament
from crosstable.engine.pairing.swiss.brackets import pair_bracket
from crosstable.engine.pairing.swiss.byes import choose_bye
from crosstable.engine.pairing.swiss.field import Field, Pair, make_field
from crosstable.engine.pairing.swiss.floats import find_falls
from crosstable.engine.pairing.swiss.ideal import make_brackets
from crosstable.engine.pairing.swiss.notices import notices
from crosstable.engine.pairing.swiss.options import BY_RECORD, SwissOptions


def pair_round(
    tournament: Tournament,
    active: Collection[EntryId],
    options: SwissOptions = BY_RECORD,
    forbidden: Iterable[tuple[EntryId, EntryId]] = (),
) -> RoundPlan:
    """Pair the next round among the active entries. Never fails for want of opponents: it warns instead.

    Nobody active gives an empty round, one alone gets the bye. Raises PairingImpossible for entries that
    are not in the tournament.
    """
    field = make_field(tournament, active, options, forbidden)
    pairs, bye = pair_field(field, options)
    return plan_of(len(tournament.rounds) + 1, field, pairs, bye)


def plan_of(number: int, field: Field, pairs: Sequence[Pair], bye: int | None) -> RoundPlan:
    """The round with its tables in order, and what it bends."""
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
    """Pairs by the rank of their higher player, and who sits out. `thin=False` takes no shortcut at all."""
    bye = choose_bye(field, thin) if field.size % 2 else None
    paired = field if bye is None else field.without(bye)
    falls = find_falls(paired, thin)
    brackets = make_brackets(paired, falls, options.method, options.seed)
    pairs = sorted(pair for bracket in brackets for pair in pair_bracket(paired, bracket, thin))
    if bye is not None:
        pairs = [(p + (p >= bye), q + (q >= bye)) for p, q in pairs]
    return pairs, bye
