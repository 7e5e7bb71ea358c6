"""Next free board: examples, and what always holds."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosstable.engine.hall import BoardInUse, Call, HallMatch, LastBoard, Progress, close_board, next_calls
from engine.hall.halls import DAY, at, halls, match, minutes

CALLED, IN_PLAY, DONE = Progress.CALLED, Progress.IN_PLAY, Progress.DONE


def test_matches_go_to_their_planned_boards_in_the_order_of_rounds() -> None:
    waiting = [match(1, 2, "ab", 1), match(2, 1, "cd", 2), match(3, 1, "ef", 1)]
    assert next_calls(waiting, [1, 2], DAY) == [Call(2, 2), Call(3, 1)]


def test_a_match_takes_another_board_when_its_own_is_busy_and_leaves_planned_ones_to_others() -> None:
    hall = [
        match(1, 1, "ab", 1, progress=IN_PLAY),
        match(2, 1, "cd", 1),
        match(3, 1, "ef", 2),
    ]
    assert next_calls(hall, [1, 2, 3], DAY) == [Call(2, 3), Call(3, 2)]


def test_no_one_is_called_who_is_called_or_plays_somewhere_else() -> None:
    hall = [
        match(1, 1, "ab", 1, progress=CALLED),
        match(2, 1, "bc", 2),
        match(3, 2, "de", 2),
        match(4, 2, "ef"),
    ]
    assert next_calls(hall, [1, 2, 3], DAY) == [Call(3, 2)]


def test_a_doubles_player_who_also_plays_singles_is_one_person() -> None:
    hall = [match(1, 1, "abcd"), match(2, 1, "ae"), match(3, 2, "ef")]
    assert next_calls(hall, [1, 2], DAY) == [Call(1, 1), Call(3, 2)]


def test_rest_is_kept_to_the_minute() -> None:
    hall = [match(1, 1, "ab", 1, progress=DONE, ended=at("18:10")), match(2, 2, "bc", 1)]
    assert next_calls(hall, [1], at("18:19"), rest=minutes(10)) == []
    assert next_calls(hall, [1], at("18:20"), rest=minutes(10)) == [Call(2, 1)]


def test_a_match_of_a_bracket_waits_for_those_it_comes_from() -> None:
    final = replace(match(3, 2, ""), waits_for=frozenset({1, 2}))
    semi = [match(1, 1, "ab", progress=DONE, ended=DAY), match(2, 1, "cd", progress=IN_PLAY, board=1)]
    assert next_calls([*semi, final], [1, 2], at("19:00")) == []
    over = [semi[0], replace(semi[1], progress=DONE, ended=at("18:55"))]
    assert next_calls([*over, final], [1, 2], at("19:00"), rest=minutes(10)) == []
    assert next_calls([*over, final], [1, 2], at("19:05"), rest=minutes(10)) == [Call(3, 1)]


@given(hall=halls(), boards=st.sets(st.integers(1, 5)), rest=st.integers(0, 20))
def test_no_one_is_in_two_places_and_no_board_idle_while_a_match_could_be_played(
    hall: list[HallMatch], boards: set[int], rest: int
) -> None:
    calls = next_calls(hall, boards, DAY, minutes(rest))
    by_number = {m.number: m for m in hall}
    after = [
        replace(m, progress=CALLED, board=next(c.board for c in calls if c.match == m.number))
        if m.number in {c.match for c in calls}
        else m
        for m in hall
    ]
    on = [m for m in after if m.is_on]
    assert all(not one.persons & two.persons for one, two in combinations(on, 2))
    assert len({m.board for m in on}) == len(on)
    assert {call.board for call in calls} <= boards
    tired = {p for m in hall if m.ended and m.ended + minutes(rest) > DAY for p in m.persons}
    assert not any(by_number[call.match].persons & tired for call in calls)
    assert next_calls(after, boards, DAY, minutes(rest)) == []


@given(hall=halls(), boards=st.sets(st.integers(1, 5), min_size=1))
def test_the_first_in_order_that_can_be_played_is_among_those_called(
    hall: list[HallMatch], boards: set[int]
) -> None:
    calls = next_calls(hall, boards, DAY)
    busy = {p for m in hall if m.is_on for p in m.persons}
    done = {m.number for m in hall if m.progress is DONE}
    playable = [
        m for m in hall if m.progress is Progress.WAITING and not m.persons & busy and m.waits_for <= done
    ]
    free = boards - {m.board for m in hall if m.is_on}
    if playable and free:
        assert calls[0].match == min(playable, key=lambda m: (m.order, m.number)).number
    else:
        assert calls == []


def test_closing_a_board_moves_its_matches_to_the_boards_with_least_to_do() -> None:
    hall = [
        match(1, 1, "ab", 1, progress=DONE),
        match(2, 1, "cd", 2, progress=CALLED),
        match(3, 1, "ef", 3),
        match(4, 2, "ab", 2),
        match(5, 2, "cd", 1),
    ]
    moved = close_board(hall, 2, [1, 2, 3])
    assert [(m.number, m.board, m.progress) for m in moved] == [
        (2, 1, Progress.WAITING),
        (4, 3, Progress.WAITING),
    ]


def test_a_board_with_a_match_on_it_and_the_last_board_stay_open() -> None:
    hall = [match(1, 1, "ab", 1, progress=IN_PLAY), match(2, 1, "cd", 2)]
    with pytest.raises(BoardInUse, match="board 1 cannot be closed while match 1 is played on it"):
        close_board(hall, 1, [1, 2])
    with pytest.raises(LastBoard, match="board 2 is the last one open"):
        close_board(hall[1:], 2, [2])
