"""A search that assigns boards: every player on every board equally often, at a constant temperature.

It exchanges the boards of two matches of a round at a constant low temperature (Metropolis). That beats descent, which
stops where no single exchange helps, and needs no exact solver, which does not finish. The same seed gives the same
boards. There is no guarantee: `excess` is what was reached, 0 being as equal as possible for every player.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random

Match = tuple[int, int]
"""Two players by number from 0."""
Rounds = Sequence[Sequence[Match]]
BoardsOfRounds = list[list[int]]
"""The board of each match, from 0, round by round."""

# Determined by experiment: at 0.3 large groups stay uneven forever, at 0.1 the small defects no longer move.
TEMPERATURE = 0.15
_CHANCES = [exp(-worse / TEMPERATURE) for worse in range(8)]


@dataclass(frozen=True, slots=True)
class Balance:
    boards: BoardsOfRounds
    excess: int


def balance(
    rounds: Rounds,
    boards: int,
    *,
    moves: int,
    seed: int = 1,
    start: BoardsOfRounds | None = None,
    enough: int = 0,
) -> Balance:
    """Return the boards after the given number of attempted exchanges, or once the excess is `enough`.

    In every round the boards are used equally often, give or take one, so a round takes no more slots than it must.
    """
    places = [
        _places(round_, boards, begin) for round_, begin in zip(rounds, _starts(rounds, start), strict=True)
    ]
    counts = _counts(rounds, places, boards)
    excess = sum(count * count for count in counts) - _least_squares(rounds, boards)
    excess = _exchange(places, counts, boards, excess, moves, enough, Random(seed))
    return Balance([_read(round_, row, boards) for round_, row in zip(rounds, places, strict=True)], excess)


def excess_of(rounds: Rounds, rows: Sequence[Sequence[int]], boards: int) -> int:
    """Return by how much the squares of the counts exceed those of counts that differ by one at most."""
    used = times_on_boards(rounds, rows)
    return sum(times * times for times in used.values()) - _least_squares(rounds, boards)


def times_on_boards(rounds: Rounds, rows: Sequence[Sequence[int]]) -> Counter[tuple[int, int]]:
    """Count how often each player is on each board, by player and board."""
    return Counter(
        (player, board)
        for round_, row in zip(rounds, rows, strict=True)
        for match, board in zip(round_, row, strict=True)
        for player in match
    )


# A round as places: place p is on board p mod boards. Empty ones (None) are in the last row only: a board has at most
# one of them.
_Places = list[Match | None]


def _starts(rounds: Rounds, start: BoardsOfRounds | None) -> BoardsOfRounds:
    """Start from the given boards, or from the formula of C3: match index + round index."""
    if start is not None:
        return start
    return [[index + number for index in range(len(round_))] for number, round_ in enumerate(rounds)]


def _places(round_: Sequence[Match], boards: int, begin: Sequence[int]) -> _Places:
    places: _Places = [None] * (-(-len(round_) // boards) * boards)
    for match, board in zip(round_, begin, strict=True):
        place = board % boards
        while places[place] is not None:
            place += boards
        places[place] = match
    return places


def _counts(rounds: Rounds, places: Sequence[_Places], boards: int) -> list[int]:
    """Count how often each player is on each board, at player · boards + board."""
    players = 1 + max(player for round_ in rounds for match in round_ for player in match)
    counts = [0] * (players * boards)
    for row in places:
        for place, match in enumerate(row):
            for player in match or ():
                counts[player * boards + place % boards] += 1
    return counts


def _least_squares(rounds: Rounds, boards: int) -> int:
    """For a given sum the squares are smallest where the counts differ by one at most."""
    games = Counter(player for round_ in rounds for match in round_ for player in match)
    even = (divmod(played, boards) for played in games.values())
    return sum(each * each * (boards - more) + (each + 1) ** 2 * more for each, more in even)


def _read(round_: Sequence[Match], row: _Places, boards: int) -> list[int]:
    board = {match: place % boards for place, match in enumerate(row) if match is not None}
    return [board[match] for match in round_]


def _exchange(
    places: list[_Places], counts: list[int], boards: int, excess: int, moves: int, enough: int, draw: Random
) -> int:
    """One long loop over plain lists, because it runs millions of times."""
    random, rounds = draw.random, len(places)
    for _ in range(moves):
        if excess <= enough:
            break
        row = places[int(random() * rounds)]
        size = len(row)
        here, there = int(random() * size), int(random() * size)
        x, y = here % boards, there % boards
        one, two = row[here], row[there]
        last = size - boards
        if x == y or (one is None and (two is None or there < last)) or (two is None and here < last):
            continue
        worse = 0
        if one is not None:
            a, b = one[0] * boards, one[1] * boards
            worse += counts[a + y] - counts[a + x] + counts[b + y] - counts[b + x] + 2
        if two is not None:
            c, d = two[0] * boards, two[1] * boards
            worse += counts[c + x] - counts[c + y] + counts[d + x] - counts[d + y] + 2
        if worse > 0 and (worse >= len(_CHANCES) or random() > _CHANCES[worse]):
            continue
        row[here], row[there] = two, one
        excess += 2 * worse
        if one is not None:
            counts[a + x] -= 1
            counts[b + x] -= 1
            counts[a + y] += 1
            counts[b + y] += 1
        if two is not None:
            counts[c + y] -= 1
            counts[d + y] -= 1
            counts[c + x] += 1
            counts[d + x] += 1
    return excess
