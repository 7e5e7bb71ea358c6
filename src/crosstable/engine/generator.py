"""Random tournaments for tests and demos: the same seed gives the same tournament on every platform."""

from dataclasses import dataclass, replace
from random import Random

from crosstable.engine.model import (
    Bye,
    ByeKind,
    Color,
    Entry,
    EntryId,
    Match,
    Outcome,
    Pairing,
    Result,
    Round,
    Tournament,
)
from crosstable.engine.pairing.fide.dutch import plan_round
from crosstable.engine.pairing.fide.options import DutchOptions, baku_acceleration
from crosstable.engine.pairing.fide.scorebook import Scorebook

ODD_RESULTS = (
    Result(Outcome.DRAW, Outcome.LOSS),
    Result(Outcome.LOSS, Outcome.DRAW),
    Result(Outcome.LOSS, Outcome.LOSS),
)


@dataclass(frozen=True, slots=True)
class GeneratorOptions:
    """Rates of random events, as probabilities.

    Draws, forfeits and odd results (½–0, 0–0 over the board) are per game, withdrawals and byes of each kind per player
    and round, upsets per decided game (the lower rated player wins it).

    `rounds_played`: stop after this number of rounds.
    """

    players: int
    rounds: int
    draws: float = 0.3
    forfeits: float = 0.02
    withdrawals: float = 0.005
    half_point_byes: float = 0.02
    upsets: float = 0.2
    highest_rating: int = 2600
    lowest_rating: int = 1200
    accelerated: bool = False
    zero_point_byes: float = 0.0
    full_point_byes: float = 0.0
    odd_results: float = 0.0
    rounds_played: int | None = None


def generate_tournament(options: GeneratorOptions, seed: int) -> tuple[Tournament, DutchOptions]:
    """Generate all rounds or the first few, paired by the Dutch system.

    Raises PairingImpossible if a round has no pairing.
    """
    return _Generator(options, Random(seed)).play()


class _Generator:
    def __init__(self, options: GeneratorOptions, random: Random) -> None:
        self.options = options
        self.random = random
        self.withdrawn: set[EntryId] = set()
        self.had_half_point: set[EntryId] = set()
        self.tournament = Tournament(self._entries(), total_rounds=options.rounds)
        self.initial = Color.WHITE if self._happens(0.5) else Color.BLACK
        acceleration = baku_acceleration(self.tournament) if options.accelerated else {}
        self.dutch = DutchOptions(self.initial, acceleration=acceleration)
        self.rating = {entry.id: entry.rating for entry in self.tournament.entries}

    def _entries(self) -> tuple[Entry, ...]:
        span = self.options.highest_rating - self.options.lowest_rating
        ratings = sorted((self._rating(span) for _ in range(self.options.players)), reverse=True)
        return tuple(
            Entry(EntryId(number), number, f"Player {number:04}", rating)
            for number, rating in enumerate(ratings, start=1)
        )

    def _rating(self, span: int) -> int:
        """Draw a rating near the middle of the range: the mean of three draws."""
        drawn = sum(self.random.random() for _ in range(3)) / 3
        return self.options.lowest_rating + round(span * drawn)

    def _happens(self, probability: float) -> bool:
        return self.random.random() < probability

    def play(self) -> tuple[Tournament, DutchOptions]:
        book = Scorebook(self.tournament, self.dutch)
        rounds: list[Round] = []
        wanted = self.options.rounds_played
        last = self.options.rounds if wanted is None else min(wanted, self.options.rounds)
        for number in range(1, last + 1):
            rounds.append(self._play_round(number, book))
            book.add(rounds[-1])
        return replace(self.tournament, rounds=tuple(rounds)), self.dutch

    def _play_round(self, number: int, book: Scorebook) -> Round:
        byes = self._byes(number)
        plan = plan_round(book, [bye.entry for bye in byes], self.initial)
        matches = tuple(Match(pairing, self._result(pairing)) for pairing in plan.pairings)
        return Round(number, matches, (*byes, *plan.byes))

    def _byes(self, number: int) -> list[Bye]:
        """Choose absent players: withdrawn, or absent once with half a point (not in the last round)."""
        byes: list[Bye] = []
        for entry in self.tournament.entries:
            if entry.id not in self.withdrawn and number > 1 and self._happens(self.options.withdrawals):
                self.withdrawn.add(entry.id)
            if entry.id in self.withdrawn:
                byes.append(Bye(entry.id, ByeKind.ZERO))
            elif self._takes_half_point(entry.id, number):
                self.had_half_point.add(entry.id)
                byes.append(Bye(entry.id, ByeKind.HALF))
            elif self._drawn(self.options.zero_point_byes):
                byes.append(Bye(entry.id, ByeKind.ZERO))
            elif self._drawn(self.options.full_point_byes):
                byes.append(Bye(entry.id, ByeKind.FULL))
        return byes

    def _drawn(self, probability: float) -> bool:
        """Draw no random number where the probability is zero, so a seed keeps giving the same tournament."""
        return probability > 0 and self._happens(probability)

    def _takes_half_point(self, id: EntryId, number: int) -> bool:
        may = number < self.options.rounds and id not in self.had_half_point
        return may and self._happens(self.options.half_point_byes)

    def _result(self, pairing: Pairing) -> Result:
        if self._happens(self.options.forfeits):
            return self._forfeit()
        if self._drawn(self.options.odd_results):
            return self.random.choice(ODD_RESULTS)
        if self._happens(self.options.draws):
            return Result(Outcome.DRAW, Outcome.DRAW)
        first_is_stronger = self.rating[pairing.first] >= self.rating[pairing.second]
        if first_is_stronger != self._happens(self.options.upsets):
            return Result(Outcome.WIN, Outcome.LOSS)
        return Result(Outcome.LOSS, Outcome.WIN)

    def _forfeit(self) -> Result:
        """Draw a forfeit by one side, sometimes by both."""
        if self._happens(0.1):
            return Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)
        if self._happens(0.5):
            return Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
        return Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)
