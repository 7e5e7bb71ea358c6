"""Schedules under constraints: searched for in the background, stored when found, explained when impossible."""

from __future__ import annotations

import pytest

from building import entry, user
from crosstable.events.actions.people import entries
from crosstable.events.actions.stages import pools, schedule_search, schedules, stages
from crosstable.events.actions.stages.schedule_search import start_search
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, Round, ScheduleSearch, Stage
from crosstable.events.play_errors import NeedsSearch, SearchRunning, SolverNeeded
from crosstable.events.queries.stages.pool_setup import PreparedPools
from crosstable.text import loaded_value
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
        ["cy-ann b2 s1", "di-bo b1 s1"],
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
    assert found.lines[0].startswith("bo plays on board 2 (preference, weight 3): not met by ")
    newest = stage.tournament.journal.first()
    assert newest is not None
    assert loaded_value(newest.after["given_up"]) == found.lines


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
    # In an even pool all play in every round, so one player alone cannot be away.
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
        "No schedule can meet these together. Remove one of them, or make it a preference."
    )
    assert found.lines == ["ann plays on board 1", "bo plays on board 2"]


@pytest.mark.parametrize(
    ("constraint", "place", "words"),
    [
        ({}, ".kind", "its kind is one of unavailable, not_before, on_boards, on_kind, rest."),
        (
            {"kind": "sleepy"},
            ".kind",
            "its kind is one of unavailable, not_before, on_boards, on_kind, rest.",
        ),
        (
            {"kind": "unavailable", "entry": "ann"},
            ".round",
            "round is missing; unavailable needs entry and round.",
        ),
        ({"kind": "unavailable", "entry": "ann", "round": 0}, "", "round must be a whole number from 1."),
        ({"kind": "not_before", "entries": "ann ann", "round": 2}, "", "it needs two different entries."),
        ({"kind": "on_boards", "entry": "ann", "boards": []}, "", "it names no place to play."),
        (
            {"kind": "on_kind", "entry": "ann"},
            ".board_kind",
            "board_kind is missing; on_kind needs entry and board_kind.",
        ),
        ({"kind": "rest"}, ".slots", "slots is missing; rest needs slots."),
        ({"kind": "rest", "slots": 1, "weight": 0}, "", "weight must be a whole number from 1."),
        (
            {"kind": "rest", "slots": 1, "weight": 1001},
            "",
            "a weight is at most 1000.",
        ),
    ],
)
def test_a_constraint_that_cannot_be_read_is_refused_when_it_is_said(
    constraint: dict[str, object], place: str, words: str
) -> None:
    with pytest.raises(BadValue) as refused:
        constrained({"kind": "rest", "slots": 1}, constraint)
    assert (str(refused.value), refused.value.field) == (
        f"Constraint 2: {words}",
        f"settings.constraints.1{place}",
    )
    assert Stage.objects.get().settings["constraints"] == []


def test_a_new_constraint_names_someone_of_the_event_and_one_of_someone_who_left_can_be_taken_away() -> None:
    stage = constrained({"kind": "unavailable", "entry": "ann", "round": 1})
    there = stage.settings["constraints"]
    unknown = {"kind": "unavailable", "entry": 10**6, "round": 1}
    for settings in (
        {"constraints": [*there, unknown]},
        {"constraints": [*there, {**unknown, "entry": "ann"}]},
    ):
        with pytest.raises(BadValue, match="Constraint 2: it names no entry of this event"):
            stages.edit_stage(stage=stage, settings=settings, by=user(OLGA))
    bo = {"kind": "unavailable", "entry": entry(stage.tournament, "bo").pk, "round": 1}
    pools.discard_pools(stage=fresh(stage), by=user(OLGA))
    entries.remove_entry(entry=entry(stage.tournament, "ann"), by=user(OLGA))
    pools.form_pools(stage=fresh(stage), by=user(OLGA))
    assert PreparedPools(fresh(stage)).constraints == ["A player who is not in a pool is away in round 1"]
    stages.edit_stage(stage=fresh(stage), settings={"constraints": [*there, bo]}, by=user(OLGA))
    stages.edit_stage(stage=fresh(stage), settings={"constraints": [bo]}, by=user(OLGA))
    assert PreparedPools(fresh(stage)).constraints == ["bo is away in round 1"]


@pytest.mark.parametrize(
    ("constraint", "words"),
    [
        ({"kind": "unavailable", "entry": "ann", "round": 9}, "there is no such round in this schedule"),
        ({"kind": "on_boards", "entry": "ann", "boards": [7]}, "there is no such boards in this schedule"),
    ],
)
def test_a_constraint_that_no_schedule_has_room_for_is_refused_when_it_is_searched_for(
    constraint: dict[str, object], words: str
) -> None:
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
