"""Pairing one after the other: in rank order each takes the first opponent it likes, among those it has not met and
with whom the rest can still be paired. Where rematches cannot be avoided, that means with as few of them as the whole
field needs.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from crosstable.engine.history import EntryHistory, history_of
from crosstable.engine.model import EntryId, Match, Outcome, Result, RoundPlan, Tournament
from crosstable.engine.pairing.colors import Allocation, with_colors
from crosstable.engine.pairing.matching import best_matching
from crosstable.engine.pairing.swiss.byes import choose_bye
from crosstable.engine.pairing.swiss.field import Field, Pair, make_field
from crosstable.engine.pairing.swiss.options import SwissOptions
from crosstable.engine.pairing.swiss.round import plan_of

STARTED = Result(Outcome.DRAW, Outcome.DRAW)


@dataclass(frozen=True)
class Choice:
    """One turn: who chose, whom, and in their order those who would have come before it."""

    chooser: int
    opponent: int
    passed_over: tuple[int, ...]
    """Each has been met, or would leave a rest that cannot be paired so well."""


class RoundInTurn(ABC):
    """One round of a field; positions in the ranking, 0 the best."""

    options: ClassVar[SwissOptions]
    sentence: ClassVar[str]
    """Whom each takes, for people."""
    likes: ClassVar[str]
    """By what an opponent comes first, for people."""

    def __init__(
        self,
        tournament: Tournament,
        active: Collection[EntryId],
        forbidden: Iterable[tuple[EntryId, EntryId]] = (),
    ) -> None:
        self.number = len(tournament.rounds) + 1
        self.field = make_field(tournament, active, self.options, forbidden)
        self.started = as_started(tournament)
        self.history = history_of(self.started)
        self.bye = choose_bye(self.field) if self.field.size % 2 else None

    @staticmethod
    @abstractmethod
    def colors(higher: EntryHistory, lower: EntryHistory) -> Allocation:
        """Who has White."""

    @abstractmethod
    def preference(self, chooser: int, other: int) -> tuple[Any, ...]:
        """The least comes first; a rematch always last."""

    def plan(self) -> RoundPlan:
        """The round with colours. Never fails for want of opponents: it warns instead."""
        plan = plan_of(self.number, self.field, self.pairs, self.bye)
        return with_colors(self.started, plan, self.colors)

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        """Who meets whom by the rules; somebody alone has the bye."""
        return self.field.seats(self.pairs, self.bye)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """By the rank of the higher player."""
        return tuple((choice.chooser, choice.opponent) for choice in self.choices)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        rest = [p for p in range(self.field.size) if p != self.bye]
        rematches, made = fewest_rematches(self.field, rest), []
        while rest:
            choice = self._choice(rest, rematches)
            rest = [p for p in rest if p not in (choice.chooser, choice.opponent)]
            rematches -= self.field.times_met(choice.chooser, choice.opponent)
            made.append(choice)
        return tuple(made)

    def _choice(self, rest: Sequence[int], rematches: int) -> Choice:
        chooser, *others = rest
        passed_over: list[int] = []
        for other in sorted(others, key=lambda q: self.preference(chooser, q)):
            without = [p for p in others if p != other]
            met = self.field.times_met(chooser, other)
            if met <= rematches and met + fewest_rematches(self.field, without) == rematches:
                return Choice(chooser, other, tuple(passed_over))
            passed_over.append(other)
        raise AssertionError("somebody is left with whom the fewest rematches are reached")

    def colors_suit(self, p: int, q: int) -> bool:
        one, two = (self.history[self.field.ids[position]] for position in (p, q))
        return not self.colors(one, two).review


def fewest_rematches(field: Field, rest: Sequence[int]) -> int:
    """The least number of rematches with which these can be paired among themselves.

    Dirac: where everybody has at least half of their number as possible opponents, none is needed.
    """
    here = set(rest)
    met = max((len(here & field.meetings[p].keys()) for p in rest), default=0)
    if len(rest) >= 2 * (met + 1):
        return 0
    edges = [(p, q) for i, p in enumerate(rest) for q in rest[i + 1 :]]
    costs = {e: times for e, (p, q) in enumerate(edges) if (times := field.times_met(p, q))}
    best = best_matching(rest, edges, (costs,))
    assert best is not None, "a complete graph of even order has a perfect matching"
    return best.totals[0]


def as_started(tournament: Tournament) -> Tournament:
    """With a result for every game in progress: its colours count from the moment the round starts."""
    rounds = tuple(
        replace(round_, matches=tuple(Match(m.pairing, m.result or STARTED) for m in round_.matches))
        for round_ in tournament.rounds
    )
    return replace(tournament, rounds=rounds)
