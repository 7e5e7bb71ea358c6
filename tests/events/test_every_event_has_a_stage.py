"""A plain Swiss is one stage: made with the event. What is chosen for the event is stored there alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from api.calling import Caller, done
from building import details, event, play_round, start_next, user
from crosstable.events.actions.core import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.rounds import reopening, rounds
from crosstable.events.actions.stages import stages
from crosstable.events.errors import BadValue
from crosstable.events.models import Stage, Status, Tournament
from crosstable.events.play_errors import RoundsMissing
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.steps import NextStep

pytestmark = pytest.mark.django_db


def swiss(tournament: Tournament) -> Stage:
    return tournament.stages.get()


def status(tournament: Tournament) -> str:
    return str(swiss(tournament).status)


def edit(tournament: Tournament, **changes: object) -> None:
    tournament.refresh_from_db()
    new = replace(tournaments.Details.of(tournament), **changes)
    tournaments.edit_tournament(tournament=tournament, details=new, by=user("olga"))
    tournament.refresh_from_db()


def test_a_new_event_is_one_swiss() -> None:
    tournament = tournaments.create_tournament(
        details=replace(details(), total_rounds=5, tie_breaks=["WINS", "SOS"]), by=user("olga")
    )
    stage = swiss(tournament)
    assert (stage.number, stage.kind, stage.name, stage.status) == (1, "swiss", "Swiss", "planned")
    assert stage.settings == {"per_pool": 0, "next_best": 0}


def test_an_answer_about_a_stage_names_what_is_chosen_for_the_event_and_follows_an_undo() -> None:
    tournament = event("ann bo cy di")
    edit(tournament, total_rounds=4, scoring={"win": "3"})
    asked = Caller("olga")
    settings = done(asked.get(f"/tournaments/{tournament.pk}/stages"))["stages"][0]["settings"]
    assert settings == {
        "per_pool": 0,
        "next_best": 0,
        "total_rounds": 4,
        "system": "",
        "tie_breaks": [],
        "scoring": {"win": "3"},
        "accelerated": False,
        "initial_color": "",
    }
    stages.edit_stage(stage=swiss(tournament), settings=settings, by=user("olga"))
    undo.undo(tournament=tournament, by=user("olga"))
    assert done(asked.get(f"/tournaments/{tournament.pk}/stages"))["stages"][0]["settings"]["scoring"] == {}


def test_a_stage_is_not_told_otherwise_than_its_event() -> None:
    tournament = event("ann bo")
    with pytest.raises(BadValue) as refused:
        stages.edit_stage(stage=swiss(tournament), settings={"total_rounds": 9}, by=user("olga"))
    assert (refused.value.field, str(refused.value)) == (
        "settings.total_rounds",
        "“total_rounds” is chosen in the settings of the event, for all of it.",
    )


def test_it_is_where_its_rounds_are() -> None:
    tournament = event("ann bo cy di", Status.IN_PROGRESS, total_rounds=2)
    start_next(tournament)
    assert status(tournament) == "started"
    reopening.unstart_round(tournament=tournament, by=user("olga"))
    assert status(tournament) == "planned"
    rounds.start_round(tournament=tournament, by=user("olga"))
    play_round(tournament)
    assert status(tournament) == "started"
    edit(tournament, total_rounds=1)
    assert status(tournament) == "closed"
    assert control_room(tournament).step == NextStep.COMPLETE
    edit(tournament, total_rounds=2)
    assert status(tournament) == "started"
    assert control_room(tournament).step == NextStep.PAIR
    with pytest.raises(RoundsMissing):
        tournaments.finish(tournament=tournament, by=user("olga"))
    edit(tournament, total_rounds=1)
    assert tournaments.finish(tournament=tournament, by=user("olga")) == Status.COMPLETE
    reopening.reopen_round(tournament=tournament, number=1, by=user("olga"))
    assert status(tournament) == "started"
