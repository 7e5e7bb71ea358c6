"""Why two entries meet in the configurable Swiss, or why not; data, worded by the caller.

A pair that was not made is tried: of all rounds in which the two meet the best one is compared with the actual round,
criterion by criterion, and the first difference is the reason.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from crosstable.engine.model import EntryId, Tournament
from crosstable.engine.pairing.swiss.brackets import Bracket, make_brackets
from crosstable.engine.pairing.swiss.criteria import CRITERIA, Proposal
from crosstable.engine.pairing.swiss.field import FORBIDDEN, Field, Pair, make_field
from crosstable.engine.pairing.swiss.options import BY_RECORD, Method, SwissOptions
from crosstable.engine.pairing.swiss.round import pair_field


class WhyNot(Enum):
    """Why a pair was not made. Criteria are named as the functions of criteria.py."""

    ABSENT = "absent"
    PAIRED = "paired"
    FORBIDDEN = "forbidden"
    REMATCHES = "rematches"
    EARLIER_BYES = "earlier_byes"
    HEIGHT_OF_BYE = "height_of_bye"
    GAPS = "gaps"
    FALLS = "falls"
    EXCHANGES = "exchanges"
    DISPLACEMENT = "displacement"
    HEIGHT_OF_CHANGES = "height_of_changes"
    EQUAL = "equal"


@dataclass(frozen=True, slots=True)
class Seat:
    """One player before the round: place in the ranking, group, and how far down they were paired."""

    id: EntryId
    rank: int
    level: int
    group_size: int
    place_in_group: int
    earlier_byes: int
    fell: int = 0


@dataclass(frozen=True, slots=True)
class PairStory:
    """A pair of the engine's round, the higher ranked first, and its bracket."""

    higher: Seat
    lower: Seat | None
    """None: the higher has the bye."""
    bracket: tuple[EntryId, ...] = ()
    floaters: tuple[EntryId, ...] = ()
    method: Method = Method.SLIDE
    ideal: EntryId | None = None
    """The opponent of the higher player in the bracket if no two entries had met."""
    meetings: int = 0


@dataclass(frozen=True, slots=True)
class Refusal:
    """Two who do not meet: why, and how much worse the best round with them would be."""

    one: EntryId
    two: EntryId
    why: WhyNot
    times_met: int = 0
    actual: int = 0
    expected: int = 0


class SwissExplainer:
    """One round of a field, paired once, to answer any number of questions about it."""

    def __init__(
        self,
        tournament: Tournament,
        active: Collection[EntryId],
        options: SwissOptions = BY_RECORD,
        forbidden: Iterable[tuple[EntryId, EntryId]] = (),
    ) -> None:
        self.options = options
        self.field = make_field(tournament, active, options, forbidden)
        self.place = {id: p for p, id in enumerate(self.field.ids)}
        self.pairs, self.bye = pair_field(self.field, options)
        self.proposal = self._proposal(self.pairs, self.bye)

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        """The meetings by the rules; a single entry has the bye."""
        return self.field.seats(self.pairs, self.bye)

    def story_of(self, entry: EntryId) -> PairStory:
        """Return the pair of the engine's round with this entry."""
        p = self.place[entry]
        if p == self.bye:
            return PairStory(self._seat(p), None)
        pair = next(pair for pair in self.pairs if p in pair)
        bracket, gone = self._bracket_of(pair)
        back = [q + (gone is not None and q >= gone) for q in bracket.order]
        ids = [self.field.ids[q] for q in back]
        return PairStory(
            higher=self._seat(pair[0], self.field.gap(*pair)),
            lower=self._seat(pair[1]),
            bracket=tuple(ids),
            floaters=tuple(ids[: bracket.floaters]),
            method=self.options.method,
            ideal=_ideal(bracket, back.index(pair[0]), ids),
            meetings=self.field.times_met(*pair),
        )

    def seat_of(self, entry: EntryId) -> Seat:
        return self._seat(self.place[entry])

    def why_not(self, one: EntryId, two: EntryId) -> Refusal:
        """Return why these two were not paired by the rules."""
        if one not in self.place or two not in self.place:
            return Refusal(one, two, WhyNot.ABSENT)
        p, q = sorted((self.place[one], self.place[two]))
        forbidden, met = divmod(self.field.times_met(p, q), FORBIDDEN)
        if (p, q) in self.pairs:
            return Refusal(one, two, WhyNot.PAIRED, met)
        if forbidden:
            return Refusal(one, two, WhyNot.FORBIDDEN, met)
        forced = self._best_with(p, q)
        for criterion in CRITERIA:
            actual, expected = criterion(self.proposal), criterion(forced)
            if actual != expected:
                return Refusal(one, two, WhyNot(criterion.__name__), met, *_amounts(actual, expected))
        return Refusal(one, two, WhyNot.EQUAL, met)

    def _best_with(self, p: int, q: int) -> Proposal:
        """Return the best round in which the two meet: all others count as having met both of them too often."""
        far = FORBIDDEN * FORBIDDEN
        met = [dict(near) for near in self.field.meetings]
        for one, two in ((p, q), (q, p)):
            for other in range(self.field.size):
                if other not in (one, two):
                    met[one][other] = met[other][one] = far
        forced = Field(self.field.ids, self.field.levels, tuple(met), self.field.byes)
        pairs, bye = pair_field(forced, self.options)
        return self._proposal(pairs, bye)

    def _proposal(self, pairs: Sequence[Pair], bye: int | None) -> Proposal:
        return Proposal(self.field, pairs, bye, self.options.method, self.options.seed)

    def _bracket_of(self, pair: Pair) -> tuple[Bracket, int | None]:
        """Return the bracket of a pair, in positions of the field without the bye."""
        gone, paired = self.bye, self.proposal.paired
        moved = tuple(p - (gone is not None and p > gone) for p in pair)
        brackets = make_brackets(paired, self.proposal.falls, self.options.method, self.options.seed)
        return next(b for b in brackets if moved[0] in b.order and moved[1] in b.order), gone

    def _seat(self, p: int, fell: int = 0) -> Seat:
        group = self.field.groups[self.field.levels[p]]
        return Seat(
            self.field.ids[p],
            p + 1,
            self.field.levels[p],
            len(group),
            p - group.start + 1,
            self.field.byes[p],
            fell,
        )


def _ideal(bracket: Bracket, place: int, ids: Sequence[EntryId]) -> EntryId | None:
    for unit in range(bracket.half):
        top, bottom = bracket.ideal(unit)
        if place in (top, bottom):
            return ids[bottom if place == top else top]
    return None


def _amounts(actual: int | tuple[int, ...], expected: int | tuple[int, ...]) -> tuple[int, int]:
    """Return the numbers that differ: of a tuple the first that does."""
    if isinstance(actual, tuple) and isinstance(expected, tuple):
        return next(((a, b) for a, b in zip(actual, expected, strict=True) if a != b), (0, 0))
    assert isinstance(actual, int) and isinstance(expected, int)
    return actual, expected
