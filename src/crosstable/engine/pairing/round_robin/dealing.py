"""Balanced boards for groups that share them: from the tables for one group, by a search for several or two legs."""

from collections.abc import Sequence
from functools import lru_cache

from crosstable.engine.pairing.round_robin.balanced import MOVES, least_excess, ring_boards
from crosstable.engine.pairing.round_robin.balancing import BoardsOfRounds, balance, excess_of
from crosstable.engine.pairing.round_robin.options import Rounds
from crosstable.engine.pairing.round_robin.tables import Seats

Deal = Sequence[Sequence[Sequence[int]]]
"""The board of each match, from 0, by group and round."""
GroupRounds = tuple[tuple[Seats, ...], ...]


@lru_cache(maxsize=64)
def deal_balanced(groups: tuple[GroupRounds, ...], boards: int, legs: int, rounds: Rounds) -> Deal:
    """Boards beyond the matches of a round stay empty, but for four players. Cached, because pages ask for the same
    schedule again."""
    if len(groups) > 1:
        return _several(groups, boards, legs)
    if legs == 1:
        return [_leg(groups[0], boards, rounds)]
    # Over two legs nobody needs more boards than a round has matches.
    return [_two_legs(groups[0], _leg(groups[0], min(boards, _size(groups[0]) // 2), rounds))]


def _leg(rounds: GroupRounds, boards: int, table: Rounds) -> BoardsOfRounds:
    size = _size(rounds)
    return [[_board(size, boards, match, table) for match in round_] for round_ in rounds]


def _size(rounds: GroupRounds) -> int:
    return 1 + max(seat for round_ in rounds for match in round_ for seat in match)


def _board(size: int, boards: int, match: Seats, table: Rounds) -> int:
    """Two of the ring meet in the round of the apex half-way between them, whatever the order of the rounds.

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
    """The second leg on boards moved on by the number that evens out most; a search mends the rest."""
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
    """The round of each group with seats counted through all groups; none where a group has finished."""
    rounds, begin = [], 0
    for group in groups:
        played = group[index] if index < len(group) else ()
        rounds.append([(a + begin, b + begin) for a, b in played])
        begin += _size(group)
    return rounds


def _part(rounds: Sequence[Sequence[Seats]], boards: Sequence[int], group: int) -> Sequence[int]:
    begin = sum(map(len, rounds[:group]))
    return boards[begin : begin + len(rounds[group])]
