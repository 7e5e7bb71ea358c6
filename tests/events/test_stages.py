"""The stages of a tournament: a format is chosen, changed while nothing is drawn, and refused afterwards."""

from __future__ import annotations

import pytest

from building import details, event, user
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.stages import stages
from crosstable.events.bridge.settings.stage_settings import FORMATS, StagePlan
from crosstable.events.errors import BadValue, NotAllowed, Refused, Stale
from crosstable.events.models import Stage, StageKind, StageStatus, Status, Tournament
from crosstable.events.play_errors import StagesFixed, StagesOpen

pytestmark = pytest.mark.django_db


def staged(format: str = "pools-knockout") -> Tournament:
    return tournaments.create_in_format(details=details(), format=format, by=user("olga"))


def kinds(tournament: Tournament) -> list[tuple[int, str, str]]:
    return list(tournament.stages.values_list("number", "kind", "name"))


@pytest.mark.parametrize(
    ("format", "expected"),
    [
        ("swiss", [(1, "swiss", "Swiss")]),
        ("round-robin", [(1, "pools", "Round robin")]),
        ("pools-knockout", [(1, "pools", "Group stage"), (2, "knockout", "Knockout")]),
        ("swiss-cut", [(1, "swiss", "Swiss"), (2, "knockout", "Top cut")]),
        ("knockout", [(1, "knockout", "Knockout")]),
    ],
)
def test_a_format_is_a_list_of_stages(format: str, expected: list[tuple[int, str, str]]) -> None:
    assert kinds(staged(format)) == expected
    assert list(FORMATS) == [
        "swiss",
        "round-robin",
        "pools-knockout",
        "swiss-cut",
        "knockout",
        "double-knockout",
    ]


def test_an_unknown_format_creates_nothing() -> None:
    with pytest.raises(BadValue) as refused:
        staged("ladder")
    assert refused.value.field == "format"
    assert Tournament.objects.count() == 0


def test_the_list_of_stages_is_replaced_and_journalled() -> None:
    tournament = staged()
    plans = [StagePlan(StageKind.POOLS, "Liga", {"double": True})]
    stages.set_stages(tournament=tournament, plans=plans, by=user("olga"))
    assert kinds(tournament) == [(1, "pools", "Liga")]
    assert tournament.stages.get().settings["double"] is True
    newest = tournament.journal.first()
    assert newest is not None
    assert (newest.verb, newest.subject) == ("stages.set", "Liga")
    assert [stage["name"] for stage in newest.before["stages"]] == ["Group stage", "Knockout"]


def test_without_stages_it_is_one_swiss_again() -> None:
    tournament = staged()
    stages.set_stages(tournament=tournament, plans=[], by=user("olga"))
    assert kinds(tournament) == [(1, "swiss", "Swiss")]


@pytest.mark.parametrize(
    ("plans", "field"),
    [
        ([StagePlan(StageKind.POOLS, settings={"boards": 0})], "stages.0.settings.boards"),
        ([StagePlan(StageKind.POOLS, settings={"groups": 0})], "stages.0.settings.groups"),
        ([StagePlan(StageKind.POOLS, settings={"rounds": "ladder"})], "stages.0.settings.rounds"),
        ([StagePlan(StageKind.POOLS, settings={"double": "yes"})], "stages.0.settings.double"),
        ([StagePlan(StageKind.POOLS, settings={"colour": 1})], "stages.0.settings.colour"),
        ([StagePlan(StageKind.KNOCKOUT, settings={"best_of": 2})], "stages.0.settings.best_of"),
        ([StagePlan(StageKind.POOLS), StagePlan(StageKind.KNOCKOUT)], "stages.0.settings.per_pool"),
        ([StagePlan(StageKind.KNOCKOUT), StagePlan(StageKind.POOLS)], "stages"),
        ([StagePlan(StageKind.POOLS, settings={"per_pool": 2}), StagePlan(StageKind.SWISS)], "stages"),
        ([StagePlan(StageKind.POOLS, "x" * 61)], "stages.0.name"),
        ([StagePlan("ladder")], "stages.0.kind"),  # type: ignore[arg-type]
    ],
)
def test_an_impossible_list_of_stages_changes_nothing(plans: list[StagePlan], field: str) -> None:
    tournament = staged()
    revision = Tournament.objects.get().revision
    with pytest.raises(BadValue) as refused:
        stages.set_stages(tournament=tournament, plans=plans, by=user("olga"))
    assert refused.value.field == field
    assert kinds(tournament) == [(1, "pools", "Group stage"), (2, "knockout", "Knockout")]
    assert Tournament.objects.get().revision == revision


def test_only_organisers_choose_the_format() -> None:
    tournament = staged()
    with pytest.raises(NotAllowed):
        stages.set_stages(tournament=tournament, plans=[], by=user("pat"))
    assert tournament.stages.count() == 2


def test_once_something_is_drawn_the_format_stays() -> None:
    tournament = staged()
    Stage.objects.filter(number=1).update(status=StageStatus.DRAWN)
    with pytest.raises(StagesFixed) as refused:
        stages.set_stages(tournament=tournament, plans=[], by=user("olga"))
    assert "Group stage" in str(refused.value)
    assert tournament.stages.count() == 2


def test_settings_of_a_stage_are_changed_until_it_is_played() -> None:
    stage = staged().stages.get(number=1)
    stages.edit_stage(stage=stage, settings={"boards": 6}, name="Saturday", by=user("olga"), seen_version=1)
    stage.refresh_from_db()
    assert (stage.name, stage.settings["boards"], stage.settings["groups"], stage.version) == (
        "Saturday",
        6,
        None,
        2,
    )
    with pytest.raises(Stale):
        stages.edit_stage(stage=stage, settings={"boards": 7}, by=user("olga"), seen_version=1)
    Stage.objects.filter(pk=stage.pk).update(status=StageStatus.STARTED)
    with pytest.raises(Refused) as refused:
        stages.edit_stage(stage=stage, settings={"boards": 7}, by=user("olga"))
    assert refused.value.code == "stage-fixed"


def test_the_same_settings_once_more_leave_no_trace() -> None:
    stage = staged().stages.get(number=1)
    stages.edit_stage(stage=stage, settings={"groups": None}, by=user("olga"))
    assert stage.tournament.journal.count() == 2
    assert Stage.objects.get(pk=stage.pk).version == 1


def test_an_event_is_over_when_its_last_stage_is_closed() -> None:
    tournament = event("ann bo", Status.IN_PROGRESS)
    stages.set_stages(tournament=tournament, plans=FORMATS["round-robin"].stages, by=tournament.owner)
    with pytest.raises(StagesOpen):
        tournaments.finish(tournament=tournament, by=tournament.owner)
    tournament.stages.update(status=StageStatus.CLOSED)
    assert tournaments.finish(tournament=tournament, by=tournament.owner) == Status.COMPLETE
