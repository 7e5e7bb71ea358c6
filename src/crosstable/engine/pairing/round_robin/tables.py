"""Who meets whom in which round, by seat: the circle method and the Berger tables. Knows no entries.

A seat is a number from 0. Each round has its matches in order and, where the number is odd, a bye.

| table          | even number                    | odd number                                     |
|----------------|--------------------------------|------------------------------------------------|
| circle (C2)    | seat 1 fixed, others clockwise | the empty seat is fixed: 1 sits out, then 2 …  |
| Berger (FIDE)  | the last seat fixed            | the same table, the last seat is empty         |
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from crosstable.engine.pairing.round_robin.options import Rounds

Seats = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TableRound:
    matches: tuple[Seats, ...]
    bye: int | None = None


def circle(size: int) -> list[TableRound]:
    """The circle method (C2): seat 0 stays, the others move one place on after each round."""
    return _odd_circle(size) if size % 2 else _even_circle(size)


def _even_circle(size: int) -> list[TableRound]:
    ring = list(range(size))
    rounds = []
    for _ in range(size - 1):
        rounds.append(TableRound(tuple((ring[i], ring[-1 - i]) for i in range(size // 2))))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _odd_circle(size: int) -> list[TableRound]:
    """The fixed seat is the empty one, so the ring passes it in order and round k is seat k's bye."""
    return [TableRound(neighbours(apex, size), apex) for apex in range(size)]


def neighbours(apex: int, ring: int) -> tuple[Seats, ...]:
    """Those at equal distance from the apex meet; nobody does twice, for a + b = 2·apex (mod ring)."""
    return tuple(((apex + j) % ring, (apex - j) % ring) for j in range(1, (ring + 1) // 2))


def berger(size: int) -> list[TableRound]:
    """The Berger tables (FIDE Handbook C.05, annex 1); the first named has White.

    With an even number n the last seat meets seats 1, 1 + n/2, 1 + 2·n/2 … counted in the ring of the
    n - 1 others, with Black in odd rounds and White in even ones. With an odd number it is empty.
    """
    even = size + size % 2
    rounds = []
    for number in range(even - 1):
        apex = number * (even // 2) % (even - 1)
        rest = neighbours(apex, even - 1)
        if size % 2:
            rounds.append(TableRound(rest, apex))
        else:
            last = (even - 1, apex) if number % 2 else (apex, even - 1)
            rounds.append(TableRound((last, *rest)))
    return rounds


TABLES: Mapping[Rounds, Callable[[int], list[TableRound]]] = {Rounds.CIRCLE: circle, Rounds.BERGER: berger}


def table(size: int, rounds: Rounds, last_bye: int | None = None, double: bool = False) -> list[TableRound]:
    """All rounds in order. The second leg repeats the first with sides exchanged."""
    leg = _with_last_bye(TABLES[rounds](size), last_bye)
    if rounds is Rounds.CIRCLE and size % 2:
        leg = _sides_shared(leg)
    if not double:
        return leg
    return [*_first_leg(leg, rounds), *map(_reversed, leg)]


def _with_last_bye(rounds: list[TableRound], last_bye: int | None) -> list[TableRound]:
    """C4: that round moves to the end, the others keep their order."""
    if last_bye is None:
        return rounds
    return sorted(rounds, key=lambda r: r.bye == last_bye)


def _first_leg(leg: list[TableRound], rounds: Rounds) -> list[TableRound]:
    """C.05, annex 1: in a double round robin the last two rounds of the first leg change places, or
    somebody would have the same colour three times running."""
    return [*leg[:-2], *leg[:-3:-1]] if rounds is Rounds.BERGER else leg


def _reversed(round_: TableRound) -> TableRound:
    return TableRound(tuple((b, a) for a, b in round_.matches), round_.bye)


def _sides_shared(rounds: Sequence[TableRound]) -> list[TableRound]:
    """C4: in an odd circle nobody has the fixed seat, so being named first goes round as well.

    Whoever was named first less often is named first, the lower seat among equals; matches in which
    that decides come before the others. No rotation of seats alone gives the table of C4; this does.
    """
    firsts: Counter[int] = Counter()
    shared = []
    for round_ in rounds:
        owed = sorted(round_.matches, key=lambda m: -abs(firsts[m[0]] - firsts[m[1]]))
        matches = tuple((a, b) if (firsts[a], a) < (firsts[b], b) else (b, a) for a, b in owed)
        firsts.update(a for a, _ in matches)
        shared.append(TableRound(matches, round_.bye))
    return shared
