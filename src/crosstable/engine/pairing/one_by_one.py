"""Sequential pairing: in rank order each player takes their first preferred opponent.

Opponents must not have met the player, and the rest must still be pairable. If rematches cannot be avoided, the rest
must need no more of them than the whole field does.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from crosstable.engine.history import EntryHistory, history_of
from crosstable.engine.model import Color, EntryId, Match, Outcome, Result, RoundPlan, Tournament
from crosstable.engine.pairing.colors import (
    Allocation,
    by_last_color,
    by_paired_counts,
    colors_paired,
    with_colors,
)
from crosstable.engine.pairing.matching import best_matching
from crosstable.engine.pairing.swiss.field import Pair, count_byes, make_field
from crosstable.engine.pairing.swiss.options import CLUB_IN_TURN, NEXT, SwissOptions
from crosstable.engine.pairing.swiss.round import choose_bye, plan_of
from crosstable.text import Text, tr

STARTED = Result(Outcome.DRAW, Outcome.DRAW)


@dataclass(frozen=True)
class Choice:
    """One step: who chose, the opponent, and the preferred opponents passed over, in order."""

    chooser: int
    opponent: int
    passed_over: tuple[int, ...]
    """Each has been met, or would leave a rest that can only be paired with more repeats."""


class RoundInTurn(ABC):
    """One round of a field; positions in the ranking, 0 the best."""

    options: ClassVar[SwissOptions]
    sentence: ClassVar[str]
    """Which opponent each player takes, as a sentence."""
    likes: ClassVar[str]
    """How opponents are ordered, as a phrase."""
    bye_sentence: ClassVar[Text] = tr(
        "{name} is the lowest ranked who has had no bye or forfeit, as far as that leaves the others a round without "
        "a rematch."
    )

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

    @cached_property
    def bye(self) -> int | None:
        return choose_bye(self.field) if self.field.size % 2 else None

    @cached_property
    def repeats(self) -> Sequence[Mapping[int, int]]:
        """Cost of a repeated meeting, by position and other position."""
        return self.field.meetings

    def colors_of(self, id: EntryId) -> list[Color]:
        """Return the colours that count for this system, in order."""
        return colors_paired(self.history[id])

    @staticmethod
    @abstractmethod
    def colors(higher: EntryHistory, lower: EntryHistory) -> Allocation:
        """Decide who has White."""

    @abstractmethod
    def preference(self, chooser: int, other: int) -> tuple[Any, ...]:
        """Return the sort key of an opponent: smallest first, a rematch always last."""

    def plan(self) -> RoundPlan:
        """Return the round with colours. Never fails for lack of opponents: it warns instead."""
        plan = plan_of(self.number, self.field, self.pairs, self.bye)
        return with_colors(self.started, plan, self.colors)

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        """The meetings by the rules; a single entry has the bye."""
        return self.field.seats(self.pairs, self.bye)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Pairs by the rank of the higher player."""
        return tuple((choice.chooser, choice.opponent) for choice in self.choices)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        return self.walk([p for p in range(self.field.size) if p != self.bye])

    def walk(self, rest: Sequence[int]) -> tuple[Choice, ...]:
        """Go down the ranking: each player left takes an opponent among those left."""
        cost, made = fewest_repeats(self.repeats, rest), list[Choice]()
        while rest:
            choice = self._choice(rest, cost)
            rest = [p for p in rest if p not in (choice.chooser, choice.opponent)]
            cost -= self.repeats[choice.chooser].get(choice.opponent, 0)
            made.append(choice)
        return tuple(made)

    def _choice(self, rest: Sequence[int], cost: int) -> Choice:
        chooser, *others = rest
        passed_over: list[int] = []
        for other in sorted(others, key=lambda q: self.preference(chooser, q)):
            without = [p for p in others if p != other]
            again = self.repeats[chooser].get(other, 0)
            if again <= cost and again + fewest_repeats(self.repeats, without) == cost:
                return Choice(chooser, other, tuple(passed_over))
            passed_over.append(other)
        raise AssertionError("at least one opponent allows the fewest repeats")

    def colors_suit(self, p: int, q: int) -> bool:
        one, two = (self.history[self.field.ids[position]] for position in (p, q))
        return not self.colors(one, two).review


def fewest_repeats(repeats: Sequence[Mapping[int, int]], rest: Sequence[int]) -> int:
    """Return the smallest cost of repeats with which these can be paired among themselves.

    Dirac: if each has at least half of the others as possible opponents, no repeat is needed.
    """
    here = set(rest)
    met = max((len(here & repeats[p].keys()) for p in rest), default=0)
    if len(rest) >= 2 * (met + 1):
        return 0
    edges = [(p, q) for i, p in enumerate(rest) for q in rest[i + 1 :]]
    costs = {e: cost for e, (p, q) in enumerate(edges) if (cost := repeats[p].get(q, 0))}
    best = best_matching(rest, edges, (costs,))
    assert best is not None, "a complete graph of even order has a perfect matching"
    return best.totals[0]


def as_started(tournament: Tournament) -> Tournament:
    """Give every game in progress a result: its colours count from the start of the round."""
    rounds = tuple(
        replace(round_, matches=tuple(Match(m.pairing, m.result or STARTED) for m in round_.matches))
        for round_ in tournament.rounds
    )
    return replace(tournament, rounds=rounds)


class ClubRound(RoundInTurn):
    """E5: after the bye, in rank order each takes the first opponent by colour, score and rating.

    Acceptable colours first, then the highest score, then the lowest rating.
    """

    options: ClassVar[SwissOptions] = CLUB_IN_TURN
    sentence = tr(
        "In rank order each player takes the first of those they have not met, if the rest "
        "can then still be paired: colours that suit both, then the highest score, then the lowest "
        "rating, and of equal ratings the one ranked last (the highest starting number)."
    )
    likes = tr("colours, score and rating")

    @staticmethod
    def colors(higher: EntryHistory, lower: EntryHistory) -> Allocation:
        return by_last_color(higher, lower)

    def preference(self, chooser: int, other: int) -> tuple[int, bool, int, int]:
        """Prefer the last: within a score the ranking is by rating, then by starting number."""
        met = self.field.times_met(chooser, other)
        return met, not self.colors_suit(chooser, other), self.field.levels[other], -other


class NextRound(RoundInTurn):
    """D: the highest ranked meets the next it has not met, and so on. A pairing counts once made.

    The bye is the last opponent in the list: the player left over at the end has it, and a second one is a repeat,
    avoided like a rematch and after it.
    """

    options: ClassVar[SwissOptions] = NEXT
    sentence = tr(
        "In rank order (points, rating) each player takes the next one they have not been paired "
        "with before, if the rest can then still be paired."
    )
    likes = tr("rank")
    bye_sentence = tr(
        "{name} is left over when the others have taken their opponents down the ranking; no player has a second bye "
        "while that can be avoided without a rematch."
    )

    @staticmethod
    def colors(higher: EntryHistory, lower: EntryHistory) -> Allocation:
        return by_paired_counts(higher, lower)

    def preference(self, chooser: int, other: int) -> tuple[bool, int, int]:
        return other == self.field.size, self.repeats[chooser].get(other, 0), other

    @cached_property
    def bye(self) -> int | None:
        return next((turn.chooser for turn in self._turns if turn.opponent == self.field.size), None)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        size = self.field.size
        played = (turn for turn in self._turns if turn.opponent != size)
        return tuple(
            replace(turn, passed_over=tuple(p for p in turn.passed_over if p != size)) for turn in played
        )

    @cached_property
    def _turns(self) -> tuple[Choice, ...]:
        """Choices with the bye as the position after the last."""
        return self.walk(range(self.field.size + self.field.size % 2))

    @cached_property
    def repeats(self) -> Sequence[Mapping[int, int]]:
        """Any rematch costs more than any further bye."""
        byes = [count_byes(self.history[id]) for id in self.field.ids]
        rematch, bye = 1 + max(byes, default=0), self.field.size
        met = [{q: rematch * times for q, times in row.items()} for row in self.field.meetings]
        again = {p: times for p, times in enumerate(byes) if times}
        return [*(row | ({bye: again[p]} if p in again else {}) for p, row in enumerate(met)), again]
