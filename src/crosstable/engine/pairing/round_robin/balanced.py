"""Balanced boards: every player on every board equally often, give or take one.

The rounds stay those of the circle and of Berger, which are equivalent: the players but one (even number) or all of
them (odd) form a ring; in the round of apex p, p meets the one outside the ring or has the bye, and those at equal
distance from p meet. A match is identified by its apex and its distance, and so is its board.

| players | boards                      | how                                                                  |
|---------|-----------------------------|----------------------------------------------------------------------|
| odd     | n//2, or a divisor of it    | board = distance: each player meets each distance twice              |
| even    | n/2, 3 does not divide n-1  | board = distance, with the exchanges of `_patterned`                 |
| even    | a divisor of n/2            | boards of the above merged: 1 or 2 a board become 2g-1 or 2g         |
| even    | one less than n/2           | the above without its last board: see `_one_board_less`              |
| to 40   | every other number          | balanced.z, found by `balance`, written by `python -m bench.balanced` |
| above   | every other number          | `balance` with a limit; what it reached is in the report             |
| 4       | 3 to 6                      | `FOUR`, the best of all ways, on more boards than a round has matches |

Impossible are 4 players on 2 to 5 boards, and an odd number of players where each would be on each board an odd number
of times (docs/algorithms/round-robin.md has the proofs): there some player is on one board two more times than on
another.

Several groups that share boards, or two legs, are assigned by the search in `balancing`.
"""

import zlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from crosstable.engine.pairing.round_robin.balancing import (
    BoardsOfRounds,
    Match,
    balance,
    excess_of,
    times_on_boards,
)
from crosstable.engine.pairing.round_robin.groups import Rounds
from crosstable.engine.pairing.round_robin.tables import Seats, neighbours

LARGEST_IN_TABLES = 40
# Four players on more than two boards: on two one of them is three times on one board. The tests try all ways.
FOUR = {
    3: [[0, 1], [0, 2], [1, 2]],
    4: [[0, 1], [0, 1], [2, 3]],
    5: [[0, 1], [0, 2], [3, 4]],
    6: [[0, 1], [2, 3], [4, 5]],
}
FOUR_EXCESS = {2: 4, 3: 6, 4: 4, 5: 2}
Tables = Mapping[tuple[int, int], BoardsOfRounds]
"""By number of players and boards."""
# About a second of searching.
MOVES = 400_000
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def ring_rounds(size: int) -> list[list[Match]]:
    """Return the matches of each apex by distance. An even field has its last player outside the ring."""
    ring = size - 1 + size % 2
    return [[*([] if size % 2 else [(ring, apex)]), *neighbours(apex, ring)] for apex in range(ring)]


def least_excess(size: int, boards: int, legs: int = 1) -> int:
    """Return the lower bound for any search, counted as in `balancing.excess_of`: see the proofs."""
    if (size, legs) == (4, 1):
        return FOUR_EXCESS.get(boards, 0)
    each, over = divmod(legs * (size - 1), boards)
    return boards if size % 2 and each % 2 and not over else 0


@cache
def ring_boards(size: int, boards: int) -> Sequence[Sequence[int]]:
    """Return the board of each match, from 0, for the rounds of `ring_rounds`.

    Boards beyond size // 2 stay empty, except for four players.
    """
    if size == 4 and boards > 2:
        return FOUR[min(boards, max(FOUR))]
    boards = min(boards, size // 2)
    table = known(size, boards, _tables())
    if table is not None:
        return table
    return balance(ring_rounds(size), boards, moves=MOVES, enough=least_excess(size, boards)).boards


def known(size: int, boards: int, tables: Tables) -> BoardsOfRounds | None:
    """Return what needs no search: a table, or boards merged from as many boards as there are matches."""
    if (size, boards) in tables:
        return tables[size, boards]
    matches = size // 2
    whole = constructed(size) or tables.get((size, matches))
    if whole is None:
        return None
    if matches % boards == 0:
        return [[board % boards for board in row] for row in whole]
    return _one_board_less(size, whole) if boards == matches - 1 and size % 2 == 0 else None


def constructed(size: int) -> BoardsOfRounds | None:
    """Return as many boards as matches, where a construction is known."""
    return [list(range(size // 2)) for _ in range(size)] if size % 2 else _patterned(size)


def _patterned(size: int) -> BoardsOfRounds | None:
    """Exchange boards: by distance alone, the player outside the ring would always be on board 0.

    So in the rounds -x and x, which are i = 2x apart, the boards 0 and i are exchanged. The players -x and x change in
    both rounds, there and back; two others, -3x and 3x, get board 0 one more time and board i one time less. As long as
    3 has an inverse modulo n - 1 that happens to each player once at most, and the one outside is on each board twice,
    on board 0 once.
    """
    ring = size - 1
    if ring % 3 == 0 and size > 2:
        return None
    boards = [list(range(size // 2)) for _ in range(ring)]
    for x in range(1, size // 2):
        i = min(2 * x, ring - 2 * x)
        for row in (boards[x], boards[-x]):
            row[0], row[i] = row[i], row[0]
    return boards


def _one_board_less(size: int, whole: BoardsOfRounds) -> BoardsOfRounds:
    """Remove the last board of a full assignment: its match moves to another board in each round.

    There each player is on each board twice, except once on one board, the lack. The meetings on the last board are a
    graph in which each player has two lines, those who lack this board one; so it is one path and circles. Going along
    them, each line moves to the board lacked by the player it leads to. Then each player has got the lacking board from
    the line towards them, and one board three times from the other line; the ends of the path only the latter.
    """
    last = size // 2 - 1
    lack = {
        player: board
        for (player, board), times in times_on_boards(ring_rounds(size), whole).items()
        if times == 1
    }
    lines = {
        apex: round_[row.index(last)]
        for apex, (round_, row) in enumerate(zip(ring_rounds(size), whole, strict=True))
    }
    towards = _along(lines, [player for player, board in sorted(lack.items()) if board == last])
    dealt = [list(row) for row in whole]
    for apex, row in enumerate(dealt):
        board = lack[towards[apex]]
        row[row.index(last)] = 0 if board == last else board
    return dealt


def _along(lines: Mapping[int, Match], ends: Sequence[int]) -> dict[int, int]:
    """Return the player each line leads to, along the path from one end and then round every circle."""
    towards: dict[int, int] = {}
    for begin in [*ends, *(player for line in lines.values() for player in line)]:
        here = begin
        while open_lines := [n for n, line in lines.items() if n not in towards and here in line]:
            number = open_lines[0]
            here = sum(lines[number]) - here
            towards[number] = here
    return towards


@cache
def _tables() -> Tables:
    packed = files("crosstable.engine.pairing.round_robin").joinpath("balanced.z").read_bytes()
    return dict(map(read_line, zlib.decompress(packed).decode().splitlines()))


def written_line(size: int, boards: int, rows: Sequence[Sequence[int]]) -> str:
    """Return one table as text: players, boards, a word per round with a character per match."""
    return " ".join([str(size), str(boards), *("".join(_DIGITS[board] for board in row) for row in rows)])


def read_line(line: str) -> tuple[tuple[int, int], BoardsOfRounds]:
    size, boards, *rows = line.split()
    return (int(size), int(boards)), [[int(sign, 36) for sign in row] for row in rows]


Deal = Sequence[Sequence[Sequence[int]]]
"""The board of each match, from 0, by group and round."""
GroupRounds = tuple[tuple[Seats, ...], ...]


@lru_cache(maxsize=64)
def deal_balanced(groups: tuple[GroupRounds, ...], boards: int, legs: int, rounds: Rounds) -> Deal:
    """Assign balanced boards. Cached, because pages request the same schedule again.

    Boards beyond the matches of a round stay empty, except for four players.
    """
    if len(groups) > 1:
        return _several(groups, boards, legs)
    if legs == 1:
        return [_leg(groups[0], boards, rounds)]
    # Over two legs no player needs more boards than a round has matches.
    return [_two_legs(groups[0], _leg(groups[0], min(boards, _size(groups[0]) // 2), rounds))]


def _leg(rounds: GroupRounds, boards: int, table: Rounds) -> BoardsOfRounds:
    size = _size(rounds)
    return [[_board(size, boards, match, table) for match in round_] for round_ in rounds]


def _size(rounds: GroupRounds) -> int:
    return 1 + max(seat for round_ in rounds for match in round_ for seat in match)


def _board(size: int, boards: int, match: Seats, table: Rounds) -> int:
    """Two of the ring meet in the round of the apex half-way between them, in any order of the rounds.

    The circle has its first seat outside the ring, Berger the last; with an odd number all are in it.
    """
    ring = size - 1 + size % 2
    first, second = (_ring_place(seat, size, table) for seat in match)
    if ring in (first, second):
        return ring_boards(size, boards)[min(first, second)][0]
    half = (ring + 1) // 2
    apex, distance = (first + second) * half % ring, (first - second) * half % ring
    return ring_boards(size, boards)[apex][min(distance, ring - distance) - size % 2]


def _ring_place(seat: int, size: int, table: Rounds) -> int:
    return (seat - 1) % size if table is Rounds.CIRCLE and size % 2 == 0 else seat


def _two_legs(rounds: GroupRounds, first_leg: BoardsOfRounds) -> BoardsOfRounds:
    """Shift the boards of the second leg by the number that evens out most; a search improves the rest."""
    boards = 1 + max(board for row in first_leg for board in row)
    half = len(first_leg) // 2
    moved = [
        first_leg[:half] + [[(board + step) % boards for board in row] for row in first_leg[half:]]
        for step in range(boards)
    ]
    best = min(moved, key=lambda rows: excess_of(rounds, rows, boards))
    least = least_excess(_size(rounds), boards, 2)
    return balance(rounds, boards, moves=MOVES, start=best, enough=least).boards


def _several(groups: Sequence[GroupRounds], boards: int, legs: int) -> Deal:
    """All groups play their rounds together. The boards of a round are then one list, group after group."""
    longest = max(map(len, groups))
    numbered = [_numbered(groups, index) for index in range(longest)]
    matches = [[match for round_ in rounds for match in round_] for rounds in numbered]
    used = min(boards, max(map(len, matches)))
    least = sum(least_excess(_size(group), used, legs) for group in groups if _size(group) != 4)
    boards_in_use = balance(matches, used, moves=MOVES, enough=least).boards
    return [
        [_part(numbered[index], boards_in_use[index], group) for index in range(len(rounds))]
        for group, rounds in enumerate(groups)
    ]


def _numbered(groups: Sequence[GroupRounds], index: int) -> list[list[Seats]]:
    """Return each group's round with seats numbered across groups; none where a group has finished."""
    rounds, begin = [], 0
    for group in groups:
        played = group[index] if index < len(group) else ()
        rounds.append([(a + begin, b + begin) for a, b in played])
        begin += _size(group)
    return rounds


def _part(rounds: Sequence[Sequence[Seats]], boards: Sequence[int], group: int) -> Sequence[int]:
    begin = sum(map(len, rounds[:group]))
    return boards[begin : begin + len(rounds[group])]
