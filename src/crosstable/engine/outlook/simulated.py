"""Simulation of the remaining games, if there are too many combinations: seeded and repeated.

Results follow the ratings, with the share of draws so far; a score is sampled from those already played. One simulation
counts all entries, so it answers the question for each of them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId, Match, Pairing, Result, Round, Tournament
from crosstable.engine.outlook.exact import (
    OUTCOMES,
    Ending,
    OpenGame,
    game_of,
    open_games,
    result_of,
    with_endings,
)
from crosstable.engine.standings import standings

Places = Counter[int]
Pair = Callable[[Tournament], Tournament]
USUAL_DRAWS = 0.1
CONFIDENCE = 1.96


@dataclass(frozen=True)
class Simulation:
    """How often each entry reached each place, by the ending of its game (None: it has none left)."""

    samples: int
    seed: int
    places: Mapping[EntryId, Mapping[Ending | None, Places]] = field(default_factory=dict)

    @staticmethod
    def share(places: Places, at_best: int, at_worst: int) -> float:
        """Return how often the entry reached a place from `at_best` to `at_worst`."""
        total = sum(places.values())
        return sum(n for place, n in places.items() if at_best <= place <= at_worst) / total if total else 0.0

    @staticmethod
    def error(places: Places, share: float) -> float:
        """Return half the width of the 95% confidence interval of the share (Agresti and Coull)."""
        count = sum(places.values()) + CONFIDENCE**2
        middle = (share * sum(places.values()) + CONFIDENCE**2 / 2) / count
        return float(CONFIDENCE * (middle * (1 - middle) / count) ** 0.5)


def simulate(
    tournament: Tournament,
    codes: Sequence[str],
    samples: int,
    seed: int,
    *,
    with_vp: bool = False,
    last_round: Pair | None = None,
) -> Simulation:
    """Play the open games out `samples` times; `last_round` adds a round that is not paired yet."""
    rng = Random(seed)
    places: dict[EntryId, dict[Ending | None, Places]] = defaultdict(lambda: defaultdict(Counter))
    dice = _Dice(tournament, rng, with_vp)
    for _ in range(samples):
        event = last_round(tournament) if last_round is not None else tournament
        games = open_games(event)
        endings = {game: dice.ending(game) for game in games}
        results = {game: dice.result(ending) for game, ending in endings.items()}
        for row in standings(with_endings(event, results), codes):
            mine = game_of(games, row.entry.id)
            own = mine.side(endings[mine], row.entry.id) if mine is not None else None
            places[row.entry.id][own][row.rank] += 1
    return Simulation(samples, seed, {id: dict(counts) for id, counts in places.items()})


class _Dice:
    """Probabilities and scores of this event so far."""

    def __init__(self, tournament: Tournament, rng: Random, with_vp: bool) -> None:
        self.rng, self.with_vp = rng, with_vp
        self.ratings = {entry.id: entry.rating for entry in tournament.entries}
        played = [g for h in history_of(tournament).values() for g in h.played]
        drawn = sum(g.vp_for == g.vp_against if with_vp else g.outcome == _DRAW for g in played)
        self.draws = (drawn + 10 * USUAL_DRAWS) / (len(played) + 10)
        self.won = [(g.vp_for, g.vp_against) for g in played if g.vp_for > g.vp_against] or [(60, 40)]
        self.level = [g.vp_for for g in played if g.vp_for == g.vp_against] or [50]
        self.tallies = {
            ending: [g.tallies for g in played if g.tallies and g.outcome is OUTCOMES[ending][0]]
            for ending in Ending
        }

    def ending(self, game: OpenGame) -> Ending:
        if self.rng.random() < self.draws:
            return Ending.DRAW
        return Ending.WIN if self.rng.random() < self._expected(game) else Ending.LOSS

    def _expected(self, game: OpenGame) -> float:
        """Elo's expectation where both have a rating, otherwise even chances."""
        one, two = self.ratings[game.first], self.ratings[game.second]
        return 1 / (1 + 10 ** ((two - one) / 400)) if one and two else 0.5

    def result(self, ending: Ending) -> Result:
        if not self.with_vp:
            return self._with_tallies(ending)
        if ending is Ending.DRAW:
            level = self.rng.choice(self.level)
            return result_of(ending, level, level)
        high, low = self.rng.choice(self.won)
        return result_of(ending, high, low) if ending is Ending.WIN else result_of(ending, low, high)

    def _with_tallies(self, ending: Ending) -> Result:
        """Return a result with the sets or games of an earlier match that ended this way."""
        counted = self.tallies[ending]
        return replace(result_of(ending), tallies=self.rng.choice(counted)) if counted else result_of(ending)


_DRAW = result_of(Ending.DRAW).first


def neighbours_meet(tournament: Tournament, codes: Sequence[str], active: Collection[EntryId]) -> Tournament:
    """Add a guess at the last round: neighbours in the standings who have not met play each other."""
    rows = [row for row in standings(tournament, codes) if row.entry.id in active]
    left, matches = [row.entry.id for row in rows], []
    met = {row.entry.id: row.history.met for row in rows}
    while len(left) > 1:
        first = left.pop(0)
        second = next((id for id in left if id not in met[first]), left[0])
        left.remove(second)
        matches.append(Match(Pairing(first, second)))
    number = len(tournament.rounds) + 1
    return replace(tournament, rounds=(*tournament.rounds, Round(number, tuple(matches))))
