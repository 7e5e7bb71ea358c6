"""Home and away are shared out evenly by the circle where the sides have names."""

from __future__ import annotations

from collections import Counter

import pytest

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import BoardRule, Group, Rounds, ScheduleOptions, schedule_group

SIZES = range(2, 33)


def group(size: int) -> Group:
    return Group("A", tuple(EntryId(number) for number in range(1, size + 1)))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("double", [False, True])
def test_no_one_is_at_home_twice_more_than_another(size: int, double: bool) -> None:
    made = schedule_group(group(size), ScheduleOptions(double=double, share_sides=True))
    home = Counter(match.first for match in made.matches)
    counts = [home[entry] for entry in made.group.entries]
    assert max(counts) - min(counts) <= (0 if size % 2 or double else 1)


@pytest.mark.parametrize("size", SIZES)
def test_only_the_sides_change(size: int) -> None:
    """Rounds, boards, slots and byes are those of the plain circle, also with balanced boards."""
    for rule in BoardRule:
        plain = schedule_group(group(size), ScheduleOptions(2, board_rule=rule))
        shared = schedule_group(group(size), ScheduleOptions(2, board_rule=rule, share_sides=True))
        assert [
            [(m.entries, m.board, m.slot) for m in round_.matches] + [round_.bye] for round_ in shared.rounds
        ] == [
            [(m.entries, m.board, m.slot) for m in round_.matches] + [round_.bye] for round_ in plain.rounds
        ]


def test_sides_alternate_and_the_berger_tables_stay_as_they_are() -> None:
    made = schedule_group(group(6), ScheduleOptions(share_sides=True))
    first_seat = [
        match.first == 1 for round_ in made.rounds for match in round_.matches if 1 in match.entries
    ]
    assert first_seat == [True, False, True, False, True]
    berger = ScheduleOptions(rounds=Rounds.BERGER)
    shared = ScheduleOptions(rounds=Rounds.BERGER, share_sides=True)
    assert schedule_group(group(6), shared) == schedule_group(group(6), berger)


def test_with_a_bye_in_the_last_round_the_sides_are_still_even() -> None:
    options = ScheduleOptions(share_sides=True, last_byes=(EntryId(2),))
    home = Counter(match.first for match in schedule_group(group(7), options).matches)
    assert set(home.values()) == {3}
