"""Balanced boards: the counts, read from finished schedules, for every number of players and boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosstable.engine.pairing.round_robin import (
    BoardBalance,
    BoardRule,
    GroupOptions,
    Rounds,
    Schedule,
    ScheduleOptions,
    board_balance,
    check_schedule,
    equality,
    form_groups,
    schedule_groups,
)
from crosstable.engine.pairing.round_robin.balanced import least_excess, ring_boards, ring_rounds
from crosstable.engine.pairing.round_robin.balancing import balance, excess_of, times_on_boards
from crosstable.engine.pairing.round_robin.schedule import ScheduledRound
from engine.pairing.round_robin.reading import group_of, lines

BALANCED = BoardRule.BALANCED


def widest(schedule: Schedule, boards: int) -> int:
    """The largest difference between two boards of one player, over the boards that are used."""
    return max(max(share.boards[:boards]) - min(share.boards[:boards]) for share in equality(schedule).shares)


def loads(rounds: list[ScheduledRound], boards: int) -> set[int]:
    """How many matches the boards of a round have."""
    used = Counter(match.board for round_ in rounds for match in round_.matches)
    return {used[board] for board in range(1, boards + 1)}


def is_even(row: Sequence[int], boards: int) -> bool:
    """The boards of a round are used equally often, give or take one."""
    used = Counter(row)
    return max(used.values()) - min(used[board] for board in range(boards)) <= 1


def odd_share(size: int, boards: int, legs: int = 1) -> bool:
    """Each player would be on each board an odd number of times, which is impossible for an odd number of players."""
    return size % 2 == 1 and legs * (size - 1) % boards == 0 and legs * (size - 1) // boards % 2 == 1


# Nothing speaks against balanced boards for these; the search has not found any.
NOT_FOUND = {(40, 13), (40, 19), (40, 20)}


@pytest.mark.parametrize("size", range(2, 41))
def test_everyone_is_on_every_board_equally_often_give_or_take_one(size: int) -> None:
    rounds = ring_rounds(size)
    for boards in {*range(1, size // 2 + 1)} - {number for players, number in NOT_FOUND if players == size}:
        dealt = ring_boards(size, boards)
        used = Counter(
            (player, board)
            for round_, row in zip(rounds, dealt, strict=True)
            for match, board in zip(round_, row, strict=True)
            for player in match
        )
        spreads = [
            max(counts) - min(counts)
            for counts in ([used[player, board] for board in range(boards)] for player in range(size))
        ]
        possible = not odd_share(size, boards) and (size, boards) != (4, 2)
        assert max(spreads) <= 1 if possible else max(spreads) == (3 if size == 4 else 2), (size, boards)
        assert excess_of(rounds, dealt, boards) == least_excess(size, boards), (size, boards)
        assert all(is_even(row, boards) for row in dealt), (size, boards)


@pytest.mark.parametrize(("size", "boards"), sorted(NOT_FOUND))
def test_where_no_balanced_boards_were_found_no_one_is_off_by_more_than_two(size: int, boards: int) -> None:
    schedule = schedule_groups((group_of(size),), ScheduleOptions(boards, board_rule=BALANCED))
    assert check_schedule(schedule).ok
    assert widest(schedule, boards) == 2


@pytest.mark.parametrize("table", Rounds)
@pytest.mark.parametrize("size", [5, 6, 8, 9, 13, 14, 20])
def test_the_rounds_stay_those_of_the_table_and_only_boards_change(size: int, table: Rounds) -> None:
    for boards in range(1, size // 2 + 3):
        plain = schedule_groups((group_of(size),), ScheduleOptions(boards, table))
        even = schedule_groups((group_of(size),), ScheduleOptions(boards, table, board_rule=BALANCED))
        used = min(boards, size // 2)
        assert lines(even.groups[0]) == lines(plain.groups[0])
        assert check_schedule(even).ok
        assert widest(even, used) <= (2 if odd_share(size, used) else 1)
        for round_ in even.groups[0].rounds:
            assert max(match.slot for match in round_.matches) == -(-(size // 2) // boards)


def test_a_last_bye_moves_a_round_and_leaves_the_boards_balanced() -> None:
    group = group_of(9)
    options = ScheduleOptions(3, last_byes=(group.entries[3],), board_rule=BALANCED)
    schedule = schedule_groups((group,), options)
    assert schedule.groups[0].rounds[-1].bye == group.entries[3]
    assert widest(schedule, 3) == 1


def test_two_boards_and_an_even_group_no_longer_leave_anyone_on_one_board() -> None:
    group = (group_of(6),)
    formula = equality(schedule_groups(group, ScheduleOptions(2)))
    even = equality(schedule_groups(group, ScheduleOptions(2, board_rule=BALANCED)))
    assert (formula.boards.least, formula.boards.most) == (0, 5)
    assert (even.boards.least, even.boards.most) == (2, 3)


@pytest.mark.parametrize("size", [5, 6, 7, 8, 10, 11, 12, 16])
def test_two_legs_are_balanced_over_both(size: int) -> None:
    for boards in range(1, size // 2 + 1):
        options = ScheduleOptions(boards, double=True, board_rule=BALANCED)
        schedule = schedule_groups((group_of(size),), options)
        assert check_schedule(schedule).ok
        assert widest(schedule, boards) == (
            2 if odd_share(size, boards, 2) else 1 if 2 * (size - 1) % boards else 0
        )


def test_four_groups_of_an_evening_share_four_boards() -> None:
    formed = form_groups(range(1, 24), GroupOptions(4))
    schedule = schedule_groups(formed, ScheduleOptions(4, board_rule=BALANCED))
    assert check_schedule(schedule).ok
    spreads = {share.entry: max(share.boards) - min(share.boards) for share in equality(schedule).shares}
    # Four games on four boards would be one on each; five players cannot have that, for a board has no half match.
    assert {spreads[entry] for group in formed[:3] for entry in group.entries} == {1}
    assert sum(spreads[entry] == 2 for entry in formed[3].entries) <= 2
    for index in range(5):
        rounds = [group.rounds[index] for group in schedule.groups]
        assert loads(rounds, 4) == {2, 3}
        assert max(match.slot for round_ in rounds for match in round_.matches) == 3


@settings(max_examples=10, deadline=None)
@given(groups=st.integers(2, 4), each=st.integers(4, 8), more=st.integers(0, 3), boards=st.integers(1, 6))
def test_groups_that_share_boards_are_balanced_together(
    groups: int, each: int, more: int, boards: int
) -> None:
    formed = form_groups(range(1, groups * each + min(more, groups - 1) + 1), GroupOptions(groups))
    schedule = schedule_groups(formed, ScheduleOptions(boards, board_rule=BALANCED))
    assert check_schedule(schedule).ok
    assert widest(schedule, boards) <= 2
    for index in range(len(schedule.groups[0].rounds)):
        rounds = [group.rounds[index] for group in schedule.groups if index < len(group.rounds)]
        assert len(loads(rounds, boards)) <= 2


def test_groups_with_boards_of_their_own_have_each_its_own_table() -> None:
    formed = form_groups(range(1, 13), GroupOptions(2))
    schedule = schedule_groups(formed, ScheduleOptions(3, own_boards=True, board_rule=BALANCED))
    alone = schedule_groups((group_of(6),), ScheduleOptions(3, board_rule=BALANCED)).groups[0]
    for group in schedule.groups:
        assert [m.board for m in group.matches] == [m.board for m in alone.matches]


def test_the_same_seed_gives_the_same_boards_and_a_search_never_makes_it_worse() -> None:
    rounds = ring_rounds(13)
    once, again = (balance(rounds, 5, moves=2000, seed=7) for _ in range(2))
    assert once == again
    assert once.excess == excess_of(rounds, once.boards, 5)


@pytest.mark.parametrize("boards", range(2, 7))
def test_four_players_are_dealt_the_best_of_all_ways(boards: int) -> None:
    """All ways there are: in each round the two matches on any two boards."""
    rounds = ring_rounds(4)
    ways = list(product(permutations(range(boards), 2), repeat=3))
    dealt = ring_boards(4, boards)
    assert min(excess_of(rounds, way, boards) for way in ways) == least_excess(4, boards)
    assert excess_of(rounds, dealt, boards) == least_excess(4, boards)
    assert most_at_one_board(rounds, dealt) == min(most_at_one_board(rounds, way) for way in ways)


def most_at_one_board(rounds: Sequence[Sequence[tuple[int, int]]], rows: Sequence[Sequence[int]]) -> int:
    return max(times_on_boards(rounds, rows).values())


@pytest.mark.parametrize(("boards", "most"), [(2, 3), (3, 2), (4, 2), (5, 2), (6, 1), (9, 1)])
@pytest.mark.parametrize("table", Rounds)
def test_with_a_third_board_none_of_four_players_is_three_times_at_one(
    boards: int, most: int, table: Rounds
) -> None:
    schedule = schedule_groups((group_of(4),), ScheduleOptions(boards, table, board_rule=BALANCED))
    assert check_schedule(schedule).ok
    assert (equality(schedule).boards.most, board_balance(schedule).is_proven_best) == (most, True)
    for round_ in schedule.groups[0].rounds:
        assert {match.slot for match in round_.matches} == {1}


@pytest.mark.parametrize("boards", range(1, 7))
def test_four_players_with_two_legs_are_three_times_at_each_of_two_boards(boards: int) -> None:
    options = ScheduleOptions(boards, double=True, board_rule=BALANCED)
    shares = equality(schedule_groups((group_of(4),), options)).shares
    assert {share.boards[:2] for share in shares} == {(6,) if boards == 1 else (3, 3)}


@pytest.mark.parametrize(("size", "boards"), [(6, 2), (6, 3), (5, 2), (7, 2)])
def test_the_least_excess_is_what_trying_every_way_finds(size: int, boards: int) -> None:
    """The first round may be dealt in one way: boards have no names. 7 on 2 is odd: 3 games on each cannot be."""
    rounds = ring_rounds(size)
    places = [place % boards for place in range(-(-(size // 2) // boards) * boards)]
    rows = sorted(row for row in set(permutations(places, size // 2)) if is_even(row, boards))
    ways = product(rows, repeat=len(rounds) - 1)
    least = min(excess_of(rounds, (rows[0], *way), boards) for way in ways)
    assert least == least_excess(size, boards)


def test_a_group_too_large_for_the_tables_says_what_it_reached() -> None:
    schedule = schedule_groups((group_of(42),), ScheduleOptions(9, board_rule=BALANCED))
    assert check_schedule(schedule).ok
    assert widest(schedule, 9) == 1


def test_where_boards_are_uneven_it_is_said_for_how_many_and_whether_more_is_possible() -> None:
    """Five players with four games each cannot be on each of four boards once: every match takes two places there."""
    pools = schedule_groups(
        form_groups(range(1, 24), GroupOptions(4)), ScheduleOptions(4, board_rule=BALANCED)
    )
    assert board_balance(pools) == BoardBalance(uneven=2, entries=23, is_proven_best=True)
    four = schedule_groups((group_of(4),), ScheduleOptions(2, board_rule=BALANCED))
    assert board_balance(four) == BoardBalance(uneven=1, entries=4, is_proven_best=True)
    formula = schedule_groups((group_of(6),), ScheduleOptions(2))
    assert not board_balance(formula).is_proven_best
