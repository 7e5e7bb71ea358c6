"""Computes the tables of balanced boards that the engine ships: `python -m bench.balanced [players …]`, an hour or two.

If no construction is known (engine/pairing/round_robin/balanced.py) the engine's search runs from one seed after
another. What it leaves uneven, mostly one or two players on two boards, a solver repairs: it reassigns the matches of a
few boards among these boards, over all rounds together (balanced_repair.py). If 3 divides n - 1 and there are as many
boards as matches, the start is not the search but as much of the construction as there can be. Nothing depends on the
computer or the time. The tables shipped come from several runs, with two and with three million exchanges per seed.
Existing tables are kept; remove the file to compute all of them again.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.balanced_repair import repaired
from crosstable.engine.pairing.round_robin import balanced
from crosstable.engine.pairing.round_robin.balancing import BoardsOfRounds, balance

FILE = Path(balanced.__file__).with_name("balanced.z")
MOVES, SEEDS = 2_000_000, range(1, 7)
# Nearly balanced: a solver repairs this much, hardly more.
LITTLE = 8
Tables = dict[tuple[int, int], BoardsOfRounds]


def main(sizes: list[int]) -> None:
    tables = _read()
    for size in sizes or range(4, balanced.LARGEST_IN_TABLES + 1):
        for boards in range(size // 2, 1, -1):
            if balanced.known(size, boards, tables) is None:
                _make(tables, size, boards)
                _write(tables)


def _make(tables: Tables, size: int, boards: int) -> None:
    found = _found(size, boards)
    print(size, boards, "not found" if found is None else "found", flush=True)
    if found is not None:
        tables[size, boards] = found


def _found(size: int, boards: int) -> BoardsOfRounds | None:
    rounds = balanced.ring_rounds(size)
    for start in _constructed(size) if 2 * boards == size and size % 3 == 1 else _searched(size, boards):
        found = repaired(rounds, boards, start, least=balanced.least_excess(size, boards))
        if found is not None:
            return found
    return None


def _searched(size: int, boards: int) -> Iterator[BoardsOfRounds]:
    """Yield what is as equal as can be, then what nearly is."""
    rounds, least = balanced.ring_rounds(size), balanced.least_excess(size, boards)
    nearly = []
    for seed in SEEDS:
        found = balance(rounds, boards, moves=MOVES, seed=seed, enough=least)
        if found.excess <= least:
            yield found.boards
        nearly.append(found)
    yield from (found.boards for found in sorted(nearly, key=lambda f: f.excess) if found.excess <= LITTLE)


def _constructed(size: int) -> Iterator[BoardsOfRounds]:
    """Yield the construction's exchanges for every distance but (n-1)/3, where a player would get two."""
    for seed in range(1, 20_000):
        pairs = _exchanges(size - 1, Random(seed))
        if pairs is not None:
            boards = [list(range(size // 2)) for _ in range(size - 1)]
            for distance, rounds in pairs.items():
                for row in (boards[number] for number in rounds):
                    row[0], row[distance] = row[distance], row[0]
            yield boards


def _exchanges(ring: int, draw: Random) -> dict[int, tuple[int, int]] | None:
    """Return for each distance i two rounds p and p + i, all different; all p - i and p + 2i differ, too.

    Hill climbing as for strong starters: a pair replaces at most one other that it conflicts with.
    """
    wanted = [i for i in range(1, (ring + 1) // 2) if 3 * i != ring]
    pairs: dict[int, tuple[int, int]] = {}
    held: dict[tuple[str, int], int] = {}
    for _ in range(3000):
        left = [i for i in wanted if i not in pairs]
        if not left:
            return pairs
        i = draw.choice(left)
        p = draw.choice([number for number in range(ring) if ("round", number) not in held])
        q = (p + draw.choice((i, -i))) % ring
        others = {held[key] for key in _keys(p, q, ring) if key in held}
        if len(others) < 2:
            for other in others:
                for key in _keys(*pairs.pop(other), ring):
                    del held[key]
            pairs[i] = (p, q)
            held |= dict.fromkeys(_keys(p, q, ring), i)
    return None


def _keys(p: int, q: int, ring: int) -> tuple[tuple[str, int], ...]:
    return ("round", p), ("round", q), ("player", (2 * p - q) % ring), ("player", (2 * q - p) % ring)


def _read() -> Tables:
    lines = zlib.decompress(FILE.read_bytes()).decode().splitlines() if FILE.exists() else []
    return dict(map(balanced.read_line, lines))


def _write(tables: Tables) -> None:
    lines = (balanced.written_line(*key, tables[key]) + "\n" for key in sorted(tables))
    FILE.write_bytes(zlib.compress("".join(lines).encode(), 9))


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]])
