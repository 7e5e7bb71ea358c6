"""Small events for the brute-force tests of pairing systems: a few players, rounds at random or one by one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from crosstable.engine.model import (
    Bye,
    ByeKind,
    Entry,
    EntryId,
    Match,
    Outcome,
    Pairing,
    Result,
    Round,
    Tournament,
)

RESULTS = (
    Result(Outcome.WIN, Outcome.LOSS),
    Result(Outcome.LOSS, Outcome.WIN),
    Result(Outcome.DRAW, Outcome.DRAW),
    Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    None,
)
POINTS = {Outcome.WIN: 2, Outcome.FORFEIT_WIN: 2, Outcome.DRAW: 1}
Board = tuple[int, int]


def ways(rest: list[int]) -> Iterator[list[Board]]:
    if not rest:
        yield []
        return
    first, *others = rest
    for other in others:
        for more in ways([id for id in others if id != other]):
            yield [(first, other), *more]


def random_event(seed: int) -> Tournament:
    """Few ratings, many equal scores, colours and meetings at random, sometimes a forfeit, an open game or a bye."""
    rng = Random(seed)
    size, rounds = rng.randint(2, 8), rng.randint(0, 6)
    entries = tuple(Entry(EntryId(n), n, rating=rng.choice((1200, 1500, 1700))) for n in range(1, size + 1))
    played = []
    for number in range(1, rounds + 1):
        order = rng.sample([entry.id for entry in entries], size)
        pairs = [Pairing(a, b) for a, b in zip(order[::2], order[1::2], strict=False)]
        matches = tuple(Match(pair, rng.choices(RESULTS, (6, 6, 4, 2, 1, 1))[0]) for pair in pairs)
        byes = (Bye(order[-1], ByeKind.ALLOCATED),) if size % 2 else ()
        played.append(Round(number, matches, byes))
    return Tournament(entries, tuple(played), 9)


def event_of(ratings: list[int], *rounds: tuple[Match, ...], byes: tuple[Bye, ...] = ()) -> Tournament:
    entries = tuple(Entry(EntryId(n), n, rating=rating) for n, rating in enumerate(ratings, start=1))
    return Tournament(entries, tuple(Round(n, matches, byes) for n, matches in enumerate(rounds, start=1)), 9)


def match(white: int, black: int, result: Result | None = RESULTS[0]) -> Match:
    return Match(Pairing(EntryId(white), EntryId(black)), result)
