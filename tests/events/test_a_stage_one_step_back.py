"""Rounds of pools and of a bracket are reset with their stage, in the control room and over the API."""

from __future__ import annotations

import pytest
from django.urls import reverse

from api.calling import Caller, done, problem
from building import user
from crossings.small_event import event, next_step, step_of
from crosstable.events.actions.core import undo
from crosstable.events.actions.rounds import reopening, rounds
from crosstable.events.models import Tournament
from crosstable.events.play_errors import PartOfKnockout, PartOfStage
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.steps import StepBack
from crosstable.events.queries.standings.ranking import final_ranks
from digests import digest
from web.visiting import logged_in

pytestmark = pytest.mark.django_db
OF_STAGES = ("round-robin", "knockout", "pools-knockout", "swiss-cut")
BACK = ("unstart", "reopen-round", "knockout-act")


def back_of(tournament: Tournament) -> StepBack | None:
    tournament.refresh_from_db()
    return control_room(tournament).desk.step_back


def at(tournament: Tournament, step: str) -> Tournament:
    while step_of(tournament) != step:
        assert next_step(tournament)
    return tournament


def statuses(tournament: Tournament) -> tuple[list[str], list[str]]:
    rows = tournament.rounds.order_by("number").values_list("status", flat=True)
    return list(tournament.stages.values_list("status", flat=True)), list(rows)


@pytest.mark.parametrize("format", OF_STAGES)
def test_every_step_is_taken_back_by_its_button_and_taken_again_to_the_end(format):
    tournament, olga, pressed = event("goals", format, "players"), logged_in("olga"), set()
    while next_step(tournament):
        back = back_of(tournament)
        if back is None or back in pressed or back.page not in BACK:
            continue
        pressed.add(back)
        before = digest(tournament)
        answer = olga.post(reverse(back.page, args=[tournament.slug, *back.args]))
        refused = answer.status_code == 303
        assert refused == (digest(tournament) == before), back
        assert not refused or back.page == "unstart", "only once a result is reported"
        if not refused:
            undo.undo(tournament=tournament, by=user("olga"))
            assert digest(tournament) == before, back
            olga.post(reverse(back.page, args=[tournament.slug, *back.args]))
    assert [set(kind) for kind in statuses(tournament)] == [{"closed"}, {"closed"}]
    assert {"unstart", "reopen-round"} <= {back.page for back in pressed}
    assert sorted(final_ranks([tournament])[tournament.pk].values())[0] == 1


def test_a_closed_stage_is_reopened_with_all_its_rounds_and_the_draw_from_it_is_thrown_away():
    tournament = at(event("goals", "pools-knockout", "players"), "publish")
    while tournament.stages.get(number=1).status != "closed" or step_of(tournament) != "publish":
        assert next_step(tournament)
    assert back_of(tournament) == StepBack("Reopen Pools", "reopen-round", (1,))
    done(Caller("olga").post(f"/tournaments/{tournament.pk}/rounds/1/reopen"))
    assert statuses(tournament) == (["started", "planned"], ["started"])
    assert not tournament.stages.get(number=2).bracket_seats.exists()
    assert step_of(tournament) == "close"


@pytest.mark.parametrize(
    ("format", "code"), [("round-robin", "part-of-stage"), ("knockout", "part-of-knockout")]
)
def test_one_round_of_a_stage_is_not_unpublished_started_or_closed_alone(format, code):
    tournament = at(event("goals", format, "players"), "start")
    while tournament.stages.get().status != "published":
        assert next_step(tournament)
    before, olga = digest(tournament), Caller("olga")
    for verb in ("unpublish", "start"):
        answer = olga.post(f"/tournaments/{tournament.pk}/rounds/1/{verb}")
        assert problem(answer) == (409, code)
    with pytest.raises((PartOfKnockout, PartOfStage)):
        rounds.close_round(tournament=tournament, number=1, by=user("olga"))
    with pytest.raises((PartOfKnockout, PartOfStage)):
        reopening.unpublish_round(tournament=tournament, by=user("olga"))
    assert digest(tournament) == before
