"""Random events with everything that happens to real ones, stopped before each round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from random import Random

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import (
    Bye,
    ByeKind,
    Color,
    Entry,
    EntryId,
    Match,
    Outcome,
    Result,
    Round,
    Scoring,
    Tournament,
)
from crosstable.engine.pairing.fide.dutch import plan_round
from crosstable.engine.pairing.fide.facts import RoundFacts, facts_of_round
from crosstable.engine.pairing.fide.options import DutchOptions, ForbiddenGroup, baku_acceleration
from crosstable.engine.pairing.fide.player import PlayerFacts
from crosstable.engine.pairing.fide.scorebook import Scorebook

THREE_ONE_NULL = Scoring(
    win=Decimal(3), draw=Decimal(1), forfeit_win=Decimal(3), full_bye=Decimal(3), half_bye=Decimal(1),
    allocated_bye=Decimal(3),
)  # fmt: skip
CHEAP_BYE = Scoring(allocated_bye=Decimal("0.5"))


@dataclass(frozen=True)
class Position:
    """What is known before a round is paired. The book changes with the event; use it immediately."""

    book: Scorebook
    absent: list[EntryId]
    players: list[PlayerFacts]
    forbidden: list[tuple[EntryId, ...]]
    initial: Color

    def facts(self) -> RoundFacts:
        return facts_of_round(self.players, self.forbidden)


class RandomEvent:
    def __init__(self, seed: int, players: tuple[int, int], rounds: tuple[int, int]) -> None:
        self.random = Random(seed)
        count = self.random.randint(*players)
        self.rounds = min(self.random.randint(*rounds), count - 1)
        entries = tuple(Entry(EntryId(n), n) for n in range(1, count + 1))
        self.draws = self.random.choice((0.1, 0.3, 0.6, 0.9))
        self.mishaps = self.random.choice((0.0, 0.02, 0.1))
        scoring = self.random.choice((Scoring(), Scoring(), THREE_ONE_NULL, CHEAP_BYE))
        self.tournament = Tournament(entries, (), self.rounds, scoring)
        self.initial = self.random.choice((Color.WHITE, Color.BLACK))
        self.options = DutchOptions(self.initial, self._forbidden(count), self._acceleration())
        self.late = {e.id: self.random.randint(2, 4) for e in entries if self._happens(self.mishaps)}

    def _happens(self, probability: float) -> bool:
        return self.random.random() < probability

    def _forbidden(self, count: int) -> tuple[ForbiddenGroup, ...]:
        """Nothing, some pairs and trios, or a club of up to half the field that keeps to itself."""
        groups = self.random.choice((0, 0, 1, 3))
        sizes = [self.random.choice((2, 2, 3)) for _ in range(groups)]
        if self._happens(0.2):
            sizes.append(self.random.randint(2, max(2, count // 2)))
        numbers = range(1, count + 1)
        return tuple(ForbiddenGroup(tuple(map(EntryId, self.random.sample(numbers, n)))) for n in sizes)

    def _acceleration(self) -> dict[EntryId, tuple[Decimal, ...]]:
        return dict(baku_acceleration(self.tournament)) if self._happens(0.25) else {}

    def positions(self) -> Iterator[Position]:
        """The position before every round; the event ends early if a round cannot be paired."""
        book = Scorebook(self.tournament, self.options)
        forbidden = [group.entries for group in self.options.forbidden]
        for number in range(1, self.rounds + 1):
            byes = list(self._byes(number))
            absent = [bye.entry for bye in byes]
            yield Position(book, absent, book.players(absent), forbidden, self.initial)
            try:
                plan = plan_round(book, absent, self.initial)
            except PairingImpossible:
                return
            matches = tuple(Match(pairing, self._result()) for pairing in plan.pairings)
            book.add(Round(number, matches, (*byes, *plan.byes)))

    def _byes(self, number: int) -> Iterator[Bye]:
        for entry in self.tournament.entries:
            if number < self.late.get(entry.id, 0):
                yield Bye(entry.id, ByeKind.ZERO)
            elif self._happens(self.mishaps):
                yield Bye(entry.id, self.random.choice((ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL)))

    def _result(self) -> Result:
        if self._happens(self.mishaps):
            win = self._happens(0.7)
            return Result(Outcome.FORFEIT_WIN if win else Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)
        if self._happens(self.draws):
            return Result(Outcome.DRAW, Outcome.DRAW)
        if self._happens(0.6):
            return Result(Outcome.WIN, Outcome.LOSS)
        return Result(Outcome.LOSS, Outcome.WIN)


def random_positions(
    seeds: range, players: tuple[int, int], rounds: tuple[int, int]
) -> Iterator[tuple[int, Position]]:
    """(seed, position) for every round of the events of these seeds."""
    for seed in seeds:
        for position in RandomEvent(seed, players, rounds).positions():
            yield seed, position
