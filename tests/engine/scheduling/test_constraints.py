from __future__ import annotations

from collections.abc import Sequence

import pytest

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import (
    Group,
    GroupOptions,
    ScheduleOptions,
    check_schedule,
    form_groups,
    schedule_groups,
)
from crosstable.engine.scheduling import (
    ConstrainedSchedule,
    Constraint,
    LastBye,
    NotBefore,
    OnBoards,
    OnKind,
    Progress,
    Rest,
    SolverOptions,
    Unavailable,
    schedule_with_constraints,
)
from crosstable.engine.scheduling.constraints import (
    BadConstraint,
    ConstraintsClash,
    NoScheduleInTime,
    SolverMissing,
)
from crosstable.engine.scheduling.problem import make_problem
from crosstable.engine.scheduling.solving import violations

ONE, TWO, THREE, FOUR = (EntryId(i) for i in range(1, 5))


def groups_of(size: int, count: int = 1) -> tuple[Group, ...]:
    return form_groups([EntryId(i) for i in range(1, size + 1)], GroupOptions(count))


def solved(
    size: int,
    constraints: Sequence[Constraint],
    options: ScheduleOptions = ScheduleOptions(2),  # noqa: B008
    groups: int = 1,
    kinds: Sequence[str] = (),
) -> ConstrainedSchedule:
    """The schedule, which must be a whole round robin and break exactly what it says it gives up."""
    formed = groups_of(size, groups)
    found = schedule_with_constraints(formed, options, constraints, kinds)
    assert check_schedule(found.schedule).ok
    problem = make_problem(formed, options, constraints, kinds)
    assert violations(problem, found.schedule) == found.given_up
    assert all(not given_up.constraint.is_hard for given_up in found.given_up)
    return found


def clash(size: int, constraints: Sequence[Constraint], options: ScheduleOptions) -> ConstraintsClash:
    with pytest.raises(ConstraintsClash) as caught:
        schedule_with_constraints(groups_of(size), options, constraints)
    return caught.value


@pytest.mark.parametrize("size", [2, 5, 8, 13])
def test_without_constraints_the_plain_schedule_comes_out_unchanged(size: int) -> None:
    for options in (ScheduleOptions(2), ScheduleOptions(3, double=True)):
        plain = schedule_groups(groups_of(size), options)
        assert schedule_with_constraints(groups_of(size), options, []) == ConstrainedSchedule(plain)


def test_constraints_that_the_plain_schedule_meets_change_nothing() -> None:
    plain = schedule_groups(groups_of(6), ScheduleOptions(3))
    met = [NotBefore(ONE, TWO, 5), Unavailable(ONE, 3, weight=1)]
    assert solved(6, met[:1], ScheduleOptions(3)).schedule == plain
    assert solved(6, met, ScheduleOptions(3)).cost == 1


def test_someone_is_away_in_a_slot_and_two_meet_late() -> None:
    found = solved(8, [Unavailable(ONE, 1, 1), Unavailable(TWO, 1, 1), NotBefore(ONE, EntryId(8), 6)])
    assert (found.given_up, found.proven) == ((), True)


def test_in_an_odd_group_who_is_away_for_a_round_has_a_bye() -> None:
    rounds = solved(7, [Unavailable(FOUR, 2)]).schedule.groups[0].rounds
    assert rounds[1].bye == FOUR


def test_the_chosen_last_bye_is_kept() -> None:
    options = ScheduleOptions(2, last_byes=(THREE,))
    rounds = solved(7, [Unavailable(ONE, 3)], options).schedule.groups[0].rounds
    assert (rounds[2].bye, rounds[-1].bye) == (ONE, THREE)


def test_someone_always_plays_on_the_same_board() -> None:
    found = solved(6, [OnBoards(ONE, (2,)), OnBoards(TWO, (2, 3))], ScheduleOptions(3))
    assert {m.board for m in found.schedule.groups[0].matches if ONE in m.entries} == {2}


def test_boards_have_kinds() -> None:
    kinds = ["stage", "hall", "hall"]
    found = solved(6, [OnKind(ONE, "stage"), OnKind(TWO, "hall", weight=2)], ScheduleOptions(3), kinds=kinds)
    assert found.cost == 2, "they meet once, on stage"
    assert [(m.first, m.second) for m in found.given_up[0].matches] in ([(1, 2)], [(2, 1)])


def test_groups_share_the_boards() -> None:
    solved(10, [OnBoards(ONE, (1,)), OnBoards(TWO, (1,)), Unavailable(THREE, 2)], groups=2)


def test_both_legs_of_a_double_round_robin_are_arranged() -> None:
    found = solved(5, [Unavailable(ONE, 2), Unavailable(ONE, 9)], ScheduleOptions(2, double=True))
    byes = [round_.bye for round_ in found.schedule.groups[0].rounds]
    assert (byes[1], byes[8]) == (ONE, ONE)


def test_rest_keeps_slots_between_matches() -> None:
    solved(4, [Rest(1, ONE)], ScheduleOptions(1))
    found = solved(4, [Rest(1, weight=1)], ScheduleOptions(1))
    assert found.proven and found.cost > 0, "four on one board cannot all rest"


def test_the_lighter_wish_is_given_up() -> None:
    """Two of an odd group want the same round off; one of them gets it."""
    heavy, light = Unavailable(ONE, 2, weight=5), Unavailable(TWO, 2, weight=1)
    found = solved(5, [light, heavy])
    assert [given_up.constraint for given_up in found.given_up] == [light]
    assert (found.cost, found.proven) == (1, True)


def test_no_one_has_a_bye_in_an_even_group() -> None:
    away = Unavailable(ONE, 2)
    error = clash(6, [NotBefore(ONE, TWO, 3), away, OnBoards(THREE, (1,))], ScheduleOptions(3))
    assert (error.constraints, error.minimal) == ((away,), True)


def test_those_who_clash_are_named_and_no_one_else() -> None:
    one, two = OnBoards(ONE, (1,)), OnBoards(TWO, (2,))
    harmless = [NotBefore(ONE, THREE, 2), NotBefore(THREE, FOUR, 3), Rest(1, weight=1)]
    error = clash(8, [harmless[0], one, *harmless[1:], two], ScheduleOptions(4))
    assert (error.constraints, error.minimal) == ((one, two), True)


def test_two_cannot_both_have_a_bye_last() -> None:
    last = Unavailable(ONE, 7)
    options = ScheduleOptions(2, last_byes=(TWO,))
    error = clash(7, [Unavailable(THREE, 1), last], options)
    assert error.constraints == (last, LastBye(TWO))


@pytest.mark.parametrize(
    ("constraint", "field"),
    [
        (Unavailable(EntryId(9), 1), "entry"),
        (Unavailable(ONE, 9), "round"),
        (Unavailable(ONE, 1, 4), "slot"),
        (NotBefore(ONE, ONE, 2), "second"),
        (NotBefore(ONE, TWO, 0), "round"),
        (OnBoards(ONE, (3,)), "boards"),
        (OnBoards(ONE, ()), "boards"),
        (OnKind(ONE, "stage"), "kind"),
        (Rest(0), "slots"),
        (Rest(1, weight=0), "weight"),
    ],
)
def test_constraints_that_name_nothing_are_refused(constraint: Constraint, field: str) -> None:
    with pytest.raises(BadConstraint) as caught:
        schedule_with_constraints(groups_of(6), ScheduleOptions(2), [constraint])
    assert (caught.value.constraint, caught.value.field) == (constraint, field)


def test_progress_is_told_and_time_is_limited() -> None:
    reports: list[Progress] = []
    away = [Unavailable(ONE, 2)]
    schedule_with_constraints(groups_of(7), ScheduleOptions(2), away, progress=reports.append)
    assert [p.solutions for p in reports] == list(range(1, len(reports) + 1)) and reports
    with pytest.raises(NoScheduleInTime):
        schedule_with_constraints(groups_of(7), ScheduleOptions(2), away, solver=SolverOptions(0.0))


def test_the_same_input_gives_the_same_schedule() -> None:
    wishes = [Unavailable(ONE, 1, 1), NotBefore(TWO, THREE, 5), OnBoards(FOUR, (1,))]
    assert solved(9, wishes) == solved(9, wishes)


def test_without_the_solver_only_what_needs_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in [n for n in sys.modules if n.startswith(("ortools", "crosstable.engine.scheduling."))]:
        if name.startswith("ortools") or name.rpartition(".")[2] in ("model", "search"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)
    schedule_with_constraints(groups_of(6), ScheduleOptions(2), [NotBefore(ONE, TWO, 2)])
    with pytest.raises(SolverMissing):
        schedule_with_constraints(groups_of(6), ScheduleOptions(2), [Unavailable(ONE, 1, 1)])
