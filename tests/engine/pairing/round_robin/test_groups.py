from __future__ import annotations

import pytest

from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import (
    Distribution,
    Group,
    GroupOptions,
    ScheduleOptions,
    form_groups,
    group_name,
    schedule_groups,
)
from crosstable.engine.pairing.round_robin.groups import (
    EntryTwice,
    GroupTooSmall,
    LastByeInEvenGroup,
    LastByeTwice,
    LastByeUnknown,
    NoBoards,
    NoGroups,
)
from engine.pairing.round_robin.reading import group_of


def ids(*numbers: int) -> tuple[EntryId, ...]:
    return tuple(EntryId(n) for n in numbers)


def test_the_snake_turns_back_and_keeps_the_strong_apart() -> None:
    assert form_groups(ids(*range(1, 9)), GroupOptions(2)) == (
        Group("A", ids(1, 4, 5, 8)),
        Group("B", ids(2, 3, 6, 7)),
    )


def test_dealing_goes_round() -> None:
    assert form_groups(ids(*range(1, 8)), GroupOptions(3, Distribution.DEAL)) == (
        Group("A", ids(1, 4, 7)),
        Group("B", ids(2, 5)),
        Group("C", ids(3, 6)),
    )


@pytest.mark.parametrize("distribution", Distribution)
def test_twenty_three_in_four_groups_are_six_six_six_five(distribution: Distribution) -> None:
    groups = form_groups(ids(*range(23)), GroupOptions(4, distribution))
    assert [len(g.entries) for g in groups] == [6, 6, 6, 5]


@pytest.mark.parametrize("distribution", Distribution)
def test_sizes_differ_by_at_most_one_and_no_one_is_lost(distribution: Distribution) -> None:
    for size in range(2, 60):
        for count in range(1, size // 2 + 1):
            groups = form_groups(ids(*range(size)), GroupOptions(count, distribution))
            sizes = [len(g.entries) for g in groups]
            assert sizes == sorted(sizes, reverse=True) and sizes[0] - sizes[-1] <= 1
            assert sorted(e for g in groups for e in g.entries) == list(range(size))


def test_a_recorded_seed_gives_the_same_groups_again() -> None:
    def shuffled(seed: int) -> tuple[Group, ...]:
        return form_groups(ids(*range(20)), GroupOptions(3, shuffle_seed=seed))

    assert shuffled(7) == shuffled(7)
    assert shuffled(7) != shuffled(8)


def test_groups_are_named_like_columns() -> None:
    assert [group_name(i) for i in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


@pytest.mark.parametrize(
    ("entries", "groups", "error"),
    [
        (ids(1), 1, GroupTooSmall),
        ((), 1, GroupTooSmall),
        (ids(1, 2, 3), 2, GroupTooSmall),
        (ids(1, 2), 3, GroupTooSmall),
        (ids(1, 2), 0, NoGroups),
        (ids(1, 2, 1), 1, EntryTwice),
    ],
)
def test_groups_that_cannot_be_are_refused(
    entries: tuple[EntryId, ...], groups: int, error: type[EngineError]
) -> None:
    with pytest.raises(error):
        form_groups(entries, GroupOptions(groups))


@pytest.mark.parametrize(
    ("group", "options", "error"),
    [
        (group_of(4), ScheduleOptions(0), NoBoards),
        (group_of(1), ScheduleOptions(1), GroupTooSmall),
        (Group("A", ids(1, 1)), ScheduleOptions(1), EntryTwice),
        (group_of(4), ScheduleOptions(1, last_byes=ids(2)), LastByeInEvenGroup),
        (group_of(5), ScheduleOptions(1, last_byes=ids(6)), LastByeUnknown),
        (group_of(5), ScheduleOptions(1, last_byes=ids(1, 2)), LastByeTwice),
    ],
)
def test_schedules_that_cannot_be_are_refused(
    group: Group, options: ScheduleOptions, error: type[EngineError]
) -> None:
    with pytest.raises(error) as caught:
        schedule_groups((group,), options)
    assert str(caught.value)
