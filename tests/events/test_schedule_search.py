"""Schedules under constraints: searched for in the background, stored when found, explained when impossible."""

from __future__ import annotations

import pytest

from building import entry, user
from crosstable.events.actions.stages import pools, schedule_search, schedules, stages
from crosstable.events.actions.stages.schedule_search import start_search
from crosstable.events.errors import BadValue, NeedsSearch, SearchRunning, SolverNeeded
from crosstable.events.models import Match, Round, ScheduleSearch, Stage
from pool_building import fresh, pool_event, revision, rounds_of

pytestmark = pytest.mark.django_db
OLGA = "olga"


def constrained(*constraints: dict[str, object], names: str = "ann bo cy di", **settings: object) -> Stage:
    """A stage with pools and constraints; names in the constraints stand for their entries."""
    stage = pool_event(names, **settings)  # type: ignore[arg-type]
    pools.form_pools(stage=stage, by=user(OLGA))
    known = [{key: _keyed(stage, key, value) for key, value in c.items()} for c in constraints]
    stages.edit_stage(stage=stage, settings={"constraints": known}, by=user(OLGA))
    return fresh(stage)


def _keyed(stage: Stage, key: str, value: object) -> object:
    if key == "entry":
        return entry(stage.tournament, str(value)).pk
    if key == "entries":
        return [entry(stage.tournament, name).pk for name in str(value).split()]
    return value


def search(stage: Stage, callbacks: object) -> ScheduleSearch:
    with callbacks(execute=True):  # type: ignore[operator]
        found = start_search(stage=stage, by=user(OLGA), run=lambda work: work())
    found.refresh_from_db()
    return found


def test_a_must_is_met(django_capture_on_commit_callbacks: object) -> None:
    stage = constrained({"kind": "unavailable", "entry": "ann", "round": 1, "slot": 1}, boards=1)
    found = search(stage, django_capture_on_commit_callbacks)
    assert (found.state, found.lines) == ("found", [])
    first = Match.objects.get(round__number=1, slot=1)
    assert "ann" not in (first.first.display_name, str(first.second))
    assert (fresh(stage).status, Match.objects.count()) == ("drawn", 6)


def test_constraints_the_plain_schedule_meets_leave_it_as_it_is(
    django_capture_on_commit_callbacks: object,
) -> None:
    stage = constrained({"kind": "not_before", "entries": "ann bo", "round": 3}, boards=2)
    search(stage, django_capture_on_commit_callbacks)
    assert rounds_of(stage) == [
        ["ann-di b1 s1", "bo-cy b2 s1"],
        ["ann-cy b2 s1", "di-bo b1 s1"],
        ["ann-bo b1 s1", "cy-di b2 s1"],
    ]


def test_a_wish_that_cannot_be_met_is_given_up_and_said(django_capture_on_commit_callbacks: object) -> None:
    stage = constrained(
        {"kind": "on_boards", "entry": "ann", "boards": [1]},
        {"kind": "on_boards", "entry": "bo", "boards": [2], "weight": 3},
        boards=2,
    )
    found = search(stage, django_capture_on_commit_callbacks)
    assert (found.state, found.cost, len(found.lines)) == ("found", 3, 1)
    assert found.lines[0].startswith("bo plays on board 2 (wish, weight 3): not met by ")
    newest = stage.tournament.journal.first()
    assert newest is not None
    assert newest.after["given_up"] == found.lines


def test_contradictions_are_named_and_nothing_changes(django_capture_on_commit_callbacks: object) -> None:
    stage = constrained(
        {"kind": "not_before", "entries": "ann bo", "round": 3},
        {"kind": "unavailable", "entry": "bo", "round": 3},
        {"kind": "on_boards", "entry": "cy", "boards": [2]},
        boards=2,
    )
    before = revision(stage.tournament)
    found = search(stage, django_capture_on_commit_callbacks)
    assert found.state == "failed"
    # In an even pool everybody plays in every round, so being away alone is impossible.
    assert (found.message, found.lines) == ("No schedule can meet this.", ["bo is away in round 3"])
    assert (revision(stage.tournament), Round.objects.count()) == (before, 0)


def test_two_that_clash_are_both_named(django_capture_on_commit_callbacks: object) -> None:
    stage = constrained(
        {"kind": "on_boards", "entry": "ann", "boards": [1]},
        {"kind": "on_boards", "entry": "bo", "boards": [2]},
        {"kind": "not_before", "entries": "cy di", "round": 2},
        boards=2,
    )
    found = search(stage, django_capture_on_commit_callbacks)
    assert found.message == (
        "No schedule can meet these together. Take any one of them away, or make it a wish."
    )
    assert found.lines == ["ann plays on board 1", "bo plays on board 2"]


@pytest.mark.parametrize(
    ("constraint", "words"),
    [
        ({"kind": "sleepy"}, "Constraint 1: its kind is one of"),
        ({"kind": "unavailable", "entry": "ann"}, "Constraint 1: round is missing."),
        ({"kind": "unavailable", "entry": "ann", "round": 0}, "round must be a whole number from 1"),
        ({"kind": "unavailable", "entry": "ann", "round": 9}, "there is no such round in this schedule"),
        ({"kind": "not_before", "entries": "ann ann", "round": 2}, "it needs two different entries"),
        ({"kind": "on_boards", "entry": "ann", "boards": [7]}, "there is no such boards in this schedule"),
        ({"kind": "rest", "slots": 1, "weight": 0}, "weight must be a whole number from 1"),
    ],
)
def test_a_constraint_without_meaning_is_refused(constraint: dict[str, object], words: str) -> None:
    stage = constrained(constraint)
    with pytest.raises(BadValue) as refused:
        start_search(stage=stage, by=user(OLGA))
    assert refused.value.field == "constraints"
    assert words in str(refused.value)
    assert ScheduleSearch.objects.count() == 0


def test_while_one_search_runs_there_is_no_second() -> None:
    stage = constrained({"kind": "not_before", "entries": "ann bo", "round": 2})
    start_search(stage=stage, by=user(OLGA), run=lambda work: None)
    with pytest.raises(SearchRunning):
        start_search(stage=stage, by=user(OLGA))


def test_with_constraints_the_plain_schedule_is_refused() -> None:
    stage = constrained({"kind": "not_before", "entries": "ann bo", "round": 2})
    with pytest.raises(NeedsSearch):
        schedules.make_schedule(stage=stage, by=user(OLGA))


def test_without_the_solver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = constrained({"kind": "not_before", "entries": "ann bo", "round": 2})
    monkeypatch.setattr(schedule_search, "find_spec", lambda name: None)
    with pytest.raises(SolverNeeded) as refused:
        start_search(stage=stage, by=user(OLGA))
    assert "pip install 'crosstable[schedule]'" in str(refused.value)


def test_what_is_found_for_an_older_state_is_not_stored(django_capture_on_commit_callbacks: object) -> None:
    stage = constrained({"kind": "unavailable", "entry": "ann", "round": 1, "slot": 1})

    def change_and_work(work: object) -> None:
        stages.edit_stage(stage=stage, settings={"boards": 3}, by=user(OLGA))
        work()  # type: ignore[operator]

    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        found = start_search(stage=stage, by=user(OLGA), run=change_and_work)
    found.refresh_from_db()
    assert (found.state, Round.objects.count()) == ("failed", 0)
