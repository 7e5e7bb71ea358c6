"""Chess events written as a crosstable, one player a line: number, rating, then each round.

`9w1` White against 9, won; `=` drawn, `0` lost, `+` and `-` by forfeit; H, U, Z, F are byes; `.` is a free round.
"""

from __future__ import annotations

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

OUTCOMES = {
    "1": Outcome.WIN,
    "=": Outcome.DRAW,
    "0": Outcome.LOSS,
    "+": Outcome.FORFEIT_WIN,
    "-": Outcome.FORFEIT_LOSS,
}
BYES = {"H": ByeKind.HALF, "U": ByeKind.ALLOCATED, "Z": ByeKind.ZERO, "F": ByeKind.FULL}


def table(text: str, *, is_round_robin: bool = False) -> Tournament:
    lines = [line.split() for line in text.strip().splitlines()]
    entries = tuple(Entry(EntryId(int(no)), int(no), no, int(rating)) for no, rating, *_ in lines)
    cells = {EntryId(int(no)): rounds for no, _, *rounds in lines}
    count = len(lines[0]) - 2
    rounds = tuple(
        _round(n, {id: of_one[n - 1] for id, of_one in cells.items()}) for n in range(1, count + 1)
    )
    return Tournament(entries, rounds, count, is_round_robin=is_round_robin)


def _round(number: int, cells: dict[EntryId, str]) -> Round:
    matches = []
    for id, cell in cells.items():
        if cell[-2:-1] == "w":
            other = EntryId(int(cell[:-2]))
            result = Result(OUTCOMES[cell[-1]], OUTCOMES[cells[other][-1]])
            matches.append(Match(Pairing(id, other), result))
    byes = tuple(Bye(id, BYES[cell]) for id, cell in cells.items() if cell in BYES)
    return Round(number, tuple(matches), byes)
