"""The meetings of each round, by seat: the circle method and the Berger tables. No entries.

A seat is a number from 0. Each round has its matches in order and, where the number is odd, a bye.

| table          | even number                    | odd number                                       |
|----------------|--------------------------------|--------------------------------------------------|
| circle (C2)    | seat 1 fixed, others clockwise | the empty seat is fixed: 1 has the bye, then 2 … |
| Berger (FIDE)  | the last seat fixed            | the same table, the last seat is empty           |
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from crosstable.engine.pairing.round_robin.groups import Rounds

Seats = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TableRound:
    matches: tuple[Seats, ...]
    bye: int | None = None


def circle(size: int) -> list[TableRound]:
    """The circle method (C2): seat 0 stays, the others move one place on after each round."""
    if (
        size % 2
    ):  # The fixed seat is the empty one, so the ring passes it in order and round k is seat k's bye.
        return [TableRound(neighbours(apex, size), apex) for apex in range(size)]
    ring = list(range(size))
    rounds = []
    for _ in range(size - 1):
        rounds.append(TableRound(tuple((ring[i], ring[-1 - i]) for i in range(size // 2))))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def neighbours(apex: int, ring: int) -> tuple[Seats, ...]:
    """Those at equal distance from the apex meet; no two meet twice, because a + b = 2·apex (mod ring)."""
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
    """Return all rounds in order. The second leg repeats the first with sides exchanged."""
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
    """C.05, annex 1: in a double round robin the last two rounds of the first leg are swapped.

    Otherwise a player would have the same colour three times in a row.
    """
    return [*leg[:-2], *leg[:-3:-1]] if rounds is Rounds.BERGER else leg


def _reversed(round_: TableRound) -> TableRound:
    return TableRound(tuple((b, a) for a, b in round_.matches), round_.bye)


def _sides_shared(rounds: Sequence[TableRound]) -> list[TableRound]:
    """C4: in an odd circle no player has the fixed seat, so being named first rotates as well.

    The player named first less often is named first, the lower seat among equals; matches in which that decides come
    before the others. No rotation of seats alone gives the table of C4; this does.
    """
    firsts: Counter[int] = Counter()
    shared = []
    for round_ in rounds:
        owed = sorted(round_.matches, key=lambda m: -abs(firsts[m[0]] - firsts[m[1]]))
        matches = tuple((a, b) if (firsts[a], a) < (firsts[b], b) else (b, a) for a, b in owed)
        firsts.update(a for a, _ in matches)
        shared.append(TableRound(matches, round_.bye))
    return shared


def sides_in_turn(size: int, rounds: Sequence[TableRound]) -> list[TableRound]:
    """Return the rounds of a circle, one leg or two, with balanced sides.

    No seat is named first two more times than another. All but one (with an even number seat 0) form a ring; those who
    meet have the same distance from the seat that has the bye or meets seat 0. Counted along the ring from there, seats
    at odd distances are named first. The ring is of odd length, so of two who meet one distance is odd and the other
    even; and in a leg every seat has each distance once, half of them odd. A seat moves by one each round, so its sides
    alternate. Seat 0 alternates as well.
    """
    leg = size - 1 + size % 2
    with_sides = [_in_turn(size, number % leg, round_) for number, round_ in enumerate(rounds)]
    return [round_ if number < leg else _reversed(round_) for number, round_ in enumerate(with_sides)]


def _in_turn(size: int, number: int, round_: TableRound) -> TableRound:
    outside = 1 - size % 2  # The number of seats outside the ring.
    ring = size - outside
    with_first = {seat for match in round_.matches if 0 in match for seat in match} - {0}
    apex = round_.bye if round_.bye is not None else with_first.pop()

    def is_first(seat: int) -> bool:
        if outside and seat in (0, apex):
            return (seat == 0) == (number % 2 == 0)
        return (seat - apex) % ring % 2 == 1

    return TableRound(tuple((a, b) if is_first(a) else (b, a) for a, b in round_.matches), round_.bye)
