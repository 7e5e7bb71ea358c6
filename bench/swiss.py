"""Seconds and memory to pair a round of the wargame Swiss, engine only: `python -m bench.swiss`."""

from __future__ import annotations

import resource
import time
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from crosstable.engine.model import Entry, EntryId, Match, Round, RoundPlan, Tournament
from crosstable.engine.pairing.swiss import pair_round
from crosstable.engine.results import Points

SIZES = (200, 800, 2000)
ROUNDS = 8
CASES = {"no draws": 0.0, "5 % draws": 0.05, "30 % draws": 0.3, "all draws": 1.0}


@dataclass(frozen=True, slots=True)
class Row:
    case: str
    entries: int
    worst_seconds: float
    mean_seconds: float
    peak_megabytes: float


def measure_all(sizes: Sequence[int] = SIZES, rounds: int = ROUNDS) -> list[Row]:
    return [_measure(case, draws, size, rounds) for case, draws in CASES.items() for size in sizes]


def _measure(case: str, draws: float, size: int, rounds: int) -> Row:
    """Measure the time of every round and the memory of the slowest: tracing memory slows everything down."""
    states = _states(draws, size, rounds)
    seconds = [_seconds(state) for state in states]
    slowest = states[seconds.index(max(seconds))]
    return Row(case, size, max(seconds), sum(seconds) / rounds, _peak_megabytes(slowest))


def _states(draws: float, size: int, rounds: int) -> list[Tournament]:
    """Return the tournament before each round. One withdraws after each, so every other field is odd."""
    rng = Random(size)
    entries = tuple(Entry(EntryId(i), i) for i in range(1, size + 1))
    states = [Tournament(entries)]
    for _ in range(rounds - 1):
        last = states[-1]
        states.append(Tournament(entries, (*last.rounds, _play(pair_round(last, _active(last)), rng, draws))))
    return states


def _active(tournament: Tournament) -> list[EntryId]:
    return [entry.id for entry in tournament.entries][len(tournament.rounds) :]


def _play(plan: RoundPlan, rng: Random, draws: float) -> Round:
    matches = []
    for pairing in plan.pairings:
        # The higher ranked wins more often than not; upsets happen.
        first, second = (max(0, min(100, int(rng.gauss(60 - 10 * i, 25)))) for i in range(2))
        if rng.random() < draws:
            second = first
        matches.append(Match(pairing, Points().read((first, second)).to_result()))
    return Round(plan.number, tuple(matches), plan.byes)


def _seconds(tournament: Tournament, repeats: int = 3) -> float:
    """Return processor time, the best of some repeats: the engine uses one core, shared with others."""
    active = _active(tournament)
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        pair_round(tournament, active)
        seconds.append(time.process_time() - start)
    return min(seconds)


def _peak_megabytes(tournament: Tournament) -> float:
    active = _active(tournament)
    tracemalloc.start()
    pair_round(tournament, active)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def run() -> None:
    print(f"{'case':<12}{'entries':>8}{'worst s':>10}{'mean s':>10}{'peak MB':>10}")
    for row in measure_all():
        print(
            f"{row.case:<12}{row.entries:>8}{row.worst_seconds:>10.3f}{row.mean_seconds:>10.3f}"
            f"{row.peak_megabytes:>10.1f}"
        )
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(f"the whole run, interpreter and libraries included, peaked at {resident:.0f} MB resident")


if __name__ == "__main__":
    run()
