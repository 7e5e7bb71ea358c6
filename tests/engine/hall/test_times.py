"""A time and a board for every match: an evening in full, refusals with what would fit, and what always holds."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings

from crosstable.engine.hall import (
    Board,
    Break,
    Change,
    DoesNotFit,
    Evening,
    HallMatch,
    Plan,
    Progress,
    Timed,
    changes,
    plan_evening,
    replan_evening,
)
from crosstable.engine.hall.times import timed
from engine.hall.halls import DAY, at, evening, evenings, halls, match, minutes, pool_matches

DONE, IN_PLAY = Progress.DONE, Progress.IN_PLAY


def clock(plan: Plan) -> list[str]:
    """ "1 on 2 18:00-18:20", in order of time."""
    return [f"{t.match} on {t.board} {t.starts:%H:%M}-{t.ends:%H:%M}" for t in plan.matches]


def test_matches_follow_one_another_on_their_boards() -> None:
    matches = [match(1, 1, "ab", 1), match(2, 1, "cd", 2), match(3, 2, "ac", 2), match(4, 2, "bd", 1)]
    assert clock(plan_evening(matches, evening(2))) == [
        "1 on 1 18:00-18:20",
        "2 on 2 18:00-18:20",
        "4 on 1 18:20-18:40",
        "3 on 2 18:20-18:40",
    ]


def test_a_break_and_a_rest_push_a_match_back() -> None:
    matches = [match(1, 1, "ab", 1), match(2, 2, "ac", 1), match(3, 3, "de", 1)]
    pause = Break(at("18:35"), at("19:00"))
    assert clock(plan_evening(matches, evening(1, breaks=(pause,)))) == [
        "1 on 1 18:00-18:20",
        "2 on 1 19:00-19:20",
        "3 on 1 19:20-19:40",
    ]
    assert clock(plan_evening(matches, evening(1, rest=minutes(10)))) == [
        "1 on 1 18:00-18:20",
        "3 on 1 18:20-18:40",
        "2 on 1 18:40-19:00",
    ]


def test_a_board_that_opens_late_or_closes_early() -> None:
    matches = [match(1, 1, "ab", 1), match(2, 1, "cd", 2), match(3, 2, "ef", 2)]
    boards = (Board(1, opens=at("18:30")), Board(2, closes=at("18:30")))
    assert clock(plan_evening(matches, Evening(DAY, minutes(20), boards))) == [
        "2 on 2 18:00-18:20",
        "1 on 1 18:30-18:50",
        "3 on 1 18:50-19:10",
    ]


def test_a_final_waits_for_both_semi_finals_and_may_last_longer() -> None:
    semis = [match(1, 1, "ab"), match(2, 1, "cd")]
    final = replace(match(3, 2, ""), waits_for=frozenset({1, 2}), lasts=minutes(40))
    assert clock(plan_evening([*semis, final], evening(1, rest=minutes(5)))) == [
        "1 on 1 18:00-18:20",
        "2 on 1 18:20-18:40",
        "3 on 1 18:45-19:25",
    ]


def test_twenty_three_players_in_four_groups_on_four_boards_are_done_by_ten() -> None:
    matches = pool_matches(23, 4, 4)
    plan = plan_evening(matches, evening(4, 15, ends=at("22:00")))
    assert len(plan.matches) == 55
    assert plan.ends == at("21:45")
    boards = {m.number: m.board for m in matches}
    assert all(t.board == boards[t.match] for t in plan.matches)


def test_what_does_not_fit_says_what_would() -> None:
    matches = pool_matches(23, 4, 4)
    with pytest.raises(DoesNotFit) as refused:
        plan_evening(matches, evening(4, 20, ends=at("22:00")))
    error = refused.value
    assert (error.would_end, error.boards, error.minutes, error.rounds) == (at("23:00"), 5, 16, 4)
    plan_evening(matches, evening(4, 16, ends=at("22:00")))
    plan_evening([replace(m, board=None) for m in matches], evening(5, 20, ends=at("22:00")))
    plan_evening([m for m in matches if m.order[0] <= 4], evening(4, 20, ends=at("22:00")))


def test_where_nothing_would_fit_the_refusal_has_no_numbers() -> None:
    with pytest.raises(DoesNotFit) as refused:
        plan_evening([match(1, 1, "ab", 1)], evening(1, 20, ends=DAY))
    error = refused.value
    assert (error.missing, error.would_end) == ((1,), at("18:20"))
    assert (error.boards, error.minutes, error.rounds) == (None, None, None)


def test_a_new_plan_from_now_on_says_what_changes_for_whom() -> None:
    matches = [match(1, 1, "ab", 1), match(2, 1, "cd", 2), match(3, 2, "ac", 1), match(4, 2, "bd", 2)]
    before = plan_evening(matches, evening(2))
    now = [
        replace(matches[0], progress=IN_PLAY, started=DAY),
        replace(matches[1], progress=DONE, started=DAY, ended=at("18:20")),
        *matches[2:],
    ]
    plan, changed = replan_evening(now, evening(2), at("18:30"), before)
    assert clock(plan) == ["1 on 1 18:00-18:30", "3 on 1 18:30-18:50", "4 on 2 18:30-18:50"]
    assert changed == [
        Change(1, matches[0].persons, Timed(1, 1, DAY, at("18:20")), Timed(1, 1, DAY, at("18:30"))),
        Change(
            3,
            matches[2].persons,
            Timed(3, 1, at("18:20"), at("18:40")),
            Timed(3, 1, at("18:30"), at("18:50")),
        ),
        Change(
            4,
            matches[3].persons,
            Timed(4, 2, at("18:20"), at("18:40")),
            Timed(4, 2, at("18:30"), at("18:50")),
        ),
    ]


def test_nothing_changes_for_anyone_when_the_evening_runs_as_planned() -> None:
    matches = pool_matches(9, 2, 2)
    plan = plan_evening(matches, evening(2))
    assert changes(matches, plan, timed(matches, evening(2), DAY)) == []


@settings(deadline=None)
@given(hall=halls(), hours=evenings())
def test_a_plan_always_keeps_everyone_in_one_place_rested_and_within_hours(
    hall: list[HallMatch], hours: Evening
) -> None:
    plan = timed(hall, hours, DAY)
    matches = {m.number: m for m in hall}
    boards = {board.number: board for board in hours.boards}
    fresh = [t for t in plan.matches if matches[t.match].progress is Progress.WAITING]
    for one, two in combinations(plan.matches, 2):
        if one.board == two.board:
            assert one.ends <= two.starts
        if matches[one.match].persons & matches[two.match].persons:
            assert one.ends + hours.rest <= two.starts
    for t in fresh:
        board = boards[t.board]
        assert t.ends - t.starts == hours.match
        assert board.opens is None or t.starts >= board.opens
        assert all(closing is None or t.ends <= closing for closing in (board.closes, hours.ends))
        assert all(t.ends <= pause.begins or pause.ends <= t.starts for pause in hours.breaks)
        for earlier in matches[t.match].waits_for:
            ended = plan.by_match[earlier].ends if earlier in plan.by_match else matches[earlier].ended
            assert ended is not None and ended + hours.rest <= t.starts
    to_come = {m.number for m in hall if m.progress is not DONE}
    assert {t.match for t in plan.matches} | set(plan.missing) == to_come


@settings(deadline=None)
@given(hall=halls())
def test_an_evening_without_an_end_has_time_for_every_match(hall: list[HallMatch]) -> None:
    assert timed(hall, evening(2, rest=minutes(7)), DAY).missing == ()
