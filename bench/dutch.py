"""Seconds per round of the Dutch system, compared with the reference engine; `python -m bench.dutch`.

A round costs what `crosstable check` spends on it: reading its share of the file, the facts, the pairing.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from bench.reference import REFERENCE_SECONDS, UNIT_WHERE_MEASURED, machine_unit
from crosstable.engine.generator import GeneratorOptions, generate_tournament
from crosstable.engine.model import (
    Entry,
    EntryId,
    Match,
    Outcome,
    Pairing,
    Result,
    Round,
    Tournament,
)
from crosstable.engine.pairing.check import check_rounds
from crosstable.engine.pairing.fide.dutch import pair_brackets, pair_dutch
from crosstable.engine.pairing.fide.facts import facts_of_round
from crosstable.engine.pairing.fide.options import DutchOptions
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.trf import TrfDocument, read_trf, write_trf

ROUNDS = 7
REPEATS = 3
CONTRIVED = (100, 300, 600, 1000)


@dataclass(frozen=True)
class Measured:
    players: int
    seconds: float
    differing: int


def measure(players: int) -> Measured:
    """Return the best of a few runs over one generated tournament, per round."""
    tournament, options = generate_tournament(GeneratorOptions(players, ROUNDS), seed=players)
    data = write_trf(TrfDocument(tournament, options)).encode()
    best, differing = float("inf"), 0
    for _ in range(REPEATS):
        started = time.perf_counter()
        document = read_trf(data)
        differing = sum(c.differs for c in check_rounds(document.tournament, document.options))
        best = min(best, time.perf_counter() - started)
    return Measured(players, best / ROUNDS, differing)


def contrived(players: int) -> Tournament:
    """All games of round 1 drawn but the last, which both lost: the two below have met, so two must float."""
    half = players // 2
    lost = Result(Outcome.LOSS, Outcome.LOSS)
    drawn = Result(Outcome.DRAW, Outcome.DRAW)
    matches = tuple(
        Match(_board(upper, upper + half), lost if upper == half else drawn) for upper in range(1, half + 1)
    )
    entries = tuple(Entry(EntryId(number), number) for number in range(1, players + 1))
    return Tournament(entries, (Round(1, matches),), 9)


def _board(upper: int, lower: int) -> Pairing:
    white, black = (upper, lower) if upper % 2 else (lower, upper)
    return Pairing(EntryId(white), EntryId(black))


def exchanges(players: int) -> Iterator[list[range]]:
    """Yield bans in pairs of ranges that may not meet, in a field where all players have one score."""
    half = players // 2
    lower, most, first = range(half + 1, players + 1), range(half * 3 // 4, players + 1), range(1, half + 1)
    yield [range(1, 2), lower]
    yield [range(1, 2), most]
    yield [range(1, 3), lower]
    yield [range(1, 11), lower]
    yield [range(players, players + 1), first]
    yield [range(1, 2), most, range(players, players + 1), first]


def _seconds_of_exchange(bans: list[range]) -> float:
    players = max(max(numbers) for numbers in bans)
    book = Scorebook(
        Tournament(tuple(Entry(EntryId(n), n) for n in range(1, players + 1)), (), 9), DutchOptions()
    )
    blocks = zip(bans[::2], bans[1::2], strict=True)
    forbidden = [(EntryId(a), EntryId(b)) for some, others in blocks for a in some for b in others if a != b]
    started = time.process_time()
    pair_brackets(facts_of_round(book.players(()), forbidden))
    return time.process_time() - started


def run() -> None:
    unit = machine_unit()
    print(f"U = {unit:.3f} s here, {UNIT_WHERE_MEASURED} s where the reference engine was measured")
    columns = ("s per round", "in U", "reference s", "in its U", "times faster")
    print(f"{'players':>8} " + " ".join(f"{name:>12}" for name in columns))
    for players, reference in REFERENCE_SECONDS.items():
        measured = measure(players)
        assert not measured.differing, "a generated tournament is its own answer"
        faster = (reference / UNIT_WHERE_MEASURED) / (measured.seconds / unit)
        print(
            f"{players:>8} {measured.seconds:>12.4f} {measured.seconds / unit:>12.3f} {reference:>12.2f} "
            f"{reference / UNIT_WHERE_MEASURED:>12.1f} {faster:>12.0f}"
        )
    print("contrived: C4 forces two floaters from one large bracket")
    for players in CONTRIVED:
        tournament = contrived(players)
        started = time.perf_counter()
        pair_dutch(tournament)
        print(f"{players:>8} {time.perf_counter() - started:>12.4f}")
    print("contrived: bans force an exchange (4.4) on one large bracket")
    for players in CONTRIVED:
        print(f"{players:>8} {max(map(_seconds_of_exchange, exchanges(players))):>12.4f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"peak memory {peak / (1024 * 1024 if sys.platform == 'darwin' else 1024):.0f} MB")


if __name__ == "__main__":
    run()
