"""Standings of 800 entries after 8 rounds, engine only: `python -m bench.standings`."""

from __future__ import annotations

import time
from random import Random

from rich.console import Console
from rich.table import Table

from crosstable.engine.model import Entry, EntryId, Match, Pairing, Round, Tournament
from crosstable.engine.results import Points
from crosstable.engine.standings import standings

SIZES = (200, 800, 2000)
ROUNDS = 8


def run() -> None:
    table = Table("entries", "rounds", "standings (ms)", "limit (ms)")
    for size in SIZES:
        table.add_row(
            str(size), str(ROUNDS), f"{_milliseconds(_played(size)):.0f}", "50" if size == 800 else ""
        )
    Console().print(table)


def _played(size: int) -> Tournament:
    rng, ids = Random(size), [EntryId(i) for i in range(1, size + 1)]
    rounds = []
    for number in range(1, ROUNDS + 1):
        rng.shuffle(ids)
        pairs = zip(ids[::2], ids[1::2], strict=True)
        matches = (
            Match(Pairing(a, b), Points().read((rng.randint(0, 100), rng.randint(0, 100))).to_result())
            for a, b in pairs
        )
        rounds.append(Round(number, tuple(matches)))
    return Tournament(tuple(Entry(i, i) for i in sorted(ids)), tuple(rounds), ROUNDS)


def _milliseconds(tournament: Tournament) -> float:
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        standings(tournament)
        best = min(best, time.perf_counter() - start)
    return best * 1000


if __name__ == "__main__":
    run()
