from __future__ import annotations

import pytest

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import Rounds, ScheduleOptions, schedule_group
from engine.pairing.round_robin.reading import group_of, lines


def scheduled(size: int, **options: object) -> list[str]:
    return lines(schedule_group(group_of(size), ScheduleOptions(**options)))  # type: ignore[arg-type]


def test_the_circle_of_six_is_the_table_of_c2() -> None:
    assert scheduled(6) == ["1-6 2-5 3-4", "1-5 6-4 2-3", "1-4 5-3 6-2", "1-3 4-2 5-6", "1-2 3-6 4-5"]


def test_five_with_four_out_last_is_the_table_of_c4() -> None:
    assert scheduled(5, last_byes=(EntryId(4),)) == [
        "2-5 3-4 (1 out)",
        "1-3 4-5 (2 out)",
        "5-1 2-4 (3 out)",
        "3-2 1-4 (5 out)",
        "5-3 1-2 (4 out)",
    ]


def test_an_odd_circle_sends_everyone_out_in_order() -> None:
    rounds = schedule_group(group_of(7)).rounds
    assert [r.bye for r in rounds] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("size", range(3, 22, 2))
def test_choosing_the_last_bye_moves_one_round_and_no_pairing(size: int) -> None:
    def by_bye(*last: EntryId) -> dict[EntryId | None, set[frozenset[EntryId]]]:
        rounds = schedule_group(group_of(size), ScheduleOptions(last_byes=last)).rounds
        return {r.bye: {m.entries for m in r.matches} for r in rounds}

    plain = by_bye()
    for entry in group_of(size).entries:
        moved = by_bye(entry)
        assert moved == plain
        assert list(moved) == [*(e for e in plain if e != entry), entry]


def test_berger_for_six_is_fides_table() -> None:
    assert scheduled(6, rounds=Rounds.BERGER) == [
        "1-6 2-5 3-4",
        "6-4 5-3 1-2",
        "2-6 3-1 4-5",
        "6-5 1-4 2-3",
        "3-6 4-2 5-1",
    ]


def test_berger_for_eight_is_fides_table() -> None:
    assert scheduled(8, rounds=Rounds.BERGER) == [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ]


def test_berger_for_fourteen_is_fides_table() -> None:
    assert scheduled(14, rounds=Rounds.BERGER) == [
        "1-14 2-13 3-12 4-11 5-10 6-9 7-8",
        "14-8 9-7 10-6 11-5 12-4 13-3 1-2",
        "2-14 3-1 4-13 5-12 6-11 7-10 8-9",
        "14-9 10-8 11-7 12-6 13-5 1-4 2-3",
        "3-14 4-2 5-1 6-13 7-12 8-11 9-10",
        "14-10 11-9 12-8 13-7 1-6 2-5 3-4",
        "4-14 5-3 6-2 7-1 8-13 9-12 10-11",
        "14-11 12-10 13-9 1-8 2-7 3-6 4-5",
        "5-14 6-4 7-3 8-2 9-1 10-13 11-12",
        "14-12 13-11 1-10 2-9 3-8 4-7 5-6",
        "6-14 7-5 8-4 9-3 10-2 11-1 12-13",
        "14-13 1-12 2-11 3-10 4-9 5-8 6-7",
        "7-14 8-6 9-5 10-4 11-3 12-2 13-1",
    ]


def test_berger_for_five_is_the_table_for_six_without_the_last() -> None:
    assert scheduled(5, rounds=Rounds.BERGER) == [
        "2-5 3-4 (1 out)",
        "5-3 1-2 (4 out)",
        "3-1 4-5 (2 out)",
        "1-4 2-3 (5 out)",
        "4-2 5-1 (3 out)",
    ]


def test_a_double_circle_repeats_the_rounds_with_sides_exchanged() -> None:
    assert scheduled(4, double=True) == ["1-4 2-3", "1-3 4-2", "1-2 3-4", "4-1 3-2", "3-1 2-4", "2-1 4-3"]


def test_a_double_berger_exchanges_the_last_two_rounds_of_the_first_leg() -> None:
    assert scheduled(4, rounds=Rounds.BERGER, double=True) == [
        "1-4 2-3",
        "2-4 3-1",
        "4-3 1-2",
        "4-1 3-2",
        "3-4 2-1",
        "4-2 1-3",
    ]


@pytest.mark.parametrize("size", range(4, 41, 2))
def test_no_one_in_a_double_berger_has_a_colour_three_times_running(size: int) -> None:
    rounds = schedule_group(group_of(size), ScheduleOptions(rounds=Rounds.BERGER, double=True)).rounds
    for entry in group_of(size).entries:
        colours = "".join(
            "W" if m.first == entry else "B" for r in rounds for m in r.matches if entry in m.entries
        )
        assert "WWW" not in colours and "BBB" not in colours
