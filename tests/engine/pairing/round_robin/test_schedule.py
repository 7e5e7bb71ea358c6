from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from crosstable.engine.model import EntryId, Pairing, RoundPlan
from crosstable.engine.pairing.round_robin import (
    GroupOptions,
    Rounds,
    Schedule,
    ScheduledMatch,
    ScheduleOptions,
    Share,
    Spread,
    check_schedule,
    equality,
    form_groups,
    schedule_groups,
)
from engine.pairing.round_robin.reading import group_of


def one_group(size: int, boards: int, rounds: Rounds = Rounds.CIRCLE, double: bool = False) -> Schedule:
    return schedule_groups((group_of(size),), ScheduleOptions(boards, rounds, double))


@pytest.mark.parametrize("double", [False, True], ids=["single", "double"])
@pytest.mark.parametrize("rounds", Rounds)
@pytest.mark.parametrize("size", range(2, 41))
def test_every_pair_meets_and_no_one_is_in_two_places(size: int, rounds: Rounds, double: bool) -> None:
    legs = 2 if double else 1
    for boards in (1, 2, 3, 4, 5, 7, 8, 11, 20):
        schedule = one_group(size, boards, rounds, double)
        assert check_schedule(schedule).ok
        if boards == 1:
            assert_pairs_and_byes(schedule, size, legs)
        assert_boards_follow_the_formula(schedule, boards)


def assert_pairs_and_byes(schedule: Schedule, size: int, legs: int) -> None:
    """Count here again, independently of the product's checks."""
    [group] = schedule.groups
    met = Counter(m.entries for m in group.matches)
    assert len(met) == size * (size - 1) // 2 and set(met.values()) == {legs}
    sides = Counter((m.first, m.second) for m in group.matches)
    assert set(sides.values()) == {1}
    assert len(group.rounds) == legs * (size - 1 + size % 2)
    byes = Counter(r.bye for r in group.rounds if r.bye is not None)
    assert byes == (Counter(dict.fromkeys(range(1, size + 1), legs)) if size % 2 else Counter())
    for round_ in group.rounds:
        playing = [e for m in round_.matches for e in (m.first, m.second)]
        assert sorted([*playing, *([round_.bye] if round_.bye else [])]) == list(range(1, size + 1))


def assert_boards_follow_the_formula(schedule: Schedule, boards: int) -> None:
    for index, round_ in enumerate(schedule.groups[0].rounds):
        wanted = [((i + index) % boards + 1, i // boards + 1) for i in range(len(round_.matches))]
        assert [(m.board, m.slot) for m in round_.matches] == wanted


def test_boards_are_used_as_equally_as_the_formula_gives() -> None:
    """Over the whole schedule two boards differ by less than one match a round, and by one in each round."""
    for size in range(2, 41):
        for boards in range(1, 21):
            for round_ in one_group(size, boards).groups[0].rounds:
                used = Counter(m.board for m in round_.matches)
                counts = [used[b] for b in range(1, boards + 1)]
                assert max(counts) - min(counts) <= 1


def test_groups_that_share_boards_take_turns() -> None:
    groups = form_groups([EntryId(i) for i in range(1, 9)], GroupOptions(2))
    shared = schedule_groups(groups, ScheduleOptions(2))
    assert [[(m.board, m.slot) for m in g.rounds[0].matches] for g in shared.groups] == [
        [(1, 1), (2, 1)],
        [(1, 2), (2, 2)],
    ]
    own = schedule_groups(groups, ScheduleOptions(2, own_boards=True))
    assert [[(m.board, m.slot) for m in g.rounds[0].matches] for g in own.groups] == [
        [(1, 1), (2, 1)],
        [(1, 1), (2, 1)],
    ]
    assert check_schedule(shared).ok and check_schedule(own).ok


@pytest.mark.parametrize("count", range(1, 9))
def test_no_board_has_two_matches_at_once_whatever_the_groups(count: int) -> None:
    for size in range(2 * count, 41, 3):
        groups = form_groups([EntryId(i) for i in range(size)], GroupOptions(count))
        for boards in (1, 2, 3, 7):
            assert check_schedule(schedule_groups(groups, ScheduleOptions(boards))).ok


def test_a_round_is_handed_over_as_a_plan_in_which_sitting_out_scores_nothing() -> None:
    round_ = one_group(3, 1).groups[0].rounds[0]
    assert round_.plan() == RoundPlan(1, (Pairing(EntryId(2), EntryId(3), 1),))


def test_the_checks_say_what_is_wrong() -> None:
    schedule = one_group(4, 2)
    [group] = schedule.groups
    first, second = group.rounds[0].matches
    twice = replace(group.rounds[0], matches=(first, ScheduledMatch(first.first, second.second, 1, 1)))
    broken = replace(schedule, groups=(replace(group, rounds=(twice, *group.rounds[1:])),))
    checks = check_schedule(broken)
    assert not checks.ok
    assert checks.double_bookings == ((1, 1, 1),)
    [found] = checks.groups
    assert found.wrong_pairs == (frozenset((1, 3)), frozenset((2, 3)))
    assert found.twice_in_a_slot == (1,)
    assert (found.matches, found.matches_expected, found.rounds, found.rounds_expected) == (6, 6, 3, 3)


def test_the_report_counts_boards_colours_and_waiting() -> None:
    """Four on one board: R1 1-4, 2-3; R2 1-3, 4-2; R3 1-2, 3-4. Slots 1 to 6 in all."""
    report = equality(one_group(4, 1))
    assert report.shares == (
        Share(EntryId(1), (3,), 3, 0, (1, 1)),
        Share(EntryId(2), (3,), 1, 2, (1, 0)),
        Share(EntryId(3), (3,), 1, 2, (0, 2)),
        Share(EntryId(4), (3,), 1, 2, (2, 1)),
    )
    assert (report.boards, report.colours) == (Spread(3, 3), Spread(-1, 3))
    assert (report.longest_wait, report.total_wait) == (Spread(1, 2), Spread(1, 3))


@pytest.mark.parametrize("size", range(2, 41))
def test_berger_shares_colours_to_within_one(size: int) -> None:
    report = equality(one_group(size, 4, Rounds.BERGER))
    assert max(abs(share.first - share.second) for share in report.shares) == 1 - size % 2
    double = equality(one_group(size, 4, Rounds.BERGER, double=True))
    assert double.colours == Spread(0, 0)


@pytest.mark.parametrize("groups", range(2, 9))
@pytest.mark.parametrize("boards", range(1, 13))
def test_groups_that_share_boards_fill_them_all_when_they_count_on(groups: int, boards: int) -> None:
    formed = form_groups([EntryId(n) for n in range(1, 5 * groups)], GroupOptions(groups))
    schedule = schedule_groups(formed, ScheduleOptions(boards, count_on=True))
    assert check_schedule(schedule).ok
    for number in range(max(len(group.rounds) for group in schedule.groups)):
        rounds = [group.rounds[number] for group in schedule.groups if number < len(group.rounds)]
        places = [(match.slot, match.board) for round_ in rounds for match in round_.matches]
        assert len(set(places)) == len(places)
        assert max(slot for slot, _ in places) == -(-len(places) // boards)


def test_counting_on_changes_nothing_for_a_single_group() -> None:
    for size in range(2, 20):
        plain = schedule_groups((group_of(size),), ScheduleOptions(3))
        assert schedule_groups((group_of(size),), ScheduleOptions(3, count_on=True)) == plain
