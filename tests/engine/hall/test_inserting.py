"""A few matches more in a plan the others keep."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from crosstable.engine.hall import Break, HallMatch, Plan, Progress, Timed, insert, plan_evening
from engine.hall.halls import DAY, at, evening, match, minutes, pool_matches


def starts(plan: Plan) -> dict[int, str]:
    return {timed.match: f"{timed.starts:%H:%M} b{timed.board}" for timed in plan.matches}


def kept(*rows: tuple[int, int, str]) -> Plan:
    return Plan(tuple(Timed(n, board, at(clock), at(clock) + minutes(20)) for n, board, clock in rows))


def test_it_takes_the_first_gap_of_its_board_in_which_its_people_are_free():
    there = [match(1, 1, "ab", 1), match(2, 1, "cd", 2), match(3, 2, "ac", 1), match(4, 9, "bd", 1)]
    plan = kept((1, 1, "18:00"), (2, 2, "18:20"), (3, 1, "18:40"))
    assert starts(insert([there[3]], there, evening(2), DAY, plan)) == {4: "19:00 b1"}
    free_before = kept((1, 1, "18:00"), (2, 2, "18:00"), (3, 1, "18:40"))
    assert starts(insert([there[3]], there, evening(2), DAY, free_before)) == {4: "18:20 b1"}


def test_rest_breaks_and_what_is_on_the_board_are_waited_for():
    playing = match(1, 1, "ab", 1, progress=Progress.IN_PLAY, started=at("18:10"))
    new = match(2, 2, "ac", 1)
    hall = evening(1, rest=minutes(5), breaks=(Break(at("18:45"), at("19:00")),))
    assert starts(insert([new], [playing, new], hall, at("18:15"), Plan(()))) == {2: "19:00 b1"}
    assert starts(insert([new], [playing, new], hall, at("18:15"), kept((1, 1, "18:50")))) == {2: "19:15 b1"}
    over = match(1, 1, "ab", 1, progress=Progress.DONE, ended=at("18:12"))
    early = evening(1, rest=minutes(5))
    assert starts(insert([new], [over, new], early, at("18:15"), kept((1, 1, "18:15")))) == {2: "18:17 b1"}


def test_without_a_time_before_the_end_it_has_none():
    new = match(2, 2, "cd", 1)
    plan = insert(
        [new], [match(1, 1, "ab", 1), new], evening(1, ends=at("18:30")), DAY, kept((1, 1, "18:00"))
    )
    assert (plan.matches, plan.missing) == ((), (2,))


def test_what_waits_for_it_in_a_bracket_is_put_off():
    semi, final = match(1, 1, "ab", 1), HallMatch(-7, (2, 7), frozenset(), waits_for=frozenset({1}))
    other = match(2, 1, "cd", 1)
    plan = insert([semi], [semi, other, final], evening(1), DAY, kept((2, 1, "18:00"), (-7, 0, "18:20")))
    assert starts(plan) == {1: "18:20 b1", -7: "18:40 b0"}


@given(st.integers(4, 9), st.integers(1, 2), st.integers(2, 4), st.data())
def test_no_one_is_in_two_places_and_no_board_is_taken_twice(players, groups, boards, data):
    matches = pool_matches(players, groups if players >= 2 * groups else 1, boards)
    hall = evening(boards)
    plan = plan_evening(matches, hall)
    new = data.draw(st.lists(st.sampled_from(matches), unique=True, max_size=5))
    keys = {one.number for one in new}
    others = Plan(tuple(timed for timed in plan.matches if timed.match not in keys))
    inserted = insert(new, matches, hall, DAY, others)
    assert {timed.match for timed in inserted.matches} == keys and not inserted.missing
    persons = {one.number: one.persons for one in matches}
    for one, other in combinations((*others.matches, *inserted.matches), 2):
        if one.starts < other.ends and other.starts < one.ends:
            assert one.board != other.board
            assert not persons[one.match] & persons[other.match]
