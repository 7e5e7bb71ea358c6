"""Why two players were paired, or why not: as data, and in words with the articles.

The comparison is made in the bracket that settled the first of the two: the best candidate of that bracket in which the
two can only meet each other, against the one that was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum

from crosstable.engine.model import Color, EntryId, Points
from crosstable.engine.pairing.fide.bitset_matching import UNMATCHED, members
from crosstable.engine.pairing.fide.criteria import CRITERIA, Criterion, PairingBracket
from crosstable.engine.pairing.fide.dutch import PairedBracket, pair_bracket, pair_brackets
from crosstable.engine.pairing.fide.facts import RoundFacts, facts_of_round, repair
from crosstable.engine.pairing.fide.player import Allocation, Float, PlayerFacts, Strength, allocate_colors
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.pairing.fide.weighted_method import floater_values
from crosstable.text import tr

Value = tuple[int | Points, ...]
"""Counts or scores, the most important first; smaller is better."""


class Reason(Enum):
    """The names in the API; `WHY_NOT` has the sentences."""

    PAIRED = "paired"
    ABSENT = "absent"
    MET_BEFORE = "met_before"
    FORBIDDEN = "forbidden"
    SAME_ABSOLUTE_PREFERENCE = "same_absolute_preference"
    NO_COMPLETION = "no_completion"
    BOTH_MOVED_DOWN = "both_moved_down"
    WORSE = "worse"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class PlayerView:
    """`score` is the pairing score, including the `virtual` points of an accelerated round."""

    id: EntryId
    number: int
    score: Points
    virtual: Points
    colors: tuple[Color, ...]
    preference: Color | None
    strength: Strength
    last_float: Float | None
    float_before: Float | None
    opponent: EntryId | None
    """The opponent; None for the bye."""


@dataclass(frozen=True, slots=True)
class BracketView:
    """A bracket as it was paired; entries in their order."""

    score: Points
    moved_down: tuple[EntryId, ...]
    residents: tuple[EntryId, ...]
    pairs: tuple[tuple[EntryId, EntryId], ...]
    floaters: tuple[EntryId, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One criterion: the value of the pairing, and that of the best one with the expected pair."""

    code: str
    meaning: str
    actual: Value
    expected: Value

    @property
    def is_worse(self) -> bool:
        return self.expected > self.actual


@dataclass(frozen=True, slots=True)
class Explanation:
    """`comparisons` go down to the first criterion that differs, which decides."""

    round_number: int
    reason: Reason
    one: PlayerView | None = None
    two: PlayerView | None = None
    absent: tuple[EntryId, ...] = ()
    bracket: BracketView | None = None
    color_rule: Allocation | None = None
    comparisons: tuple[Comparison, ...] = ()


def explain_pairing(
    book: Scorebook, absent: Iterable[EntryId], initial: Color, one: EntryId, two: EntryId
) -> Explanation:
    """Explain why `one` and `two` meet, or not, in the round after those in `book`.

    Raises PairingImpossible if the round cannot be paired at all.
    """
    number = book.rounds_played + 1
    absent = tuple(absent)
    present = {player.id for player in book.players(absent)}
    missing = tuple(id for id in (one, two) if id not in present)
    if missing:
        return Explanation(number, Reason.ABSENT, absent=missing)
    return explainer_of(book, absent).explain(initial, one, two)


def explainer_of(book: Scorebook, absent: Iterable[EntryId]) -> Explainer:
    """Pair the round after those in `book` once, to answer any number of questions about it."""
    number = book.rounds_played + 1
    forbidden = [group.entries for group in book.options.forbidden if group.applies_to(number)]
    return Explainer(book, facts_of_round(book.players(absent), forbidden), forbidden)


class Explainer:
    def __init__(self, book: Scorebook, facts: RoundFacts, forbidden: list[tuple[EntryId, ...]]) -> None:
        self.book = book
        self.facts = facts
        self.forbidden = forbidden
        self.start = facts.completion
        self.brackets = pair_brackets(facts)
        self.vertex_of = {player.id: vertex for vertex, player in enumerate(facts.players)}
        self.partner = {
            a: b for made in self.brackets for pair in made.decision.pairs for a, b in (pair, pair[::-1])
        }

    def explain(self, initial: Color, one: EntryId, two: EntryId) -> Explanation:
        a, b = sorted((self.vertex_of[one], self.vertex_of[two]))
        settled = next(m for m in self.brackets if self._settles(m, a) or self._settles(m, b))
        reason, comparisons = self._reason(settled, a, b)
        colors = allocate_colors(self.facts.players[a], self.facts.players[b], initial)
        return Explanation(
            round_number=self.book.rounds_played + 1,
            reason=reason,
            one=self._view(self.vertex_of[one]),
            two=self._view(self.vertex_of[two]),
            bracket=self._bracket_view(settled),
            color_rule=colors.rule if reason is Reason.PAIRED else None,
            comparisons=comparisons,
        )

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        """The meetings by the rules; a single entry has the bye."""
        return frozenset(
            frozenset(
                (player.id,) if vertex not in self.partner else (player.id, self._id(self.partner[vertex]))
            )
            for vertex, player in enumerate(self.facts.players)
        )

    def knows(self, entry: EntryId) -> bool:
        return entry in self.vertex_of

    def view(self, entry: EntryId) -> PlayerView:
        return self._view(self.vertex_of[entry])

    def _settles(self, solution: PairedBracket, vertex: int) -> bool:
        """Whether a bracket decided about a player for good, by a pair or by the bye."""
        inside = solution.bracket.players >> vertex & 1
        return bool(inside) and (not solution.decision.floaters >> vertex & 1 or solution.bracket.is_last)

    def _reason(self, solution: PairedBracket, a: int, b: int) -> tuple[Reason, tuple[Comparison, ...]]:
        if self.partner.get(a) == b:
            return Reason.PAIRED, ()
        barred = self._barred(self.facts.players[a], self.facts.players[b])
        if barred is not None:
            return barred, ()
        if solution.bracket.moved_down >> a & 1 and solution.bracket.moved_down >> b & 1:
            return Reason.BOTH_MOVED_DOWN, ()
        alternative = self._best_with(solution.bracket, a, b)
        if alternative is None:
            return Reason.NO_COMPLETION, ()
        comparisons = self._compare(solution, alternative)
        return Reason.WORSE if comparisons[-1].is_worse else Reason.LATER, comparisons

    def _barred(self, one: PlayerFacts, two: PlayerFacts) -> Reason | None:
        """C1 and C3, if the two may not meet at all."""
        if two.id in one.opponents:
            return Reason.MET_BEFORE
        if any(one.id in group and two.id in group for group in self.forbidden):
            return Reason.FORBIDDEN
        if not self.facts.legal[self.vertex_of[one.id]] >> self.vertex_of[two.id] & 1:
            return Reason.SAME_ABSOLUTE_PREFERENCE
        return None

    def _best_with(self, bracket: PairingBracket, a: int, b: int) -> PairedBracket | None:
        """Return the best candidate if the two could only meet each other.

        Within one bracket that pairs them, since floating both would cost two more floaters; across brackets it makes
        the higher one float.
        """
        facts = self._facts_with(a, b)
        if not repair(facts, facts.completion, bracket.players | bracket.remaining):
            return None
        trial = replace(bracket, facts=facts)
        return PairedBracket(trial, pair_bracket(trial))

    def _facts_with(self, a: int, b: int) -> RoundFacts:
        legal = [near & ~(1 << a | 1 << b) for near in self.facts.legal]
        legal[a], legal[b] = 1 << b, 1 << a
        completion = self.start[:]
        for vertex in (a, b, self.start[a], self.start[b]):
            completion[vertex] = UNMATCHED
        return replace(self.facts, legal=legal, completion=completion)

    def _compare(self, solution: PairedBracket, alternative: PairedBracket) -> tuple[Comparison, ...]:
        comparisons: list[Comparison] = []
        floating = solution.decision.floaters.bit_count()
        for criterion in CRITERIA:
            values = [self._value(criterion, side, floating) for side in (solution, alternative)]
            comparisons.append(Comparison(criterion.code, criterion.meaning, values[0], values[1]))
            if values[0] != values[1]:
                break
        return tuple(comparisons)

    def _value(self, criterion: Criterion, side: PairedBracket, floating: int) -> Value:
        """Return what a criterion counts; for C7 and C8 the scores, which compare alike and show more."""
        if criterion.code == "C7":
            floaters = members(side.decision.floaters)
            return tuple(self.book.unscaled(self.facts.score(vertex)) for vertex in floaters)
        if criterion.code == "C8":
            return self._next_bracket(side)
        return tuple(
            violation.count(side.decision) for violation in criterion.violations(side.bracket, floating)
        )

    def _next_bracket(self, side: PairedBracket) -> Value:
        """C8's value: the number of floaters of the next bracket, and their scores from the highest."""
        if side.bracket.is_last:
            return ()
        facts = side.bracket.facts
        if facts is self.facts:
            facts = replace(facts, completion=self.start)
        values = floater_values(replace(side.bracket, facts=facts), side.decision.floaters)
        assert values is not None, "both candidates can be completed"
        return values.floating_next, *map(self.book.unscaled, values.scores_next)

    def _view(self, vertex: int) -> PlayerView:
        player = self.facts.players[vertex]
        opponent = self.partner.get(vertex)
        return PlayerView(
            id=player.id,
            number=player.number,
            score=self.book.unscaled(player.score),
            virtual=self.book.options.virtual_points(player.id, self.book.rounds_played + 1),
            colors=player.colors,
            preference=player.preference,
            strength=player.strength,
            last_float=player.last_float,
            float_before=player.float_before,
            opponent=None if opponent is None else self.facts.players[opponent].id,
        )

    def _bracket_view(self, solution: PairedBracket) -> BracketView:
        bracket, decision = solution.bracket, solution.decision
        return BracketView(
            score=self.book.unscaled(bracket.resident_score),
            moved_down=self._ids(bracket.moved_down),
            residents=self._ids(bracket.residents),
            pairs=tuple((self._id(a), self._id(b)) for a, b in decision.pairs),
            floaters=self._ids(decision.floaters),
        )

    def _id(self, vertex: int) -> EntryId:
        return self.facts.players[vertex].id

    def _ids(self, mask: int) -> tuple[EntryId, ...]:
        return tuple(self._id(vertex) for vertex in members(mask))


Number = Callable[[int | Points], str]
"""How a number is written: 4½ on a page, 4.5 in a terminal."""

COLOR_RULES = {
    Allocation.BOTH_PREFERENCES: tr("both preferences could be granted (5.2.1)"),
    Allocation.STRONGER_PREFERENCE: tr(
        "both wanted the same colour and the stronger preference was granted (5.2.2)"
    ),
    Allocation.LAST_DIFFERENCE: tr(
        "both wanted the same colour, and the colours alternate from the last round in which theirs differed (5.2.3)"
    ),
    Allocation.HIGHER_RANKED: tr(
        "both wanted the same colour equally, and the higher ranked had the choice (5.2.4)"
    ),
    Allocation.INITIAL_COLOR: tr(
        "neither has a colour preference yet, and the colour drawn for round 1 decides (5.2.5)"
    ),
}
STRENGTHS = {
    Strength.MILD: tr("a mild preference for {colour}"),
    Strength.STRONG: tr("a strong preference for {colour}"),
    Strength.ABSOLUTE: tr("an absolute preference for {colour}"),
}
PAST_FLOATS = {
    (Float.DOWN, 1): tr("floated down last round"),
    (Float.UP, 1): tr("floated up last round"),
    (Float.DOWN, 2): tr("floated down two rounds ago"),
    (Float.UP, 2): tr("floated up two rounds ago"),
}
WHY_NOT = {
    Reason.PAIRED: tr("By the rules {names} meet."),
    Reason.ABSENT: tr("One of the two is not in this round."),
    Reason.MET_BEFORE: tr("{names} have met before, and no two players meet twice (C1)."),
    Reason.FORBIDDEN: tr("{names} are a forbidden pairing."),
    Reason.SAME_ABSOLUTE_PREFERENCE: tr(
        "{names} both must have the same colour, so neither could have it (C3)."
    ),
    Reason.NO_COMPLETION: tr("With {names} together the others could not all be paired (C4, C5)."),
    Reason.BOTH_MOVED_DOWN: tr(
        "{names} both moved down into the bracket, and such players meet residents first."
    ),
    Reason.LATER: tr(
        "{names} together would be as good by every criterion, but the order of article 4 takes the one "
        "that was made first."
    ),
}


def why_not(explanation: Explanation, names: object, number: Number) -> str:
    """Return a sentence on why two do not meet, or that they do. `names` are both: “Ann and Bo”."""
    if explanation.reason is not Reason.WORSE:
        return WHY_NOT[explanation.reason].filled(names=names)
    decisive = explanation.comparisons[-1]
    return tr(
        "With {names} together {code} would be worse, {meaning}: {values_words} instead of "
        "{values_words_2}. The criteria before it are equal.",
        names=names,
        code=decisive.code,
        meaning=decisive.meaning,
        values_words=values_words(decisive.expected, number),
        values_words_2=values_words(decisive.actual, number),
    )


def values_words(values: Value, number: Number) -> str:
    return " ".join(number(value) for value in values) or tr("none")


def wish_words(view: PlayerView, side: Callable[[str], str] = str) -> str:
    """Return the colour a player should get, in the game's own word."""
    if view.preference is None:
        return tr("no colour preference")
    return STRENGTHS[view.strength].filled(colour=side(view.preference.value))


def past_floats(view: PlayerView) -> list[str]:
    past = ((view.last_float, 1), (view.float_before, 2))
    return [PAST_FLOATS[float_, rounds_ago] for float_, rounds_ago in past if float_ is not None]
